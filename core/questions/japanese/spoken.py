"""Japanese as it is spoken and as it is put politely, in the forms that the lexicon has.

The lexicon knows verbs in their written forms: ている, ては, たい. Speech runs them together (てる, ちゃ, とく,
っけ), and politeness carries them on (たく存じます). Each rule is one of inflection and holds of every verb. None takes
a denial away or adds one: 入ってない stays a denial, 入っちゃった is none.
"""

from __future__ import annotations

import re

_KANA = "ぁ-ゖ"
_STEM = f"(?<=[{_KANA}一-龠々])"
_TE = "(?<=[っしいきぎえけげせてねべめれりちじびみ見出来得経似着寝])"
"""What stands before the て of a verb's form; 建てる, 捨てる and あてる have a て of their own."""
_WISH = "(?<=[しいきぎちにびみりえけげせてねべめれ見得])"
_END = r"(?=[。、?？!！\s]|$)"
_BEGS = "いただ|頂|もら|くだ|下さ|くれ|ちょうだい|頂戴|ほし|欲し"
_ASKED = (
    "教え|見せ|出し|挙げ|あげ|探し|調べ|示し|まとめ|拾っ|並べ|数え|抜き出し|洗い出し|書き出し|集め|引用し|確認し"
    "|リストアップし|一覧にし|リストにし|列挙し|抽出し|表示し|集計し|知らせ|共有し|絞っ|絞り込ん|除い|外し|省い|比べ|比較し"
)
"""Verbs, before their て or で, by which a question asks to be answered."""
_RULES = tuple(
    (re.compile(pattern), spelled)
    for pattern, spelled in (
        (r"駄目|ダメ", "だめ"),
        (r"お客(?:さん|さま|様)", "客"),
        (r"(?:御|ご|お)(?=(?:契約|相手|取引|社名|当事者|準拠法)(?!い))", ""),
        # A state that speech ends in ちゃう: 過ぎちゃった, 死んじゃった
        (rf"{_STEM}ちゃっ(?=[たて])", ""),
        (r"(?<=[んい])じゃった", "だ"),
        (r"(?<=[んい])じゃって", "で"),
        (rf"{_STEM}ちゃ(?=う|い(?:ます|そう|かね|得)|え(?:る|ば|ます)|わ(?:な|ず))", "てしま"),
        (r"(?<=ん)じゃ(?=う|い(?:ます|そう)|え(?:る|ば)|わ(?:な|ず))", "でしま"),
        (rf"{_STEM}てしまっ(?=[たて])", ""),
        (r"(?<=[んい])でしまった", "だ"),
        (r"(?<=[んい])でしまって", "で"),
        # ては, では
        (r"(?<=ん)じゃあ?(?=だめ|いけ|なら|いか|まず|ng|困)", "では"),
        (rf"{_STEM}ちゃあ?(?=だめ|いけ|なら|いか|まず|ng|困)", "ては"),
        (r"じゃ(?=な(?:い|く|かっ|けれ)|ありません)", "では"),
        (r"なきゃ", "なければ"),
        (r"なくちゃ", "なくては"),
        (rf"{_STEM}んない(?=[^{_KANA}]|$|[とのでかけが])", "らない"),
        # Done for later: 拾っといて, 入れておいて
        (rf"{_TE}(?<!ほっ)とい(?=て)", ""),
        (r"(?<=ん)どいて", "で"),
        (rf"(?<=[てで])おいて(?=[。、?？!！\s]|$|{_BEGS})", ""),
        # ている
        (rf"{_TE}て(?=る|ま(?:す|せん|し[たて])|ない|なく|なかっ|た(?![いくがり])|て(?!い))", "てい"),
        (r"(?<=ん)で(?=る|ま(?:す|せん|し[たて])|ない|なく|なかっ|た(?![いくがり]))", "でい"),
        # What is asked
        (r"っす(?=か|[。?？]|$)", "です"),
        (r"(?:だ|です|でした)っけか?", "ですか"),
        (rf"(?<=[ただるいすん])っけか?{_END}", "か"),
        (r"なの(?=[?？]*\s*$)", "ですか"),
        (r"(?<=[るいただすくぐぶむ])の(?=[?？]+\s*$)", "か"),
        # What is wished: 確認したく存じます, 知りたいと思っております
        (
            rf"{_WISH}たく(?:て|(?:て)?、?(?:存じ|思|願い|ご?連絡|お願い)[^。?？]{{0,16}})?(?=[。?？!！\s]|$)",
            "たい",
        ),
        (rf"{_WISH}たい(?:な|なあ)?と(?:思|存じ|考え)[{_KANA}]{{1,12}}{_END}", "たい"),
        (
            rf"(?P<verb>(?:{_ASKED})[てで])(?:{_BEGS})"
            rf"(?:[{_KANA}]|助かり|幸い|嬉し|有り?難|存じ|思|願|頂)*(?=[。?？!！、\s]*$)",
            r"\g<verb>",
        ),
        (
            rf"(?:を|で|、)?(?:願います|頼みます|頼む|よろしく(?:です|どうぞ|ね|お願い[{_KANA}]*)?)(?=[。!！\s]*$)",
            "",
        ),
    )
)
_PITY = re.compile(r"(?P<stem>[一-龠々ぁ-ゖ])(?P<sound>っ|い|ん|し)?(?P<te>て|で)しま(?:う|います)(?!か)")
"""てしまう after a verb: that it is a pity changes no meaning."""
_IN_U = frozenset("買言払使失従負補願争違扱担奪行合会追誘雇伴")
_IN_TSU = frozenset("持待勝立打保放")
_IN_BU = frozenset("選結呼及運遊飛学並")
_IN_SU = frozenset("移渡返戻外隠残壊崩探示起出貸課話押直消写回落足増減通")
"""Letters by themselves of verbs that end so: before って 払 is of 払う, 終わ of 終わる."""


_TRADES = (
    "営業|購買|総務|内部監査|監査|法務|経理|財務|人事|開発|研究|知財|広報|企画|経営企画|情報システム|情シス|資材|調達|製造|品質管理"
    "|物流|税務|秘書|顧問|弁護士|顧問弁護士|研修生|新人|派遣|支店|本社|工場|事業部|管理部|監査役"
)
_GREETED = (
    r"(?:いつも)?(?:大変)?お世話になって(?:おり|い)ます|お疲れ(?:様|さま)(?:です|でございます)?|お忙しいところ(?:を)?|恐れ入りますが?|恐縮ですが?"
    r"|(?:大変|誠に)?(?:申し訳|申しわけ)(?:あり|ござい)ませんが?|(?:急に|何度も|たびたび|初歩的で)?、?(?:すみ|すい)ません(?:が|けど)?"
    r"|失礼(?:いた)?しますが?|こんにちは|おはようございます|こんばんは|はじめまして"
)
_REMARKS = tuple(
    (re.compile(pattern), spelled)
    for pattern, spelled in (
        # Who asks, before the question: 監査の岡です。
        (
            rf"^(?:(?:{_GREETED})[、。,.!\s]*)*(?:(?:{_TRADES})(?:部門|部|課|室|本部|担当)?(?:の(?:者|新人|[一-龠々]{{1,3}}))?"
            rf"(?:です|でございます|と申します|より|から)(?:が|けど)?[。、!\s]+)?(?:(?:{_GREETED})[、。,.!\s]*)*(?=\S{{5,}})",
            "",
        ),
        # Why it is asked: さっき会議で聞かれて…, 急いでいます。, 取締役会に報告するので
        (r"^[^。?？]{0,30}(?:急いで(?:い|おり)ます|急ぎです)(?:が|ので)?[。、\s]+(?=\S{8,})", ""),
        (
            r"^(?:さっき|先ほど|昨日|今朝|今日|前に|会議で|上司に|社長に|部長に|役員に)[^。、?？.]{0,16}(?:聞かれ|訊かれ|問われ|言われ|頼まれ|指示され)"
            r"[^。、?？.]{0,14}[。、.\s]+(?=\S{8,})",
            "",
        ),
        (r"^前任[^。、?？]{0,14}(?:恐縮|すみません|申し訳|わから|分から)[^。、?？]{0,10}[。、\s]+(?=\S{8,})", ""),
        (
            r"(?<=[。、])[^。、?？]{2,16}(?:に|で|へ|への)(?:報告|提出|説明|回答|共有|掲載|添付)(?:に|で)?(?:する|します|要り|要る|使う|使い|必要)?"
            r"(?:ます|な)?(?:ので|ため(?:に)?|から)、?(?=\S)",
            "",
        ),
        (
            r"(?<=[。?？])[^。?？]{2,24}(?:に|で)(?:要り|使い|必要とし|報告し|提出し|載せ)(?:ます|たいです|たいので|ますので)[。\s]*$",
            "",
        ),
    )
)
"""Words around a question that ask for nothing."""


def as_written(text: str) -> str:
    """A folded question with spoken and polite endings in their written forms, without remarks around it."""
    if _JAPANESE.search(text) is None:
        return text
    for pattern, spelled in _REMARKS:
        text = pattern.sub(spelled, text)
    for pattern, spelled in _RULES:
        text = pattern.sub(spelled, text)
    return _PITY.sub(_dictionary_form, text)


_JAPANESE = re.compile(f"[{_KANA}]")


def _dictionary_form(match: re.Match[str]) -> str:
    """A verb by itself, of its stem and the sound before て: 終わっ of 終わる, 書い of 書く, 延び of 延びる."""
    stem = match["stem"]
    match match["sound"], match["te"]:
        case "し", "て":
            return stem + ("す" if stem in _IN_SU else "する")
        case "っ", "て":
            return stem + ("う" if stem in _IN_U else "つ" if stem in _IN_TSU else "る")
        case "い", "て":
            return f"{stem}く"
        case "い", "で":
            return f"{stem}ぐ"
        case "ん", "で":
            return stem + ("ぶ" if stem in _IN_BU else "む")
        case None, "て":
            return f"{stem}る"
    return match[0]
