"""A plan in words: what exactly will be answered, in Japanese and English."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from core.lexicon import agreement_type_name, country_name, state_name
from core.questions.plan import (
    TIMES,
    ClauseIs,
    Condition,
    ContractIs,
    DateIn,
    GroupBy,
    LanguageIs,
    Law,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Plan,
    TypeIs,
)
from core.taxonomy import taxonomy
from core.wording import Language

_W: dict[str, tuple[str, str]] = {
    "law": ("governing law", "準拠法"),
    "law_country": ("country of the governing law", "準拠法の国"),
    "law_state": ("state of the governing law", "準拠法の州"),
    "party": ("party", "当事者"),
    "party_country": ("country of the party", "当事者の国"),
    "agreement_type": ("agreement type", "契約の種類"),
    "clause_type": ("clause type", "条項の種類"),
    "language": ("language", "言語"),
    "expiration_date": ("expiration date", "満了日"),
    "effective_date": ("effective date", "効力発生日"),
    "agreement_date": ("agreement date", "締結日"),
    "last_notice_day": ("last day to give notice", "通知の最終日"),
    "pages": ("number of pages", "ページ数"),
    "clauses": ("number of clause types found", "検出された条項の種類の数"),
    "parties": ("number of parties", "当事者の数"),
    "term_days": ("days from effective to expiration date", "効力発生日から満了日までの日数"),
    "term_years": ("years from effective to expiration date", "効力発生日から満了日までの年数"),
    "notice_days": ("notice period in days (a month as 30 days)", "通知期間の日数（1か月は30日として計算）"),
    "average": ("Average", "平均"),
    "median": ("Median", "中央値"),
    "minimum": ("Least", "最小"),
    "maximum": ("Greatest", "最大"),
    "sum": ("Sum", "合計"),
    "en": ("English", "英語"),
    "ja": ("Japanese", "日本語"),
    "quarter": ("quarter", "四半期"),
    "fiscal_year": ("fiscal year (from 1 April)", "年度（4月1日から）"),
    "day": ("day", "日"),
    "month": ("month", "か月"),
    "year": ("year", "年"),
}
_EXTREMES: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "pages": (("most pages", "ページ数が多い"), ("fewest pages", "ページ数が少ない")),
    "clauses": (("most clause types", "条項の種類が多い"), ("fewest clause types", "条項の種類が少ない")),
    "parties": (("most parties", "当事者が多い"), ("fewest parties", "当事者が少ない")),
    "term_days": (
        ("longest term from effective to expiration date", "効力発生日から満了日までが長い"),
        ("shortest term from effective to expiration date", "効力発生日から満了日までが短い"),
    ),
    "notice_days": (("longest notice period", "通知期間が長い"), ("shortest notice period", "通知期間が短い")),
}
"""What is at the greater and at the lesser end, in English and Japanese."""


def restated(plan: Plan, language: Language) -> str:
    """The question as it was understood."""
    ja = language == "ja"
    conditions = _all(plan.conditions, language)
    among = _all(plan.among, language)
    if plan.measure == "compare":
        return _compared(plan, language)
    if plan.measure == "share":
        base = (
            (f"{among}契約" if ja else f"contracts {among}") if among else ("すべての契約" if ja else "all contracts")
        )
        met = conditions or ("すべて" if ja else "all")
        by = _by(plan, language)
        if plan.group and plan.group.dimension == "clause_type":
            return f"{base}のうち、各条項がある契約の割合" if ja else f"Share of {base} that have each clause type"
        if ja:
            return f"{by}{base}のうち、{met}契約の割合（％）" + _joined(plan, language)
        return f"Percentage of {base} that are contracts {met}{by}" + _joined(plan, language)
    scope = "" if not conditions else (f"（対象：{conditions}契約）" if ja else f", among contracts {conditions}")
    return _measure(plan, language) + scope + _joined(plan, language)


def conditions_in_words(conditions: Sequence[Condition], language: Language) -> str:
    """Conditions in words; empty for none."""
    return _all(conditions, language)


def _compared(plan: Plan, language: Language) -> str:
    sides = [_condition(side, language) for side in plan.sides]
    if language == "ja":
        return "契約の件数の比較：" + "、".join(f"({place}) {side}契約" for place, side in enumerate(sides, 1))
    listed = "; ".join(f"({place}) contracts {side}" for place, side in enumerate(sides, 1))
    return f"Two numbers of contracts: {listed}"


def _joined(plan: Plan, language: Language) -> str:
    """Says that names which a person joined into one party count as one."""
    if not plan.joined:
        return ""
    return (
        "（承認済みの別名は1つの当事者として集計）"
        if language == "ja"
        else " (approved other names count as one party)"
    )


def _measure(plan: Plan, language: Language) -> str:
    ja = language == "ja"
    if plan.measure == "statistic":
        name, of = _w(plan.statistic, language), _w(plan.quantity, language)
        return f"{_by(plan, language)}契約の{of}の{name}" if ja else f"{name} {of} of contracts{_by(plan, language)}"
    if plan.measure == "list":
        return _list(plan, language)
    if plan.group is None:
        return "契約の件数" if ja else "Number of contracts"
    name = _group(plan.group, language)
    text = f"{_by(plan, language)}契約の件数" if ja else f"Number of contracts{_by(plan, language)}"
    if plan.distinct:
        text = f"契約に出てくる{name}とその件数" if ja else f"Each {name} that occurs, with its number of contracts"
    if plan.top is not None:
        end = ("少ない" if plan.ascending else "多い") if ja else ("fewest" if plan.ascending else "most")
        text = (
            f"契約の件数が{end}{name}：上位{plan.top}（同数を含む）"
            if ja
            else f"Top {plan.top} by {name} with the {end} contracts (ties included)"
        )
    if plan.having is not None:
        bounds = _bounds(plan.having.low, plan.having.high, language)
        of = (
            ("準拠法の数" if ja else "governing laws")
            if plan.having.of == "laws"
            else ("契約の件数" if ja else "contracts")
        )
        text = f"{of}が{bounds}の{name}" if ja else f"Each {name} with {bounds} {of}"
    return text


def _list(plan: Plan, language: Language) -> str:
    ja = language == "ja"
    if plan.top is None or not (plan.by_date or plan.quantity):
        return "契約の一覧" if ja else "List of contracts"
    if plan.by_date:
        what = _w(plan.by_date, language)
        end = ("早い" if plan.ascending else "遅い") if ja else ("earliest" if plan.ascending else "latest")
        what = f"{what}が{end}" if ja else f"{end} {what}"
    else:
        what = _EXTREMES[plan.quantity or ""][plan.ascending][ja]
    if ja:
        return f"{what}契約：上位{plan.top}件（同順位を含む）"
    return f"The {plan.top} contract{'s' if plan.top > 1 else ''} with the {what} (ties included)"


def _by(plan: Plan, language: Language) -> str:
    names = [_group(group, language) for group in plan.groups]
    if not names:
        return ""
    return f"{'・'.join(names)}ごとの" if language == "ja" else f" by {' and '.join(names)}"


def _group(group: GroupBy, language: Language) -> str:
    ja = language == "ja"
    if group.dimension in TIMES:
        date_name = _w(group.of, language)
        unit = "月" if ja and group.dimension == "month" else _w(group.dimension, language)
        return f"{date_name}の{unit}" if ja else f"{unit} of the {date_name}"
    if group.dimension == "presence":
        name = taxonomy().get(group.of or "").name(language)
        return f"{name}の有無" if ja else f"presence of {name}"
    return _w(group.dimension, language)


def _all(conditions: Sequence[Condition], language: Language) -> str:
    return ("、" if language == "ja" else " and ").join(_condition(condition, language) for condition in conditions)


def _condition(condition: Condition, language: Language) -> str:
    ja = language == "ja"
    either = "または" if ja else " or "
    match condition:
        case ContractIs(_, called):
            return f"{called}の" if ja else f"({called})"
        case ClauseIs(codes, wanted):
            names = either.join(taxonomy().get(code).name(language) for code in codes)
            if ja:
                return f"{names}が{'ある' if wanted else 'ない'}"
            return f"{'with' if wanted else 'without'} {names}"
        case LawIs(laws, wanted):
            names = either.join(law_words(law, language) for law in laws)
            if ja:
                return f"準拠法が{names}{'の' if wanted else '以外の'}"
            return f"{'' if wanted else 'not '}governed by the law of {names}"
        case PartyIs(_, parties, others):
            names = either.join(parties)
            if others:
                also = ("、" if ja else ", ").join(others)
                names += f"（承認済みの別名：{also}）" if ja else f" (also under the approved other names: {also})"
            return f"{names}が当事者の" if ja else f"with the party {names}"
        case PartyFrom(countries):
            names = either.join(country_name(code, language) for code in countries)
            return f"当事者の国が{names}の" if ja else f"with a party from {names}"
        case TypeIs(codes, wanted):
            names = either.join(agreement_type_name(code, language) for code in codes)
            if ja:
                return f"種類が{names}{'の' if wanted else '以外の'}"
            return f"of {'type' if wanted else 'a type other than'} {names}"
        case LanguageIs(code):
            return f"{_w(code, language)}の" if ja else f"written in {_w(code, language)}"
        case DateIn(field, first, last):
            return _window(_w(field, language), first, last, language)
        case NumberIs(quantity, low, high, unit, strict):
            if quantity == "term_days":
                return _term(low, high, _w(unit, language), strict, language)
            bounds = _bounds(low, high, language)
            return f"{_w(quantity, language)}が{bounds}の" if ja else f"whose {_w(quantity, language)} is {bounds}"


def _term(low: int | None, high: int | None, unit: str, strict: bool, language: Language) -> str:
    number = low if low is not None else high
    if language == "ja":
        way = ("を超える" if strict else "以上の") if low is not None else ("未満の" if strict else "以下の")
        if low is not None and low == high:
            way = "ちょうどの"
        return f"効力発生日から満了日までが{number}{unit}{way}"
    way = ("more than" if strict else "at least") if low is not None else ("less than" if strict else "at most")
    if low is not None and low == high:
        way = "exactly"
    return f"that run {way} {number} {unit}{'s' if number != 1 else ''} from effective to expiration date"


def _window(field: str, first: str | None, last: str | None, language: Language) -> str:
    begin, end = (None if day is None else day_words(day, language) for day in (first, last))
    if language == "ja":
        if begin and end:
            return f"{field}が{begin}から{end}までの" if begin != end else f"{field}が{begin}の"
        return f"{field}が{begin}以降の" if begin else f"{field}が{end}以前の"
    if begin and end:
        return f"with {field} from {begin} to {end}" if begin != end else f"with {field} {begin}"
    return f"with {field} on or after {begin}" if begin else f"with {field} on or before {end}"


def _bounds(low: int | None, high: int | None, language: Language) -> str:
    if language == "ja":
        if low is not None and high is not None:
            return f"{low}" if low == high else f"{low}以上{high}以下"
        return f"{low}以上" if low is not None else f"{high}以下"
    if low is not None and high is not None:
        return f"exactly {low}" if low == high else f"from {low} to {high}"
    return f"at least {low}" if low is not None else f"at most {high}"


def law_words(law: Law, language: Language) -> str:
    """A governing law in words, such as "New York, United States"."""
    country = country_name(law.country, language)
    if law.state is None:
        return country
    state = state_name(law.country, law.state, language)
    return f"{country}{state}" if language == "ja" else f"{state}, {country}"


def day_words(day: str, language: Language) -> str:
    """An ISO day as people write it."""
    return format_date(date.fromisoformat(day), format="long", locale=language)


def _w(key: str | None, language: Language) -> str:
    return _W[key or ""][language == "ja"]
