"""Questions about many contracts in Japanese and English, each with what a plain loop over the contracts gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from grammar_truth import FIRMS, TODAY

from oracles import portfolio_answers as t
from oracles.known_contracts import Known

Rows = list[list[Any]]
Truth = Callable[[Sequence[Known]], Rows]
US, NEW_YORK, DELAWARE, JAPAN = ("US", None), ("US", "New York"), ("US", "Delaware"), ("JP", None)


def top(number: int, rows: Rows, *, column: int = -1, least: bool = False) -> Rows:
    """The first rows by a column, with those level with the last, and the one whose key is not known."""
    named = sorted((row for row in rows if row[0] is not None), key=lambda row: row[column], reverse=not least)
    edge = named[min(number, len(named)) - 1][column]
    kept = [row for index, row in enumerate(named) if index < number or row[column] == edge]
    return kept + [row for row in rows if row[0] is None]


def by_clause(contracts: Sequence[Known], *conditions: t.Condition) -> Rows:
    rows: Rows = []
    for code in t.CLAUSES:
        sure = unsure = 0
        for contract in contracts:
            met = t.verdict(contract, conditions)
            here = contract.presence[code]
            sure += met is True and here == "present"
            unsure += met is not False and (here == "unknown" or (here == "present" and met is None))
        rows.append([code, sure, unsure])
    return rows


def parties(contract: Known) -> list[tuple[Any, ...]]:
    return [(name,) for name in contract.parties] or [(None,)]


def several_laws(contracts: Sequence[Known]) -> Rows:
    rows: Rows = []
    for name in FIRMS:
        own = [contract for contract in contracts if name in contract.parties]
        laws = {law for contract in own for law in contract.laws}
        if len(laws) > 1:
            rows.append([name, len(own), len(laws)])
    return rows


def with_contracts(least: int) -> Truth:
    return lambda all_: [row for row in t.grouped(all_, parties) if row[0] is not None and row[1] >= least]


def listed(contracts: Sequence[Known], number: int, value: Callable[[Known], Any], *, least: bool = False) -> Rows:
    rows = [[contract.id, contract.title, found] for contract in contracts if (found := value(contract)) is not None]
    return top(number, rows, least=least)


def next_to_expire(contracts: Sequence[Known]) -> Rows:
    days = [
        (day, contract)
        for contract in contracts
        if (day := contract.dates["expiration_date"]) is not None and day >= TODAY
    ]
    first = min((day for day, _ in days), default=None)
    return [[contract.id, contract.title, "certain", day] for day, contract in days if day == first]


def year(field: str) -> Callable[[Known], list[tuple[Any, ...]]]:
    return lambda contract: [(day.year if (day := contract.dates[field]) else None,)]


def term_over(years: int, *, least: bool = False) -> t.Condition:
    def test(contract: Known) -> t.Verdict:
        first, last = contract.dates["effective_date"], contract.dates["expiration_date"]
        if first is None or last is None:
            return None
        edge = first.replace(year=first.year + years, day=min(first.day, 28 if first.month == 2 else 31))
        return last >= first and (last + timedelta(days=1) >= edge if least else last > edge)

    return test


def clauses_at_least(number: int) -> t.Condition:
    def test(contract: Known) -> t.Verdict:
        possible = contract.clauses + sum(contract.presence[code] == "unknown" for code in t.CLAUSES)
        return True if contract.clauses >= number else None if possible >= number else False

    return test


FORMS: tuple[tuple[Truth, tuple[str, ...]], ...] = (
    (lambda c: t.count(c), ("How many contracts are there?", "契約は何件ありますか？", "Total number of agreements")),
    (
        lambda c: t.grouped(c, t.laws),
        (
            "How many contracts per governing law?",
            "Number of contracts by governing law",
            "Break down our agreements by governing law.",
            "準拠法別の契約件数",
            "準拠法ごとに契約の数を集計してください。",
            "準拠法の内訳を教えて",
            "Which governing laws occur?",
            "List all governing laws in our contracts",
            "How many different governing laws do we have?",
            "契約で使われている準拠法は？",
            "どのような準拠法がありますか",
        ),
    ),
    (
        lambda c: t.grouped(c, lambda contract: {(law[0],) for law in contract.laws} or [(None,)]),
        ("How many contracts by country of the governing law?", "準拠法の国別の契約件数"),
    ),
    (
        lambda c: t.grouped(c, lambda contract: {(law[1],) for law in contract.laws} or [(None,)]),
        ("Number of contracts per state", "州別の契約の件数"),
    ),
    (
        lambda c: top(1, t.grouped(c, t.laws), column=2),
        (
            "Which governing law is the most common?",
            "What is the most common governing law?",
            "最も多い準拠法は？",
            "一番多い準拠法はどれですか",
        ),
    ),
    (
        lambda c: top(5, t.grouped(c, parties)),
        (
            "Which five parties have the most contracts?",
            "Top 5 parties by number of contracts",
            "契約が最も多い当事者の上位5社",
            "契約件数の多い取引先を5社教えてください",
        ),
    ),
    (
        lambda c: top(1, t.grouped(c, parties)),
        ("Which party has the most contracts?", "最も契約が多い当事者は？"),
    ),
    (
        lambda c: t.grouped(c, lambda contract: [(contract.type,)]),
        (
            "Number of contracts by agreement type",
            "How many contracts of each type of contract?",
            "契約の種類ごとの件数",
            "契約種類別の契約数は？",
        ),
    ),
    (
        lambda c: top(2, t.grouped(c, lambda contract: [(contract.type,)])),
        ("What are the two most common agreement types?", "契約の種類の上位2"),
    ),
    (
        lambda c: t.grouped(c, lambda contract: [(contract.language,)]),
        ("How many contracts by language?", "言語別の件数", "Count contracts for each language"),
    ),
    (
        lambda c: t.grouped(c, year("expiration_date")),
        (
            "How many contracts expire each year?",
            "Number of contracts by year of expiration",
            "満了年別の契約件数",
            "年別の満了件数を教えてください",
        ),
    ),
    (
        lambda c: t.grouped(c, year("agreement_date")),
        ("Contracts signed per year", "How many contracts by year of signing?", "締結年ごとの契約件数"),
    ),
    (lambda c: t.grouped(c, year("effective_date")), ("Number of contracts by effective year", "発効年別の契約の数")),
    (
        lambda c: t.grouped(
            c, lambda contract: [(day.year * 100 + day.month if (day := contract.dates["expiration_date"]) else None,)]
        ),
        ("How many contracts expire per month?", "満了月別の契約件数"),
    ),
    (
        lambda c: t.grouped(c, lambda contract: [(contract.presence["insurance"],)]),
        (
            "How many contracts with and without insurance?",
            "保険の有無別の件数",
            "Number of contracts by presence of insurance",
        ),
    ),
    (
        lambda c: t.count(c, t.lacks("insurance")),
        (
            "How many contracts have no insurance clause?",
            "How many agreements lack insurance?",
            "保険条項がない契約は何件ですか",
            "保険なしの契約の件数",
        ),
    ),
    (
        lambda c: t.count(c, t.has("price_restrictions"), t.lacks("insurance")),
        (
            "How many contracts have price restrictions but no insurance?",
            "価格制限があり保険がない契約は何件？",
            "Count the contracts with price restrictions and without insurance",
        ),
    ),
    (
        lambda c: t.count(c, t.has_any("insurance", "audit_rights", "non_compete")),
        ("How many contracts have insurance, audit rights or a non-compete?",),
    ),
    (
        lambda c: t.count(c, t.lacks("insurance"), t.lacks("audit_rights")),
        ("How many contracts lack both insurance and audit rights?", "保険も監査権もない契約は何件ですか"),
    ),
    (
        lambda c: t.count(c, t.within("expiration_date", "2021-01-01", "2021-12-31")),
        (
            "How many contracts expire in 2021?",
            "How many contracts expire this year?",
            "2021年に満了する契約は何件ありますか",
            "今年中に満了する契約の件数は？",
            "満了日が2021年の契約は何件ですか",
        ),
    ),
    (
        lambda c: t.count(c, t.within("expiration_date", "2021-03-01", "2021-05-30")),
        (
            "How many contracts expire within 90 days?",
            "How many contracts are due to expire in the next 90 days?",
            "90日以内に満了する契約は何件？",
        ),
    ),
    (
        lambda c: t.count(c, t.within("expiration_date", None, "2021-02-28")),
        ("How many contracts have already expired?", "すでに満了した契約は何件ありますか"),
    ),
    (
        lambda c: t.count(c, t.within("effective_date", "2020-04-01", "2020-09-30")),
        (
            "How many contracts became effective between 1 April 2020 and 30 September 2020?",
            "2020年4月1日から2020年9月30日までに発効した契約は何件ですか",
        ),
    ),
    (
        lambda c: t.count(c, t.within("last_notice_day", "2021-03-01", "2021-03-31")),
        ("For how many contracts is the last day to give notice this month?", "今月が通知期限の契約は何件ですか"),
    ),
    (
        lambda c: t.count(
            c, t.within("agreement_date", "2020-01-01", "2020-12-31"), t.within("expiration_date", "2022-01-01", None)
        ),
        (
            "How many contracts signed in 2020 expire after 2021?",
            "2020年に締結され、2022年以降に満了する契約は何件ですか",
        ),
    ),
    (
        lambda c: t.grouped(c, t.laws, t.within("expiration_date", "2022-01-01", "2022-12-31")),
        (
            "How many contracts expiring in 2022 per governing law?",
            "2022年に満了する契約を準拠法別に数えて",
            "来年満了する契約の準拠法別の件数",
        ),
    ),
    (
        lambda c: t.count(c, t.law(NEW_YORK)),
        (
            "How many contracts are governed by New York law?",
            "ニューヨーク州法に準拠する契約は何件ですか",
            "How many contracts are under the laws of the State of New York?",
        ),
    ),
    (
        lambda c: t.count(c, t.law(US)),
        (
            "How many contracts are governed by US law?",
            "How many contracts are subject to the law of the United States?",
            "米国法が準拠法の契約は何件ですか",
        ),
    ),
    (
        lambda c: t.count(c, t.law(NEW_YORK, DELAWARE)),
        (
            "How many contracts are governed by New York or Delaware law?",
            "ニューヨーク州法またはデラウェア州法の契約は何件？",
        ),
    ),
    (
        lambda c: t.count(c, t.no_law(JAPAN)),
        ("How many contracts are not governed by Japanese law?", "準拠法が日本法以外の契約は何件ですか"),
    ),
    (
        lambda c: t.count(c, t.party("株式会社山田商店")),
        (
            "How many contracts with 株式会社山田商店?",
            "山田商店との契約は何件ありますか",
            "株式会社山田商店が当事者の契約の件数",
        ),
    ),
    (
        lambda c: t.grouped(c, lambda contract: [(contract.type,)], t.party("Acme Fund II, L.P.")),
        ("How many contracts by agreement type with Acme Fund II?", "Acme Fund II, L.P.との契約を種類別に数えて"),
    ),
    (
        lambda c: t.count(c, t.party("Mount Kowledge Holdings, Inc.")),
        (
            "How many contracts do we have with Mount Kowledge Holdings, Inc.?",
            "How many contracts are there for Mount Knowledge?",
        ),
    ),
    (
        lambda c: t.count(c, t.home("JP")),
        ("How many contracts have a party from Japan?", "日本の当事者がいる契約は何件ですか"),
    ),
    (
        lambda c: t.count(c, t.of_type("nda")),
        ("How many NDAs do we have?", "秘密保持契約は何件ありますか", "NDAの件数"),
    ),
    (
        lambda c: t.count(c, t.of_type("nda", "license")),
        ("How many NDAs or license agreements do we have?", "秘密保持契約またはライセンス契約は何件？"),
    ),
    (
        lambda c: t.grouped(c, t.laws, t.of_type("license")),
        ("How many license agreements by governing law?", "ライセンス契約の準拠法別の件数"),
    ),
    (
        lambda c: t.statistic("average", c, lambda contract: contract.pages),
        (
            "What is the average number of pages?",
            "Average number of pages per contract",
            "How many pages do contracts have on average?",
            "契約の平均ページ数は？",
            "ページ数の平均を教えてください",
        ),
    ),
    (
        lambda c: t.statistic("median", c, lambda contract: contract.clauses),
        ("What is the median number of clauses per contract?", "条項数の中央値は？"),
    ),
    (
        lambda c: t.statistic("maximum", c, lambda contract: contract.pages),
        ("What is the maximum number of pages?", "最大ページ数は？"),
    ),
    (
        lambda c: t.statistic("minimum", c, lambda contract: contract.pages),
        ("Minimum number of pages", "ページ数の最小値"),
    ),
    (
        lambda c: t.statistic("sum", c, lambda contract: contract.pages),
        ("Total number of pages of all contracts", "総ページ数はいくつですか", "ページ数の合計"),
    ),
    (
        lambda c: t.statistic("sum", c, lambda contract: contract.pages, t.law(NEW_YORK)),
        ("Total number of pages of contracts under New York law", "ニューヨーク州法の契約のページ数の合計"),
    ),
    (
        lambda c: t.statistic("average", c, lambda contract: len(contract.parties)),
        ("Average number of parties per contract", "当事者数の平均"),
    ),
    (
        lambda c: t.statistic("average", c, lambda contract: contract.notice),
        (
            "Average notice period in days",
            "What is the average length of the notice period?",
            "通知期間の平均は何日ですか",
        ),
    ),
    (
        lambda c: t.statistic("average", c, lambda contract: None if contract.term is None else contract.term / 365.25),
        ("What is the average contract term in years?", "契約期間の平均は何年ですか"),
    ),
    (
        lambda c: t.statistic("median", c, lambda contract: contract.term),
        ("Median contract term in days", "契約期間の中央値"),
    ),
    (
        lambda c: [
            [
                kind,
                *t.statistic(
                    "average", [contract for contract in c if contract.type == kind], lambda contract: contract.pages
                )[0],
            ]
            for kind in {contract.type for contract in c}
        ],
        ("Average number of pages by agreement type", "契約の種類別の平均ページ数"),
    ),
    (
        lambda c: t.share(c, (), t.has("audit_rights")),
        (
            "What percentage of contracts have audit rights?",
            "What share of our contracts contains audit rights?",
            "監査権がある契約の割合は？",
            "監査権のある契約は何％ですか",
        ),
    ),
    (
        lambda c: t.share(c, (t.law(NEW_YORK),), t.has("cap_on_liability")),
        (
            "What percentage of New York law contracts have a cap on liability?",
            "ニューヨーク州法の契約のうち、責任の上限がある契約の割合は？",
            "What proportion of contracts governed by New York law contain a cap on liability?",
        ),
    ),
    (
        lambda c: t.share(c, (t.of_type("nda"),), t.lacks("insurance")),
        ("What share of NDAs have no insurance?", "秘密保持契約のうち保険がないものの割合"),
    ),
    (
        lambda c: t.share(c, (), t.law(JAPAN)),
        ("What percentage of contracts are governed by Japanese law?", "日本法が準拠法の契約の比率"),
    ),
    (
        lambda c: top(3, by_clause(c), column=1),
        ("What are the three most common clause types?", "最も多い条項の上位3つ"),
    ),
    (
        lambda c: top(1, [row for row in by_clause(c) if row[1]], column=1, least=True),
        ("Which clause type is the least common?", "最も少ない条項は？"),
    ),
    (lambda c: by_clause(c), ("How many contracts per clause type?", "条項の種類別の契約件数")),
    (
        lambda c: t.count(c, clauses_at_least(11)),
        (
            "How many contracts have more than 10 clauses?",
            "条項が10個を超える契約は何件ですか",
            "How many contracts have at least 11 clause types?",
        ),
    ),
    (
        lambda c: t.count(c, t.number(lambda contract: contract.pages, 20)),
        (
            "How many contracts have at least 20 pages?",
            "20ページ以上の契約は何件ありますか",
            "How many contracts have 20 or more pages?",
        ),
    ),
    (
        lambda c: t.count(c, t.number(lambda contract: len(contract.parties), 2, 2)),
        ("How many contracts have exactly two parties?", "How many contracts have exactly 2 parties?"),
    ),
    (
        lambda c: t.count(c, t.number(lambda contract: len(contract.parties), 3)),
        ("How many contracts have more than two parties?", "当事者が3者以上の契約は何件ですか"),
    ),
    (
        lambda c: t.count(c, term_over(2)),
        (
            "How many contracts run for more than 2 years?",
            "How many contracts have a term of more than two years?",
            "契約期間が2年を超える契約は何件ですか",
        ),
    ),
    (
        lambda c: t.count(c, term_over(1, least=True)),
        ("How many contracts have a term of at least one year?", "契約期間が1年以上の契約は何件ですか"),
    ),
    (
        lambda c: t.count(c, t.number(lambda contract: contract.notice, 60)),
        ("How many contracts have a notice period of at least 60 days?", "通知期間が60日以上の契約は何件ですか"),
    ),
    (
        lambda c: several_laws(c),
        (
            "Which parties have contracts under more than one law?",
            "Parties with contracts under several governing laws",
            "複数の準拠法の契約がある当事者",
        ),
    ),
    (with_contracts(15), ("Which parties have at least 15 contracts?", "契約が15件以上ある当事者はどこですか")),
    (
        lambda c: listed(c, 3, lambda contract: contract.pages),
        ("The 3 contracts with the most pages", "ページ数が最も多い3件の契約", "Top 3 contracts by number of pages"),
    ),
    (
        lambda c: listed(c, 1, lambda contract: contract.term),
        (
            "Which contract has the longest term?",
            "What is the longest contract term?",
            "契約期間が最も長い契約はどれですか",
            "最長の契約期間は？",
        ),
    ),
    (
        lambda c: listed(c, 1, lambda contract: contract.clauses),
        ("Which contract has the most clauses?", "条項が最も多い契約は？"),
    ),
    (
        lambda c: listed(c, 1, lambda contract: contract.dates["agreement_date"], least=True),
        ("What is the earliest agreement date?", "Which contract was signed first?", "最も早く締結された契約"),
    ),
    (
        lambda c: next_to_expire(c),
        ("Which contract expires next?", "次に満了する契約はどれですか"),
    ),
    (
        lambda c: t.count(c, t.written_in("ja")),
        ("How many contracts are written in Japanese?", "日本語の契約は何件ありますか"),
    ),
)

REFUSED: tuple[str, ...] = (
    "How many contracts are worth more than $1 million?",
    "What is the total contract value?",
    "契約金額の合計はいくらですか",
    "契約金額が1億円を超える契約は何件ありますか",
    "How many contracts were signed by Mr. Tanaka?",
    "田中太郎が署名した契約は何件ですか",
    "How many contracts have a liability cap above 500,000 dollars?",
    "How many contracts have unfavourable termination clauses?",
    "Which contracts are the riskiest?",
    "最もリスクの高い契約はどれですか",
    "Should we renew the contracts that expire in 2021?",
    "How many contracts should we renegotiate?",
    "Is a non-compete of five years enforceable?",
    "How many contracts are enforceable in France?",
    "Number of contracts by business unit",
    "担当者別の契約件数",
    "部署ごとの契約の件数を教えて",
    "How many contracts did the legal department review?",
    "How many contracts were uploaded last week?",
    "How many contracts do we have with Nonexistent Industries?",
    "架空商事との契約は何件ありますか",
    "How many of those contracts expire in 2021?",
    "そのうち保険がない契約は何件ですか",
    "How many contracts are governed by New York law or have insurance?",
    "保険がないか、または2021年に満了する契約は何件ですか",
    "How many contracts mention a royal seal?",
    "花押条項がある契約は何件ですか",
    "How many contracts have a royal seal clause?",
    "花押条項のある契約の割合",
    "Average interest rate of our loan agreements",
    "Which party is the most difficult?",
    "How many contracts changed in 2021?",
    "2021年の契約は何件ですか",
    "What is the weather in Tokyo?",
    "How many contracts are handwritten?",
    "How many contracts are in force?",
    "契約書に押印がない契約は何件ありますか",
    "How many contracts will probably be terminated?",
    "更新すべき契約は何件ですか",
    "Compare New York and Delaware contracts",
)
