"""Laws that a text names, with their articles."""

from __future__ import annotations

import re

from core.interview.builtin.hearing.name_search import folded
from core.knowledge import LawReference

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
    r"|(?P<law3>(?:(?:Regulation|Directive) (?:\((?:EU|EC)\) )?|\((?:EU|EC)\) |(?:Law|Act|Decree|Ley|Loi|Decreto) )"
    r"(?:No\.? )?\d{1,4}/\d+(?:/E[CU])?)"
    r"|(?P<law4>[A-Z][\w'&-]+(?: (?:\([A-Z][\w ]+\)|[A-Z][\w'&-]*|of|and|for|the|to|in))*"
    r" (?:Acts?|Code|Law|Regulations|Convention|Ordinance)(?:,? (?:19|20)\d\d)?)(?![\w-])"
)
"""Laws as they are named beside their article or by their year, where a sentence is known to name one."""
_ACRONYM = re.compile(rf"\b(?P<law>GDPR|CCPA|HIPAA|FCPA|UCC|CISG|DORA|UCTA)\b,?(?: (?P<article>{_ARTICLE}))?")
_BARE = re.compile("|".join(_BARE_LAWS) + r"|\b(?:GDPR|CCPA|HIPAA|FCPA|UCC|CISG)\b")
_POINTS = re.compile(r"参考|参照|根拠|関係|該当|当たる|\b(?:see|cf|under|relevant|applies)\b", re.I)
_LONGEST_POINTER = 60
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


def law_words(text: str) -> list[str]:
    """The words of a text that name a law, its article included."""
    words = [match[0] for match in _JA_LAW.finditer(text) if not _NO_LAW.search(match["law"])]
    words += [match[0] for match in _EN_LAW.finditer(text)]
    words += [match[0] for match in _BARE.finditer(text)]
    return words


def without_laws(text: str) -> str:
    """A text, folded, without the Japanese laws that it names: 独占禁止法 is no exclusivity."""
    plain = folded(_JA_LAW.sub(" ", text))
    for law in _BARE_LAWS:
        plain = plain.replace(law, " ")
    return plain


def law_references(text: str, *, bare: bool = False) -> tuple[LawReference, ...]:
    """Laws with their articles in a text.

    Args:
        text: the user's words.
        bare: whether a well-known law counts without an article as well.
    """
    places: dict[LawReference, int] = {}
    rest = text
    for match in _JA_LAW.finditer(text):
        if not _NO_LAW.search(match["law"]):
            places[LawReference(law=match["law"], article=match["article"])] = match.start()
            rest = rest.replace(match[0], " " * len(match[0]))
    for match in _EN_LAW.finditer(text):
        law, article = match["law1"] or match["law2"], match["article1"] or match["article2"]
        places[LawReference(law=law, article=article)] = match.start()
    for match in _ACRONYM.finditer(text):
        if bare or match["article"]:
            places[LawReference(law=match["law"], article=match["article"] or "")] = match.start()
    if bare:
        named = " ".join(law.law for law in places)
        for match in _FOREIGN_LAW.finditer(text):
            law = match["law1"] or match["law2"] or match["law3"] or match["law4"]
            if law not in named:
                places[LawReference(law=law, article=match["article1"] or match["article2"] or "")] = match.start()
        for match in _LAW_NAME.finditer(rest):
            if match[0] in _BARE_LAWS or not _NO_LAW.search(match[0]):
                places[LawReference(law=match[0], article="")] = match.start()
    return tuple(sorted(places, key=places.__getitem__))


def laws_told(text: str) -> tuple[LawReference, ...]:
    """The laws in words that are known to name some, guidelines and standards included."""
    cited = law_references(text, bare=True)
    if cited:
        return cited
    told = []
    for match in _RULES.finditer(text):
        law, article = (match["law"] or match["law2"]).strip(), (match["article"] or match["article2"] or "").strip()
        if article or not _NO_RULES.fullmatch(law):
            told.append(LawReference(law=law, article=article))
    if _NO_LAW_AT_ALL.match(text) is None:
        told += [LawReference(law=match[0].strip(), article="") for match in _LAW_OF.finditer(text)]
    return tuple(dict.fromkeys(told))


def law_in_words(text: str) -> LawReference | None:
    """A law that a short sentence about laws names in words that no pattern knows, in these words.

    None where it says that there is none, or that it is not known.
    """
    words = text.strip().rstrip("。. ")
    named = len(words) <= _LONGEST_LAW and _LAW_WORD.search(words) is not None and _NO_LAW_NAMED.search(words) is None
    return LawReference(law=words, article="") if named else None


def cites_law(sentence: str) -> bool:
    """Whether a sentence does nothing but point to a law."""
    return len(sentence) <= _LONGEST_POINTER and _POINTS.search(sentence) is not None and bool(law_references(sentence))
