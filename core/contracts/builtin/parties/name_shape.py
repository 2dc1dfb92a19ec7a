"""Words that stand where a party's name would and name nobody: roles, blanks of a template, salutations, sentences."""

from __future__ import annotations

import re
import unicodedata

_ROLES = frozenset(
    "buyer seller supplier vendor purchaser customer client licensor licensee lessor lessee landlord tenant "
    "distributor company consultant contractor subcontractor manufacturer franchisor franchisee provider "
    "recipient owner agent principal borrower lender employer employee discloser disclosing receiving party "
    "parties guarantor operator sponsor affiliate reseller developer publisher investor subscriber assignor "
    "assignee grantor grantee executive undersigned partner partners member shareholder trustee beneficiary debtor "
    "creditor obligor obligee surety insurer insured carrier shipper consignee pledgor mortgagor organiser organizer "
    "signatory authorized authorised witness representative representatives affiliates subsidiaries subsidiary "
    "promoter artist author broker dealer landlady transferor transferee joint venturer third "
    "fourth fifth either its their his her you we us user service first second other name".split()
)
_ROLES_JA = re.compile(
    r"(?:[甲乙丙丁戊]|(?:売|買|寄託|受寄|被用|質権設定|賃貸保証|連帯保証|貸|借|賃貸|賃借|委託|受託|発注|受注|注文|請負|開示|受領|被開示|許諾|被許諾|使用|労働|供給|購入|派遣|譲渡|譲受|"
    r"利用|提供|契約|保証|債権|債務|雇用|委任|受任|出資|加盟)(?:主|人|者|元|先)|加盟店|販売店|代理店|本部|貴社|弊社|当社|御社|会社|従業員|"
    r"ライセンサー|ライセンシー|フランチャイザー|フランチャイジー|サプライヤー|バイヤー|ベンダー|ユーザー|(?:両|各|双方の?|本契約の?)?当事者|代表者|(?:代表)?(?:取締役|理事|執行役|社員)(?:社長|会長)?|署名者|立会人|相手方|貴殿|私)(?:側|ら|各位)?"
)
_BLANK = re.compile(
    r"[\s_＿.…・●○〇◯■□△▲×XＸ*#?-]+|"
    r"[\[【〔《<{（(]+[^\]】〕》>}）)]*[\]】〕》>}）)]+|"
    r"(?:the\s+)?(?:company|party|client|customer|supplier|vendor|your|full|legal)\s+name|name\s+of\s+\w+|tbd|tba|n/?a|none|unknown|"
    r"(?:会社名?|氏名|名称|商号|住所|御中|様|殿|各位|担当者(?:名)?|未定|不明|なし)",
    re.IGNORECASE,
)
_FORM_ALONE = re.compile(
    r"(?:株式|有限|合同|合名|合資)会社|(?:inc|corp|llc|ltd|limited|corporation|company|plc|gmbh|k\.?k)\.?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:by|name|title|date|its|signature|print(?:ed)?\s+name)\s*:.*|印|.*\bsignature\s+page\b.*|insert\s+\w+|"
    r"(?:(?:令和|平成|昭和)\s*[\d元]+|\d{4})\s*年\s*\d+\s*月\s*\d+\s*日|\d{1,2}\s+[a-z]+\s+\d{4}|[a-z]+\s+\d{1,2},\s*\d{4}",
    re.IGNORECASE,
)
"""What a signature block prints beside a name: labels, a seal's place, a day."""
_ADDRESS = re.compile(r"^(?:東京都|北海道|(?:大阪|京都)府|[一-龥]{2,3}県).*\d+\s*(?:丁目|番|号|-)")
_AND = re.compile(r"及び|並びに|および|ならびに|又は|または|と|・")
_HOLE_INSIDE = re.compile(r"[●○〇◯■□]{2}|_{3}|\[[^\]]*\]|【[^】]*】|《[^》]*》|<<[^>]*>>|\{\{[^}]*\}\}")
_SALUTATION = re.compile(
    r"^(?:dear|to\s+whom|attn|attention|re\s*:|hi|hello|sirs?|madam|gentlemen|ladies)(?![\w-])|^(?:拝啓|前略|関係者|ご担当)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"[。;]|\b(?:shall|(?-i:must|will)|agrees?|means?|hereby|hereinafter|whereas)\b|(?:する|した|され|である|です|ます)(?:。|$)",
    re.IGNORECASE,
)
_FIRM = re.compile(r"\b(?:inc|corp|corporation|llc|ltd|limited|l\.?p|llp|plc|gmbh|k\.?k)\b\.?$", re.IGNORECASE)
_MOST_WORDS = 16


def names_nobody(name: str) -> bool:
    """Whether words given as a party's name are a role, a blank, a salutation or a sentence."""
    plain = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip(" \"'“”「」『』,、:")
    if not re.search(r"\w", plain) or _BLANK.fullmatch(plain) or _HOLE_INSIDE.search(plain):
        return True
    if _SALUTATION.search(plain) and not _FIRM.search(plain):
        return True
    if _SENTENCE.search(plain) or len(plain.split()) > _MOST_WORDS:
        return True
    if _FORM_ALONE.fullmatch(plain) or _LABEL.fullmatch(plain) or _ADDRESS.search(plain):
        return True
    parts = _AND.split(plain.replace(" ", ""))
    if _ROLES_JA.fullmatch(plain.replace(" ", "")) or all(_ROLES_JA.fullmatch(part) for part in parts):
        return True
    if plain.isascii() and plain.casefold().startswith(("the ", "a ", "an ", "each ", "any ")) and plain.islower():
        return True  # "the licensee named in the order form"
    words = re.findall(r"[a-z]+", plain.casefold())
    bare = [word for word in words if word not in ("the", "a", "an", "each", "both", "of", "and", "s")]
    named = any(word in _ROLES for word in bare) and not re.search(r"\d", plain)
    return plain.isascii() and named and all(word in _ROLES or len(word) == 1 for word in bare)
