"""12 told cases of further voices, written apart; their first run stands in `benchmarks/results/interviewer.json`."""

from __future__ import annotations

from oracles.stories.story import Story, story

STORIES: tuple[Story, ...] = (
    story(
        "検収の遅れ",
        "ja",
        (
            "source_case: 去年、基幹システムの改修を頼んだ会社が検収を何度もやり直させて、支払だけ先に済ませてしまいました。",
            "contract_types=開発契約: システムの開発契約です。",
            "problem_pattern: 検収に合格しなかったときの扱いがどこにも書かれていなかったんです。",
        ),
        ("risk: 手直しに650万円を追加で払っています。", "severity=high: 重要度は高でお願いします。"),
        ("recommended_clause: 「<検収に合格するまで、委託者は報酬の支払を拒むことができる。>」としておきたいです。",),
        ("fallback_positions: 譲れるのは<報酬の半額を先払い>までです。", "walk_away: 全額前払いなら契約しません。"),
        ("title: 件名は<検収前の支払>でお願いします。",),
        ("command: 以上で確定してください。",),
    ),
    story(
        "倉庫の火災",
        "ja",
        (
            "command: はじめまして、よろしくお願いします。",
            "contract_types=賃貸借契約: 倉庫の賃貸借契約の件です。",
            "source_case: 隣の区画から火が出て、うちの在庫が水浸しになりました。",
        ),
        ("risk: 在庫の損害は2,300万円です。", "problem_pattern: 火災保険の加入義務が定められていませんでした。"),
        ("clause_types=insurance: 保険の条項です。", "severity=high: 影響は大きいので高です。"),
        ("recommended_clause: 推奨条項：「<賃貸人は、建物について火災保険に加入しなければならない。>」",),
        ("applicability: <倉庫を借りるとき>に使います。", "fallback_positions: 代替案は<保険料の折半>です。"),
        ("walk_away: 保険に一切入らないと言われたら借りません。", "title: <倉庫の火災保険>というタイトルで。"),
        ("command: 登録お願いします。",),
    ),
    story(
        "言い直す人",
        "ja",
        (
            "contract_types=秘密保持契約: 秘密保持契約の話です。",
            "source_case: 取引先の元社員が図面を競合に持ち込みました。",
            "severity-=medium: 重要度は中です。",
        ),
        ("severity=high: やっぱり重要度は高にしてください。",),
        (
            "problem_pattern: 退職した従業員に義務が及ぶ規定がなかったことが問題です。",
            "risk: 試作品の発売が半年遅れました。",
        ),
        ("recommended_clause: 「<受領者は、退職した従業員についても秘密保持義務を遵守させる。>」と書くべきでした。",),
        (
            "fallback_positions: <退職後1年間>に限るのは構いません。",
            "walk_away: 在職中だけと言われたら受け入れられません。",
        ),
        ("title: タイトルは<退職者の秘密保持>。",),
        ("command: 確定します。",),
    ),
    story(
        "メモの貼り付け",
        "ja",
        (
            "title: 件名：<運送中の破損>\n",
            "contract_types=運送契約: 契約の種類：運送契約\n",
            "source_case: 事案：精密機器が輸送中に壊れ、運送会社が責任を認めなかった\n",
            "problem_pattern: 問題点：危険の移転時期が書かれていない\n",
            "risk: 損害：機器代480万円\n",
            "severity=medium: 重要度：中\n",
            "recommended_clause: 推奨条項：<運送人は、引渡しの時まで貨物の滅失及び損傷について責任を負う。>\n",
            "fallback_positions: 譲歩案：<責任額を運賃の10倍まで>\n",
            "walk_away: 撤退ライン：<免責のみ>",
        ),
        ("command: これで確定",),
    ),
    story(
        "質問の多い新人",
        "ja",
        ("command: 何から話せばいいですか？",),
        ("source_case: 販促イベントの代理店に頼んだら、勝手に下請けに丸投げされていました。",),
        ("command: 契約の種類って必要ですか？",),
        ("contract_types=業務委託契約: 業務委託契約でした。", "problem_pattern: 再委託を禁じる条項が抜けていました。"),
        ("risk: 顧客名簿が漏れて謝罪対応に120万円かかりました。",),
        ("recommended_clause: 「<受託者は、委託者の書面による承諾なく再委託してはならない。>」が欲しかったです。",),
        ("command: わかりません。",),
        (
            "fallback_positions: <事前の通知だけ>でも妥協できます。",
            "walk_away: 自由に再委託できるというなら見送ります。",
        ),
        ("severity=medium: 中くらいです。", "title: タイトル：<無断の再委託>"),
        ("command: 確定してください",),
    ),
    story(
        "関西の社長",
        "ja",
        (
            "source_case: 代理店がな、うちの担当区域の外で安売りしよって、ほんま困ったんや。",
            "contract_types=代理店契約: 代理店契約やで。",
        ),
        ("problem_pattern: 販売地域を限る条項を入れてへんかったんや。", "risk: 利益が3割落ちたわ。"),
        (
            "severity=high: 重要度は高や。",
            "recommended_clause: 「<代理店は、指定された地域の外で本商品を販売してはならない。>」って書いとくべきやった。",
        ),
        (
            "fallback_positions: <事前に相談があれば認める>、それで手を打つわ。",
            "walk_away: 地域の制限なしやったら契約せえへん。",
        ),
        ("title: 題名は<地域外の安売り>や。",),
        ("command: ほな登録して",),
    ),
    story(
        "丁寧な法務",
        "ja",
        (
            "command: いつもお世話になっております。",
            "contract_types=共同研究契約: 今回は大学との共同研究契約でございます。",
            "source_case: 研究成果の発表を大学側が予告なく行い、特許の出願に間に合いませんでした。",
            "problem_pattern: 発表前の確認手続に関する定めがございませんでした。",
            "risk: 特許を取得する機会を失いました。",
        ),
        (
            "recommended_clause: 望ましい文言は「<各当事者は、成果を発表する30日前までに相手方に通知する。>」でございます。",
        ),
        (
            "applicability: <特許を出願する予定のある研究>に適用いたします。",
            "severity=high: 重要度は高とさせていただきます。",
        ),
        (
            "fallback_positions: <14日前までの通知>であれば応じられます。",
            "walk_away: 無断の発表を認める案には応じかねます。",
        ),
        ("title: 題名は<成果の無断発表>でお願いいたします。",),
        ("command: 確定をお願いいたします。",),
    ),
    story(
        "一文が長い",
        "ja",
        (
            "source_case: 飲食店のフランチャイズに加盟したところ半年後に本部が隣の駅に直営店を出してきて客足が激減しました。",
            "contract_types=フランチャイズ契約: フランチャイズ契約になります。",
            "risk: 月の売上が200万円減りました。",
        ),
        (
            "problem_pattern: 近隣に出店しないという規定が契約書に入っていませんでした。",
            "clause_types=exclusivity: 独占の条項です。",
        ),
        ("recommended_clause: 「<本部は、加盟店から半径3キロメートル以内に店舗を設けない。>」を入れたい。",),
        ("fallback_positions: <半径1キロ>までなら譲歩できます。", "walk_away: 出店が自由なら加盟しません。"),
        ("severity=high: かなり深刻です。高で。", "title: タイトルは<近隣への出店>"),
        ("command: 終わりです。登録して。",),
    ),
    story(
        "impatient counsel",
        "en",
        (
            "contract_types=Supply agreement: It's a supply agreement.",
            "source_case: The supplier doubled its prices in March and we had no way out.",
            "problem_pattern: There was no cap on price increases.",
            "risk: It cost us about $400,000.",
        ),
        (
            "severity=high: Severity is high.",
            "recommended_clause: We should have had “<Prices may not rise by more than three percent a year.>”",
        ),
        ("fallback_positions: We can live with <five percent>.", "walk_away: Uncapped increases are a deal breaker."),
        ("clause_types=price_restrictions: That is a price restriction clause.", "title: Call it <Price cap>."),
        ("command: Finalise it.",),
    ),
    story(
        "chatty sales lead",
        "en",
        (
            "command: Hi there!",
            "source_case: So our reseller started bundling our product with a rival's and hid our logo.",
        ),
        (
            "contract_types=Reseller agreement: We had a reseller agreement.",
            "problem_pattern: Nothing in it dealt with branding.",
        ),
        ("command: Why do you need that?",),
        ("risk: We lost two big customers and roughly $90,000.", "severity=medium: I'd say medium."),
        ("recommended_clause: I'd suggest this: “<The reseller shall display the vendor's marks on every offer.>”",),
        (
            "fallback_positions: If they push back, <display on the first page only> is fine.",
            "walk_away: We would walk away if they refuse any branding.",
        ),
        ("title: Title: <Hidden branding>",),
        ("command: please save and finish",),
    ),
    story(
        "bullet notes",
        "en",
        (
            "contract_types=Lease agreement: - Contract: lease\n",
            "source_case: - Case: landlord entered the lab without notice\n",
            "problem_pattern: - Problem: no rule on access\n",
            "risk: - Damage: two weeks of experiments lost\n",
            "severity=medium: - Severity: medium\n",
            "recommended_clause: - Recommended clause: <The landlord shall give 48 hours' notice before entry.>\n",
            "fallback_positions: - Fallback: <24 hours' notice>\n",
            "walk_away: - Walk-away: <no notice at all>",
        ),
        ("title: Title: <Landlord access>",),
        ("command: finalize",),
    ),
    story(
        "changes her mind",
        "en",
        (
            "contract_types=Consulting agreement: This is about a consulting agreement.",
            "source_case: Our consultant went to work for a competitor the week after.",
        ),
        (
            "problem_pattern: The agreement said nothing about competing work.",
            "risk: We lost a bid worth $1.2 million.",
        ),
        ("severity-=medium: Severity medium.",),
        ("severity=high: Actually, make the severity high.",),
        (
            "recommended_clause: Our wording would be “<The consultant shall not work for a competitor for six months.>”",
        ),
        (
            "fallback_positions: As a compromise, <three months> would do.",
            "walk_away: Without any restriction we don't sign.",
        ),
        ("clause_types=non_compete: It's a non-compete.", "title: The title should be <Consultant joins a rival>."),
        ("command: That's all, finalise.",),
    ),
)
