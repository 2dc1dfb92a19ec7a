"""Formats as patterns (RFC 3339, 3986, 5321, 4122, 6901, ISO 8601 durations); an unknown format says nothing.

Known limit: a leap second is accepted as 23:59:60 with the offset Z or zero only.
"""

from __future__ import annotations

_LONG, _SHORT = r"(?:0[13578]|1[02])", r"(?:0[469]|11)"
_DAY_28, _DAY_30, _DAY_31 = r"(?:0[1-9]|1\d|2[0-8])", r"(?:0[1-9]|[12]\d|30)", r"(?:0[1-9]|[12]\d|3[01])"
_LEAP_YEAR = r"(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DATE = rf"(?:\d{{4}}-(?:{_LONG}-{_DAY_31}|{_SHORT}-{_DAY_30}|02-{_DAY_28})|{_LEAP_YEAR}-02-29)"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d"
_TIME = rf"(?:{_CLOCK}:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]{_CLOCK})|23:59:60(?:\.\d+)?(?:[Zz]|[+-]00:00))"

_HOURS = r"(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)"
_DAYS = r"(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)"
_DURATION = rf"P(?:\d+W|{_DAYS}(?:T{_HOURS})?|T{_HOURS})"

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_H16 = r"[0-9a-fA-F]{1,4}"
_LAST_32 = rf"(?:{_H16}:{_H16}|{_IPV4})"


def _ipv6() -> str:
    forms = [rf"(?:{_H16}:){{6}}{_LAST_32}"]
    for before in range(6):
        head = rf"(?:(?:{_H16}:){{0,{before - 1}}}{_H16})?" if before else ""
        forms.append(rf"{head}::(?:{_H16}:){{{5 - before}}}{_LAST_32}")
    forms.append(rf"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}")
    forms.append(rf"(?:(?:{_H16}:){{0,6}}{_H16})?::")
    return "(?:" + "|".join(forms) + ")"


_IPV6 = _ipv6()
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOSTNAME = rf"{_LABEL}(?:\.{_LABEL})*"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_QUOTED = r"\"(?:[ !#-\[\]-~]|\\[ -~])*\""
_EMAIL = rf"(?:{_ATOM}(?:\.{_ATOM})*|{_QUOTED})@(?:{_HOSTNAME}|\[(?:{_IPV4}|IPv6:{_IPV6})\])"

_IRI_CHARS = (
    r"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    r"\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{40000}-\u{4fffd}\u{50000}-\u{5fffd}"
    r"\u{60000}-\u{6fffd}\u{70000}-\u{7fffd}\u{80000}-\u{8fffd}\u{90000}-\u{9fffd}\u{a0000}-\u{afffd}"
    r"\u{b0000}-\u{bfffd}\u{c0000}-\u{cfffd}\u{d0000}-\u{dfffd}\u{e1000}-\u{efffd}"
)
_PRIVATE = r"\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}"


def _uri(extra: str = "", private: str = "") -> tuple[str, str]:
    """URI and relative reference."""
    plain = rf"A-Za-z0-9._~!$&'()*+,;={extra}-"
    escaped = r"%[0-9A-Fa-f]{2}"
    char = rf"(?:[:@{plain}]|{escaped})"
    no_colon = rf"(?:[@{plain}]|{escaped})"
    user = rf"(?:[:{plain}]|{escaped})*"
    name = rf"(?:[{plain}]|{escaped})*"
    future = r"v[0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+"
    authority = rf"(?:{user}@)?(?:\[(?:{_IPV6}|{future})\]|{name})(?::\d*)?"
    rest = rf"(?:/{char}*)*"
    tail = rf"(?:\?(?:[:@/?{private}{plain}]|{escaped})*)?(?:#(?:[:@/?{plain}]|{escaped})*)?"
    rooted = rf"//{authority}{rest}|/(?:{char}+{rest})?"
    uri = rf"[A-Za-z][A-Za-z0-9+.-]*:(?:{rooted}|{char}+{rest}|){tail}"
    relative = rf"(?:{rooted}|{no_colon}+{rest}|){tail}"
    return uri, relative


_URI, _RELATIVE = _uri()
_IRI, _IRI_RELATIVE = _uri(_IRI_CHARS, _PRIVATE)
_POINTER = r"(?:/(?:[^~/]|~[01])*)*"
_VARIABLE = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?"
_TEMPLATE = (
    r"(?:[!#$&(-;=?-\[\]_a-z~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\uffef\u{10000}-\u{10fffd}]|%[0-9A-Fa-f]{2}"
    rf"|\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}})*"
)

# RFC 5321, 4.5.3.1, and RFC 1123: octets of what stands before the @, and of a domain.
_LENGTHS = {"email": r"(?=[ -~]{1,64}@[^@]{1,253}$)", "hostname": r"(?=.{1,253}$)"}

FORMATS: dict[str, str] = {
    name: f"^{_LENGTHS.get(name, '')}(?:{pattern})$"
    for name, pattern in {
        "date": _DATE,
        "time": _TIME,
        "date-time": rf"{_DATE}[Tt]{_TIME}",
        "duration": _DURATION,
        "email": _EMAIL,
        "hostname": _HOSTNAME,
        "ipv4": _IPV4,
        "ipv6": _IPV6,
        "uri": _URI,
        "uri-reference": rf"{_URI}|{_RELATIVE}",
        "iri": _IRI,
        "iri-reference": rf"{_IRI}|{_IRI_RELATIVE}",
        "uri-template": _TEMPLATE,
        "uuid": r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
        "json-pointer": _POINTER,
        "relative-json-pointer": rf"(?:0|[1-9]\d*)(?:#|{_POINTER})",
    }.items()
}
REFUSED_FORMATS = frozenset({"regex", "idn-hostname", "idn-email"})
