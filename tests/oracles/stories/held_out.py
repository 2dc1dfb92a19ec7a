"""8 told cases kept apart, never developed with: 5 in Japanese, 3 in English."""

from __future__ import annotations

from oracles.stories.story import Story, story

STORIES: tuple[Story, ...] = (
    story(
        "値上げ",
        "ja",
        (
            "source_case+contract_types=供給契約: 原料の供給契約で、仕入先が一か月前の連絡だけで単価を25％引き上げてきました。",
            "problem_pattern: 価格改定の手続が契約に書かれていませんでした。",
        ),
        ("risk: 年間で3,600万円の利益が消えました。", "severity=high: 重要度は高と考えます。"),
        ("command: どうしてそれを聞くのですか？",),
        ("recommended_clause: 条項案は「<単価の改定は、3か月前までの書面による協議と合意によるものとする。>」です。",),
        ("fallback_positions: <年5％以内の改定>であれば認めます。", "walk_away: 一方的な改定は認めません。"),
        ("clause_types=price_restrictions: 値上げ制限の条項に当たります。",),
        ("title: 題は「<一方的な値上げ>」で。",),
        ("command: 以上で確定お願いします",),
    ),
    story(
        "引き抜き",
        "ja",
        (
            "source_case: 委託していた開発会社に当社の技術者3名を引き抜かれました。",
            "contract_types=業務委託契約: 契約は業務委託契約です。",
            "risk: 新製品の投入が半年遅れました。",
        ),
        ("problem_pattern: 従業員の勧誘を禁じる条項がなかったためです。",),
        ("severity=medium: 重要度は中くらいです。",),
        ("recommended_clause-: 受託者は、契約期間中、委託者の従業員を勧誘してはならない。",),
        (
            "recommended_clause: やっぱり「<受託者は、契約期間中および終了後1年間、委託者の従業員を勧誘してはならない。>」に変えます。",
        ),
        ("clause_types=no_solicit_of_employees: 従業員勧誘禁止の条項です。",),
        (
            "fallback_positions: 断られたら<契約期間中だけの禁止>にします。",
            "walk_away: 勧誘を自由とする条件では結びません。",
        ),
        ("title: <技術者の引き抜き>というタイトルにしてください。",),
        ("command: 確定して",),
    ),
    story(
        "解除通知",
        "ja",
        ("contract_types=賃貸借契約+source_case: 倉庫の賃貸借契約で、貸主から突然2か月後の退去を求められました。",),
        ("problem_pattern: 「<貸主は2か月前に通知すれば解約できる。>」との規定があったからです。",),
        ("risk: 移転に1,500万円を要しました。",),
        ("severity=high: 影響度は高です。", "law_references=借地借家法: 借地借家法第27条に触れるおそれがあります。"),
        ("recommended_clause: <貸主は、6か月前までに書面で通知しなければならない。>",),
        ("applicability: <在庫を常時保管する倉庫の場合>に限ります。",),
        ("fallback_positions: 譲っても<4か月前>です。", "walk_away: 3か月を切るなら借りません。"),
        ("title: 件名は<倉庫の突然の退去>",),
        ("command: 登録して終わりにします",),
    ),
    story(
        "反社",
        "ja",
        (
            "source_case+contract_types=業務委託契約: 工事請負契約の相手方が反社会的勢力と関係していたことが後から分かりました。",
            "problem_pattern: 排除条項がなく、すぐに解除できませんでした。",
        ),
        ("risk: 銀行から取引停止を示唆され、信用に傷がつきました。",),
        (
            "recommended_clause: 推奨する文言は「<相手方が反社会的勢力に該当するときは、催告なく本契約を解除することができる。>」です。",
        ),
        ("command: はい",),
        ("clause_types=anti_social_forces: 反社条項です。", "severity=high: 重大です。"),
        ("command: なし",),
        ("walk_away: 排除条項を拒む相手とは取引しません。",),
        ("title: 表題：<反社の排除>",),
        ("command: 終了",),
    ),
    story(
        "出荷遅延",
        "ja",
        ("source_case+contract_types=製造委託契約: 製造委託契約で出荷が40日遅れ、量販店の棚を失いました。",),
        (
            "problem_pattern: 遅延の違約金が定められていませんでした。",
            "clause_types=liquidated_damages: 違約金の条項です。",
        ),
        ("risk-: 売上の機会を約7,000万円失いました。",),
        ("command: 前の回答を取り消して",),
        ("risk: 失ったのは約6,000万円の売上です。",),
        (
            "recommended_clause: 「<受託者は、納期に遅れたときは、1日につき代金の0.1％を支払うものとする。>」が望ましいです。",
        ),
        ("severity=medium: 重要度は中で。",),
        ("fallback_positions: <0.05％>なら飲めます。", "walk_away: 遅延の責任を負わない案は拒否します。"),
        ("title: <出荷の遅れ>",),
        ("command: これで確定でお願いします",),
    ),
    story(
        "exclusivity",
        "en",
        (
            "source_case+contract_types=Distributor agreement: Three years ago we gave a dealer exclusive rights in a distribution agreement and it sold nothing.",
            "risk: We were shut out of Poland for two years.",
        ),
        (
            "problem_pattern: No minimum purchase was agreed.",
            "clause_types=minimum_commitment: So the clause type is minimum commitment.",
        ),
        ("severity=medium: The severity is medium.",),
        ('recommended_clause: The clause should read "<Distributor shall buy at least 500 units a year.>"',),
        (
            "fallback_positions: Failing that, <loss of exclusivity after one bad year>.",
            "walk_away: We'd never sign exclusivity without a minimum.",
        ),
        ('title: Let\'s title it "<Exclusive but idle>".',),
        ("command: That's all, please finalize.",),
    ),
    story(
        "data breach notice",
        "en",
        (
            "source_case: Our payroll processor told us about a breach six weeks after it happened.",
            "contract_types=Service agreement: This was under a service agreement.",
        ),
        ('problem_pattern: The contract only said "<Provider will notify Customer in due course.>"',),
        ("risk: The regulator fined us 250,000 euros.", "severity=high: I would rate it high."),
        ("command: Why do you ask?",),
        ("recommended_clause: Provider shall notify Customer of any breach within 48 hours.",),
        ("applicability: This applies <whenever personal data is processed>.",),
        ("clause_types=personal_data: Clause type: data protection.",),
        (
            "fallback_positions: <72 hours> would be acceptable.",
            "walk_away: Anything beyond five days is unacceptable.",
        ),
        ("title: Title: <Late breach notice>",),
        ("command: finalize",),
    ),
    story(
        "renewal",
        "en",
        (
            "source_case+contract_types=Lease agreement: Our office lease agreement rolled over for five years because we missed the notice date.",
            "risk: It costs us $90,000 a year for empty rooms.",
        ),
        ("problem_pattern: The lease renewed by itself unless we gave twelve months' notice.",),
        ("severity-=low: Severity: low",),
        ("severity=medium: No, severity is medium.",),
        ('recommended_clause: I\'d propose "<This Lease renews only by written agreement.>"',),
        ("command: skip",),
        (
            "fallback_positions: We could agree to <a notice period of three months>.",
            "walk_away: Twelve months is too long for us.",
        ),
        ("title: Name it <The lease that rolled over>.",),
        ("command: We're done.",),
    ),
)
