"""What can be read out of the user's words with certainty: kinds of contract and clause, articles of law, severity."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

from core.interview.builtin.cues import cues
from core.knowledge import LawReference, Severity
from core.lexicon import agreement_code, agreement_type_name, agreement_types
from core.questions import clause_codes
from core.taxonomy import taxonomy
from core.wording import Language

_NUMBER = r"[0-9０-９一二三四五六七八九十百千]+"
_JA_LAW = re.compile(
    rf"(?P<law>(?:[一-龥々ァ-ヶーの]{{1,30}}に(?:関|対)する)?[一-龥々ァ-ヶー]{{0,24}}(?:法律|法|施行令|施行規則|ガイドライン|約款))"
    rf"(?:（[^）]{{0,40}}）)?の?"
    rf"(?P<article>第?{_NUMBER}条(?:の{_NUMBER})*(?:第?{_NUMBER}項)?(?:第?{_NUMBER}号)?)"
)
_NAME = r"(?:[A-Z][\w'-]+|of|and|the|on|for|to|in)"
_LAW = rf"(?!See |Under |Look |Compare |The )[A-Z][\w'-]+(?: {_NAME}){{0,8}}? (?:Act|Code|Law|Regulation)"
_ARTICLE = r"(?:Articles?|Art\.?|Sections?|Sec\.?|§)\s*\d[\w.-]*(?:\(\w+\))*"
_EN_LAW = re.compile(
    rf"(?P<article1>{_ARTICLE}),? (?:of )?(?:the )?(?P<law1>{_LAW})\b|(?P<law2>{_LAW}),? (?P<article2>{_ARTICLE})"
)
# Words that end in 法 and are no law, or name none.
_NO_LAW = re.compile(
    r"(?:方|手|用|文|作|技|製|話|療|違|適|合|不|司|立|寸|算|論|語)法$|^(?:同|本|当該|関係|他)?法(?:律|令)?$"
)
_BARE_LAWS = (
    "民法 商法 会社法 下請法 独占禁止法 独禁法 個人情報保護法 労働基準法 労働契約法 借地借家法 消費者契約法 "
    "特定商取引法 不正競争防止法 著作権法 特許法 商標法 印紙税法 フリーランス法 景品表示法 "
    "建設業法 製造物責任法 仲裁法 破産法"
).split()
_LAW_NAME = re.compile(
    "|".join(sorted(_BARE_LAWS, key=len, reverse=True))
    + r"|(?<![一-龠々])[一-龠々]{2,9}法(?![一-龠務])|[一-龠々ァ-ヶー]{2,14}(?:条約|議定書|省令|約款|新法)(?![一-龠])"
)
_LOCAL = r"(?<![A-Za-z])(?P<law{0}>[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{{0,14}}[A-Z]|OR|ZPO)(?![A-Za-z])"
_LOCAL_ARTICLE = r"(?P<article{0}>(?:§§?|Art\.?|art\.?|s\.)\s?\d+[a-z]?(?:\s?\(\d+\)| Nr\. ?\d+)?)"
_FOREIGN_LAW = re.compile(
    f"{_LOCAL_ARTICLE.format(1)},? (?:of (?:the )?)?{_LOCAL.format(1)}|{_LOCAL.format(2)},? {_LOCAL_ARTICLE.format(2)}"
    r"|(?P<law3>(?:Regulation|Directive) (?:\((?:EU|EC)\) )?(?:No\.? )?\d{2,4}/\d+(?:/E[CU])?)"
    r"|(?P<law4>[A-Z][\w'&-]+(?: (?:\([A-Z][\w ]+\)|[A-Z][\w'&-]*|of|and|for|the|to|in))*"
    r" (?:Acts?|Code|Law|Regulations|Convention|Ordinance)(?:,? (?:19|20)\d\d)?)(?![\w-])"
)
"""Laws as they are named beside their article or by their year, where a sentence is known to name one."""
_ACRONYM = re.compile(rf"\b(?P<law>GDPR|CCPA|HIPAA|FCPA|UCC|CISG|DORA|UCTA)\b,?(?: (?P<article>{_ARTICLE}))?")
_BARE = re.compile("|".join(_BARE_LAWS) + r"|\b(?:GDPR|CCPA|HIPAA|FCPA|UCC|CISG)\b")
_EVERYDAY = frozenset(
    "audit 監査 insurance 保険 exclusive 独占 専属 penalty escrow 違約金 排他性 使い放題 移行支援".split()
)
_KATAKANA = re.compile(r"[ァ-ヶー]+")
_CLAUSE_WORD = re.compile(r"(?:条項|規定|義務|責任|clause|provisions|obligation)$")
_AFTER = r"(?=$|[、。,. (]|です|だ|と|程度|に(?:し|な)|で(?:お願い|す|し|いい|よい)|くらい|ぐらい|あたり|かな|寄り|め)"
_SEVERITY: dict[Severity, re.Pattern[str]] = {
    "high": re.compile(
        rf"^(?:とても|非常に|かなり)?(?:高い?|重大|致命的|深刻|大きい|大){_AFTER}"
        r"|^(?:very )?(?:high|severe|critical|serious)\b"
    ),
    "medium": re.compile(rf"^(?:中くらい|中位|中|普通|そこそこ){_AFTER}|^(?:medium|moderate|middling)\b"),
    "low": re.compile(rf"^(?:低い?|軽微|軽い|小さい|小){_AFTER}|^(?:low|minor|slight)\b"),
}
_STATED = re.compile(
    r"(?:重大度|深刻度|深刻さ|重さ|重要度|影響度|リスク(?:の大きさ|の程度)?)(?:は|が|：|:)\s*([^。、,\n]{1,12})"
    r"|severity(?: is|:)\s+(\w+)",
    re.I,
)
_LEVEL_FIRST = re.compile(
    r"^(?:so,? |well,? |i(?:'d| would) say |maybe |probably )?(?P<level>low|medium|high)"
    r"(?:,|[.]?$| (?:i (?:guess|think|suppose|reckon)|probably|maybe)\b)",
    re.I,
)
_SCALE = re.compile(r"重大度|深刻度|深刻さ|重要度|影響度|優先度|重要性|大きさ")
_LOOSE: dict[Severity, re.Pattern[str]] = {
    "high": re.compile(
        r"高(?![一-龠])|重大|深刻|致命|甚大|大きい|(?:最|いちばん|一番)[のに]?(?:上|重|高|大)|極めて重|クリティカル|命に関わ|人命"
        r"|\b(?:highest|high|severe|critical|serious|grave|huge|massive|maximum|catastrophic|existential|ruinous|top)\b"
    ),
    "medium": re.compile(
        r"(?<![一-龠])中(?![一-龠]|に|で[^す。、お])|中程度|中くらい|中位|普通|ミドル|まんなか|真ん中"
        r"|\b(?:medium|moderate|middling|mid|middle|average|intermediate)\b"
    ),
    "low": re.compile(r"低(?![一-龠])|軽微|軽い|軽め|小さい|\b(?:low|minor|slight|small|light)\b"),
}
_DENIED_LEVEL = re.compile(
    r"(?:高|重|深刻|大き|低)[^。]{0,4}(?:くはない|くない|ではない|ではありません|じゃない)"
    r"|\bnot (?:very |that )?(?:high|serious|severe|low)"
)
_DENIED = re.compile(r"ない|なく|ません|\bnot\b")
_RULE = re.compile(
    r"(?:べき|ないこと|すること|とする|しなければならない|禁止する)[。.だです]*$|\b(?:must|should|shall|always|never)\b",
    re.I,
)
_HAPPENED = re.compile(r"た(?:。|が|ため|ので|ところ|こと|案件|件|$)|ました|\b(?:was|were|had|did|\w+ed)\b", re.I)
_PARTY = (
    r"甲|乙|丙|(?:各|両|全)?当事者|委託者|受託者|発注者|受注者|買主|売主|貸主|借主|開示者|受領者|使用者|提供者|"
    r"ライセンサー|ライセンシー|本?(?:契約|条)"
)
_CLAUSE = re.compile(
    rf"^(?:第?[0-9０-９]+[条項.．、]?\s*)?(?:{_PARTY})(?:および|及び|又は|または|は|が|の).{{4,}}"
    r"(?:ものとする|てはならない|なければならない|することができる|することができない|義務を負う|責任を負う|負わない)[。.]?$"
    r"|^(?:The |Each |Neither |Either )?(?:[A-Z][a-z]+|party|Party)\b[^.]{0,60}\bshall\b[^?]*$",
    re.S,
)
_POINTS = re.compile(r"参考|参照|根拠|関係|該当|当たる|\b(?:see|cf|under|relevant|applies)\b", re.I)
_LONGEST_POINTER = 60
_LONGEST_NAMES = 60
_TOLD = re.compile(
    r"[はがを].|(?:だ|です|ます|ました|思う|たい|ない|[いえきしちにりれせてけめべげっ]た)$|\b(?:is|are|was|were|had|have|think|they|we)\b",
    re.I,
)
"""A sentence, and no name of a kind of contract."""
_EVERY = re.compile(
    r"^(?:すべて|全て|全部|全般)(?:の契約)?(?:です)?$|^(?:all|every|any)(?: (?:kinds?|types?|contracts?|of them).*)?$",
    re.I,
)


def contract_types(text: str, language: Language) -> tuple[str, ...]:
    """Names of the kinds of contract that a text names, in the order of the text."""
    plain = _plain(text)
    found: dict[str, int] = {}
    for name, code in _agreement_names():
        place = _place(name, plain)
        if place is not None:
            found[code] = min(place, found.get(code, place))
            plain = _blank(plain, name)
    return tuple(agreement_type_name(code, language) for code in sorted(found, key=found.__getitem__))


def kind_named(text: str) -> str | None:
    """The kind of contract that a sentence does nothing but name, known or not, in the user's words."""
    match = _ONLY_KIND.match(text.strip())
    return None if match is None or _NO_KIND.match(match["name"]) else match["name"]


_ONLY_KIND = re.compile(
    r"^(?:契約(?:の種類|類型)?は、?)?(?P<name>[一-龠々ァ-ヺー・A-Za-z]{2,16}契約)(?:書)?"
    r"(?:です|でした|になります|ですね|でして|なんです(?:が|けど)?|なんですけど|の件です(?:が)?|の話です|のところです)?[。.、]*$"
)
_NO_KIND = re.compile(r"^(?:当該|本|同|元|現|新|旧|原|契約|両|各|全|別|他|当初|今回|前回|更新後)契約$")
"""Which contract, and of no kind."""


def contract_types_answered(text: str, language: Language) -> tuple[str, ...] | None:
    """Kinds of contract in an answer to the question for them: known ones by their name, others in the user's words.

    None where the text is too long to be a list of names.
    """
    if _EVERY.match(text.strip("。. ")):
        return ()
    found = contract_types(text, language)
    if found:
        return found
    if len(text.strip()) > _LONGEST_NAMES:
        return None
    plain = re.sub(r"(?:です|でした|になります)?[。.\s]*$", "", text.strip())
    words = [word.strip("。. ") for word in re.split(r"[、,，/／\n]| and |および|及び|と(?=[^い])", plain)]
    if any(_TOLD.search(word) for word in words):
        return None
    named = [agreement_type_name(agreement_code(word) or word, language) for word in words if word]
    return tuple(dict.fromkeys(named))


def kinds_told(words: str, language: Language) -> tuple[str, ...]:
    """The kinds of contract in a sentence that tells them: known ones by their name, else the few words themselves."""
    named = kind_named(words)
    known = contract_types(words, language) or ((named,) if named else ())
    if known or (told := contract_types_answered(_AROUND_KIND.sub("", words.strip()), language)):
        return known or told or ()
    pieces = [re.sub(r"(?<=[一-龠])で$", "", piece.strip(" 。.")) for piece in _BETWEEN_KINDS.split(words.strip())]
    kinds = [_AROUND_KIND.sub("", piece) for piece in pieces if piece and not _SIDE.search(piece)]
    if len(kinds) == len(pieces) or not kinds:
        return ()
    return contract_types_answered(kinds[0], language) or ()


_BETWEEN_KINDS = re.compile(r"[、,;；。]|\s[-–—]\s|(?<=で) ")
_SIDE = re.compile(
    r"^(?:and )?(?:we|us|our|i)\b|\b(?:us|we|side)$|\b(?:is us|we are|we're)\b"
    r"|^(?:うち|当社|当方|弊社|私(?:ども|達|たち)?|こちら|こっち|わが社|我が社|自社|当[一-龠]{1,3})[はがもの]?"
    r"|(?:側|こっち|こちら|[売買貸借]り?[主手])(?:です|になります|でございます|だ)?$",
    re.I,
)
"""What tells our side of a contract, not its kind."""


_AROUND_KIND = re.compile(
    r"^(?:it(?:'s| is| was)|this is|that was|well,?|um,?|so,?)(?: (?:called|under|just))? (?:an? |the )?"
    r"|(?:です|でした|になります|な|っす|だ|じゃ)?(?:[、,]?でしょうか|ね|よ)?[。.!]*$",
    re.I,
)


def clause_types(text: str, *, asked: bool = False) -> tuple[str, ...]:
    """Codes of the clause types that a text names; names of laws do not count (独占禁止法 is no exclusivity).

    Args:
        text: the user's words.
        asked: whether the text answers the question for clause types. If not, a name that is an everyday word as well
            (納品, insurance) counts only where it is said of a clause: 納品の条項, the insurance clause.
    """
    plain = _plain(_JA_LAW.sub(" ", text))
    for law in _BARE_LAWS:
        plain = plain.replace(law, " ")
    plain = plain.replace("の", "")
    found = []
    for name, code, own in _clause_names():
        if _place(name, plain) is None:
            continue
        if asked or own or _as_clause(name).search(plain):
            found.append(code)
        plain = _blank(plain, name) if asked or own else plain
    order = [category.code for category in taxonomy().clauses]
    return tuple(sorted(set(found), key=order.index))


def clause_types_named(text: str) -> tuple[str, ...]:
    """Codes of the clause types in a text that names some and does nothing else, by the lexicon of questions too."""
    listed = clause_types(text, asked=True) or tuple(
        code for code in clause_codes(_LABEL_OF_CLAUSE.sub("", text)) if taxonomy().get(code).kind == "clause"
    )
    if listed or len(text) > _LONGEST_NAMES:
        return listed
    plain = _plain(text)
    return tuple(code for code, pattern in cues().clause_words.items() if re.search(pattern, plain))


_LABEL_OF_CLAUSE = re.compile(
    r"^条項(?:の種類|種別|の類型)?は|^(?:so )?(?:the |this )?(?:clause type|type of clause)(?: is|:)?", re.I
)


def is_clause_name(text: str) -> bool:
    """Whether a text is the name of a clause type and nothing else."""
    plain = _plain(text).replace("の", "").strip('「」“”"。. ')
    return any(name == plain for name, _, _ in _clause_names())


def law_words(text: str) -> list[str]:
    """The words of a text that name a law, its article included."""
    found = [match[0] for match in _JA_LAW.finditer(text) if not _NO_LAW.search(match["law"])]
    found += [match[0] for match in _EN_LAW.finditer(text)]
    found += [match[0] for match in _BARE.finditer(text)]
    return found


def names_of_agreements(plain: str) -> list[str]:
    """Names of kinds of contract in a folded text, the longest first."""
    return [name for name, _ in _agreement_names() if _place(name, plain) is not None]


def names_of_clauses(plain: str) -> list[str]:
    """Names of clause types in a folded text, the longest first."""
    return [name for name, _, _ in _clause_names() if _place(name, plain) is not None]


def law_references(text: str, *, bare: bool = False) -> tuple[LawReference, ...]:
    """Laws with their articles in a text.

    Args:
        text: the user's words.
        bare: whether a well-known law counts without an article as well.
    """
    found: dict[LawReference, int] = {}
    rest = text
    for match in _JA_LAW.finditer(text):
        if not _NO_LAW.search(match["law"]):
            found[LawReference(law=match["law"], article=match["article"])] = match.start()
            rest = rest.replace(match[0], " " * len(match[0]))
    for match in _EN_LAW.finditer(text):
        law, article = match["law1"] or match["law2"], match["article1"] or match["article2"]
        found[LawReference(law=law, article=article)] = match.start()
    for match in _ACRONYM.finditer(text):
        if bare or match["article"]:
            found[LawReference(law=match["law"], article=match["article"] or "")] = match.start()
    if bare:
        named = " ".join(law.law for law in found)
        for match in _FOREIGN_LAW.finditer(text):
            law = match["law1"] or match["law2"] or match["law3"] or match["law4"]
            if law not in named:
                found[LawReference(law=law, article=match["article1"] or match["article2"] or "")] = match.start()
        for match in _LAW_NAME.finditer(rest):
            if match[0] in _BARE_LAWS or not _NO_LAW.search(match[0]):
                found[LawReference(law=match[0], article="")] = match.start()
    return tuple(sorted(found, key=found.__getitem__))


def severity(text: str) -> Severity | None:
    """The severity that an answer names; None when it names none, several, or denies one."""
    plain = _plain(text).strip("「」『』。.、, ")
    if _DENIED.search(plain):
        return None
    found = [level for level, pattern in _SEVERITY.items() if pattern.search(plain)]
    return found[0] if len(found) == 1 and not re.search(r"か|or|から|〜|~", plain[1:6]) else None


def severity_stated(text: str) -> Severity | None:
    """The severity that a sentence states by name, such as 重大度は高; None when none does."""
    match = _STATED.search(text)
    if match is not None:
        return severity(match[1] or match[2])
    first = _LEVEL_FIRST.match(text.strip())
    return None if first is None else severity(first["level"])


def severity_loose(text: str) -> Severity | None:
    """The severity that a sentence about severity names somewhere; None when it names none or two that differ."""
    plain = _SCALE.sub(" ", _plain(text))
    found = {level for level, pattern in _LOOSE.items() if pattern.search(plain)}
    return found.pop() if len(found) == 1 and not _DENIED_LEVEL.search(plain) else None


def severity_told(text: str) -> Severity | None:
    """The severity that words tell which are known to be about it: a level, points out of ten, or plain words."""
    level = severity_stated(text) or severity(text) or severity_loose(text)
    if level is not None:
        return level
    plain = _plain(text)
    plain = _LESS_THAN.sub(" ", plain)
    points = _OUT_OF.search(plain)
    if points is not None:
        count, most = (
            _count(points["count"] or points["count2"]),
            _count(points["most"] or points["most2"] or points["most3"]),
        )
        share = count / most
        return None if share > 1 else "high" if share >= 0.7 else "medium" if share >= 0.4 else "low"
    found = {}
    for name, pattern in cues().severity_words.items():
        plain, times = re.subn(pattern, " ", plain)
        found[name] = times
    told: list[Severity] = [name for name in found if found[name]]
    return told[0] if len(told) == 1 else None


_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_POINTS_GIVEN = rf"(?<!\d)(?:10|[1-9](?!\d)|(?:{'|'.join(_COUNTED)})\b)"
_OUT_OF = re.compile(
    rf"(?P<count>{_POINTS_GIVEN})\s?(?:/|of|out of|from|on a scale of)\s?(?P<most>10(?!\d)|5(?!\d)|ten\b|five\b)"
    rf"|(?:scale (?:of|to) (?:(?:1|one) to )?(?P<most2>10|5|ten|five)\b|(?<!\d)(?P<most3>10|5|五|十)段階)"
    rf"\D*?(?P<count2>{_POINTS_GIVEN})"
)
"""Points out of ten or five."""
_LESS_THAN = re.compile(r"\brather than\b[^,.;]*")
"""What it is not."""


def _count(words: str) -> int:
    if words.isdigit():
        return int(words)
    return {"五": 5, "十": 10}[words] if words in "五十" else _COUNTED.index(words) + 1


def laws_told(text: str) -> tuple[LawReference, ...]:
    """The laws in words that are known to name some, guidelines and standards included."""
    found = law_references(text, bare=True)
    if found:
        return found
    told = []
    for match in _RULES.finditer(text):
        law, article = (match["law"] or match["law2"]).strip(), (match["article"] or match["article2"] or "").strip()
        if article or not _NO_RULES.fullmatch(law):
            told.append(LawReference(law=law, article=article))
    if _NO_LAW_AT_ALL.match(text) is None:
        told += [LawReference(law=match[0].strip(), article="") for match in _LAW_OF.finditer(text)]
    return tuple(dict.fromkeys(told))


_RULES = re.compile(
    r"(?P<law>(?:[一-龠々ァ-ヶーA-Za-z]{2,12}(?:等に関する|に関する|の|・))*[一-龠々ァ-ヶー]{0,12}"
    r"(?:ガイドライン|指針|告示|通達|条例|規程|法律|要綱|標準仕様|(?:許可|認可|届出|登録|免許)制度|地位の濫用|(?<=[ァ-ヶー])法|(?<=医療)法|(?<=国)法(?=準拠)))"
    r"(?P<article>第?[0-9]+条)?"
    r"|\b(?P<law2>[A-Z][\w&-]*[A-Z][\w/&-]*|Incoterms|Reg [A-Z]\b|[A-Z][\w-]+ of [A-Z][\w-]+)"
    r"(?P<article2>(?: [A-Z][\w&/-]*){0,3}(?: (?:rule|annex|arts?\.?|articles?|paragraph|chapter|part|on))?"
    r"(?: ?\d[\w./-]*)?)"
)
_FIELD_OF_LAW = (
    r"(?:competition|antitrust|copyright|consumer(?: protection)?|labou?r|employment|insurance|procurement|tender"
    r"|privacy|data[- ]protection|tax|customs|maritime|tenancy|insolvency|building|agency|transport|sanctions"
    r"|export[- ]control)"
)
_NO_PART = r"(?!(?:is|are|was|were|has|have|had|under|the|an?|of|by|in|on|may|might|and|or|no|not|to|we|it|there)\b)"
_LAW_OF = re.compile(
    rf"\b(?:(?!(?:The|No|Some|Any|Our|Their|Its|This|That|What|These|Those|Other|Such|None|Under|In|By)\b)[A-Z][a-z]+"
    rf"(?: {_NO_PART}[a-z-]+){{0,2}}|(?i:{_FIELD_OF_LAW})|law (?=against|of|on))"
    rf" ?(?:law|rules|legislation|statutes?|provisions|authorities|regulations|guidelines|(?<=law ))\b"
    rf"(?: ?(?:of|on|in|about|against|concerning) (?:the )?"
    rf"(?:\d{{4}}\b|{_NO_PART}[\w'-]+(?: {_NO_PART}(?!perhaps\b)[a-z'-]+){{0,2}}))?"
)
"""Law told by whose it is or of what: "Croatian law", "Dutch provisions on unreasonable terms", "competition law"."""
_NO_LAW_AT_ALL = re.compile(r"(?:no|none|nothing|skip|pass|not)\b", re.I)
_NO_RULES = re.compile(r"IT|HR|CEO|CFO|US|USA|EU|UK|OK|PDF|SaaS|KPI|NDA|MSA|SLA|SOW|VAT|IP|PO|AI|FAQ|JV")


def law_in_words(text: str) -> LawReference | None:
    """A law that a short sentence about laws names in words that no pattern knows, in these words.

    None where it says that there is none, or that it is not known.
    """
    words = text.strip().rstrip("。. ")
    named = len(words) <= _LONGEST_LAW and _LAW_WORD.search(words) is not None and _NO_LAW_NAMED.search(words) is None
    return LawReference(law=words, article="") if named else None


_LONGEST_LAW = 100
_LAW_WORD = re.compile(
    r"\b(?:laws?|acts?|statutes?|rules?|regulations?|codes?|directives?|standards?|decisions?|decrees?|ordinances?"
    r"|sec(?:tion)?s?|art(?:icle)?s?|treaty|convention|bylaws?|by-laws?)\b|§"
    r"|法(?![人務外式])|[0-9０-９]条|規則|規[程約]|指針|基準|約款|条約|条例|省令|通達",
    re.I,
)
_NO_LAW_NAMED = re.compile(
    r"^(?:no|none|nothing|skip|pass|not)\b"
    r"|\bno (?:laws?|acts?|statutes?|rules?|codes?|idea|clue|particular|special|specific)\b"
    r"|n't\b|\b(?:not|never|none|nothing|unknown|dunno|cannot)\b|[?？]"
    r"|(?<!かもしれ)ません|な[いしくか](?![一-龠])|無し|存じ|わから|分から|知ら|不明|パス|該当|特段|特に|違う|浮かば",
    re.I,
)


def is_clause(sentence: str) -> bool:
    """Whether a sentence is worded as a clause: a party and what it shall, may or must not do."""
    return _CLAUSE.search(sentence.strip()) is not None


def cites_law(sentence: str) -> bool:
    """Whether a sentence does nothing but point to a law."""
    return len(sentence) <= _LONGEST_POINTER and _POINTS.search(sentence) is not None and bool(law_references(sentence))


def looks_like(text: str) -> Literal["rule", "case"]:
    """Whether a text states what should be, and nothing that happened."""
    return "rule" if _RULE.search(text.strip()) and not _HAPPENED.search(text) else "case"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _place(name: str, plain: str) -> int | None:
    if not name.isascii():
        place = plain.find(name)
        return None if place < 0 else place
    if name not in plain:
        return None
    match = re.search(rf"(?<![a-z0-9]){re.escape(name)}s?(?![a-z0-9])", plain)
    return None if match is None else match.start()


def _blank(plain: str, name: str) -> str:
    """The text without a name that was found, so that a shorter name inside it is not found as well."""
    return plain.replace(name, "\n" * len(name))


@cache
def _agreement_names() -> tuple[tuple[str, str], ...]:
    """Names of kinds of contract with their codes, the longest first; one English word needs "agreement" beside it."""
    names: dict[str, str] = {}
    for kind in agreement_types().values():
        for name in (kind.en, kind.ja, *kind.aliases):
            plain = _plain(name)
            if plain.isascii() and " " not in plain and plain not in ("nda", "mou", "guarantee"):
                names.setdefault(f"{plain} agreement", kind.code)
                names.setdefault(f"{plain} contract", kind.code)
            else:
                names.setdefault(plain, kind.code)
                if plain.endswith(" agreement"):
                    names.setdefault(plain.removesuffix("agreement") + "contract", kind.code)
    return tuple(sorted(names.items(), key=lambda pair: -len(pair[0])))


@cache
def _clause_names() -> tuple[tuple[str, str, bool], ...]:
    """Names of clause types, the longest first; words too short to be sure are left out.

    Returns:
        Name, code, and whether the name means the clause wherever it stands: names of the general types and everyday
        words do not, unless they end in a word for a clause.
    """
    names: dict[str, tuple[str, bool]] = {}
    for category in taxonomy().clauses:
        halves = [half for half in category.ja.split("・") if len(half) >= 4 and not _KATAKANA.fullmatch(half)]
        for name in (category.en, category.ja, *category.aliases, *halves):
            plain = _plain(name).replace("の", "")
            if len(plain) >= (4 if plain.isascii() else 2):
                own = category.cuad is not None and plain not in _EVERYDAY
                names.setdefault(plain, (category.code, own or _CLAUSE_WORD.search(plain) is not None))
    ordered = sorted(names.items(), key=lambda pair: -len(pair[0]))
    return tuple((name, code, own) for name, (code, own) in ordered)


@cache
def _as_clause(name: str) -> re.Pattern[str]:
    """The places where a name is said of a clause, in a text without の."""
    plain = re.escape(name)
    if not name.isascii():
        about = r"(?:に関する|について|に係る)?"
        return re.compile(rf"{plain}{about}(?:条項|条件|条文|規定|定め|取決め|特約|制限|禁止|義務)|[(【]{plain}[)】]")
    kinds = r"(?:clauses?|provisions?|sections?|articles?)"
    return re.compile(rf"\b{plain}s? {kinds}\b|\b{kinds} (?:on|about|for|regarding|concerning) (?:the )?{plain}s?\b")
