"""The first list of questions that the grammar had not seen when it was written; it was developed with since.

Each question has the answer of plain loops over the contracts, or None where it must be refused.
"""

from __future__ import annotations

from oracles import portfolio_answers as t
from oracles.known_contracts import Asked

NEW_YORK, DELAWARE, US, JAPAN = ("US", "New York"), ("US", "Delaware"), ("US", None), ("JP", None)

QUESTIONS: tuple[Asked, ...] = (
    ("How many of our contracts are governed by Delaware law?", lambda c: t.count(c, t.law(DELAWARE))),
    ("Break down our agreements by governing law.", lambda c: t.grouped(c, t.laws)),
    (
        "Which five counterparties do we have the most contracts with?",
        lambda c: t.top(5, t.grouped(c, t.parties)),
    ),
    ("What's the average length in pages of our contracts?", lambda c: t.statistic("average", c, t.pages)),
    ("How many contracts expire each year?", lambda c: t.grouped(c, t.year("expiration_date"))),
    ("What percentage of contracts contain an audit rights clause?", lambda c: t.share(c, (), t.has("audit_rights"))),
    (
        "How many contracts signed after 1 January 2021 have no insurance clause?",
        lambda c: t.count(c, t.within("agreement_date", "2021-01-02", None), t.lacks("insurance")),
    ),
    ("What is the median number of clauses per contract?", lambda c: t.statistic("median", c, t.clauses)),
    ("Which agreement types are the most common?", lambda c: t.top(5, t.grouped(c, t.kind))),
    (
        "How many contracts are due to expire in the next six months?",
        lambda c: t.count(c, t.within("expiration_date", "2021-03-01", "2021-09-01")),
    ),
    ("Count the contracts by language.", lambda c: t.grouped(c, t.language)),
    ("Which parties have contracts under more than one governing law?", t.several_laws),
    ("List the governing laws that occur in the portfolio.", lambda c: t.grouped(c, t.laws)),
    ("How many contracts have more than 8 clause types?", lambda c: t.count(c, t.clauses_between(9))),
    ("What is the longest contract term in the portfolio?", lambda c: t.extreme(c, 1, t.term)),
    ("How many different counterparties do we have?", lambda c: t.grouped(c, t.parties)),
    (
        "Number of agreements with a cap on liability, per governing law",
        lambda c: t.grouped(c, t.laws, t.has("cap_on_liability")),
    ),
    ("What are the ten most frequent clause types?", lambda c: t.top(10, t.by_clause(c), column=1)),
    (
        "How many contracts lack both insurance and audit rights?",
        lambda c: t.count(c, t.lacks("insurance"), t.lacks("audit_rights")),
    ),
    ("Which contract has the most pages?", lambda c: t.extreme(c, 1, t.pages)),
    (
        "How many contracts became effective in 2020 or 2021?",
        lambda c: t.count(c, t.within("effective_date", "2020-01-01", "2021-12-31")),
    ),
    (
        "What proportion of US-law contracts have a non-compete?",
        lambda c: t.share(c, (t.law(US),), t.has("non_compete")),
    ),
    ("Average notice period of our contracts, in days", lambda c: t.statistic("average", c, t.notice)),
    ("How many contracts do not state an expiration date?", lambda c: t.count(c, t.lacks("expiration_date"))),
    (
        "For each agreement type, how many contracts have exclusivity?",
        lambda c: t.grouped(c, t.kind, t.has("exclusivity")),
    ),
    ("Which governing law is used most often?", lambda c: t.top(1, t.grouped(c, t.laws))),
    ("Show the number of contracts per year of signing.", lambda c: t.grouped(c, t.year("agreement_date"))),
    ("How many contracts with 株式会社山田商店 are there?", lambda c: t.count(c, t.party("株式会社山田商店"))),
    (
        "How many contracts expired before 2021?",
        lambda c: t.count(c, t.within("expiration_date", None, "2020-12-31")),
    ),
    ("What share of contracts is governed by Japanese law?", lambda c: t.share(c, (), t.law(JAPAN))),
    ("Which clause type is the rarest?", lambda c: t.top(1, t.by_clause(c), column=1, least=True)),
    (
        "How many contracts have an anti-assignment clause but no change of control clause?",
        lambda c: t.count(c, t.has("anti_assignment"), t.lacks("change_of_control")),
    ),
    (
        "Give me the total number of pages of all contracts under New York law.",
        lambda c: t.statistic("sum", c, t.pages, t.law(NEW_YORK)),
    ),
    ("How many contracts have exactly two parties?", lambda c: t.count(c, t.number(t.party_count, 2, 2))),
    (
        "Contracts by year of effective date and with insurance",
        lambda c: t.grouped(c, t.year("effective_date"), t.has("insurance")),
    ),
    ("準拠法ごとの契約件数を教えてください。", lambda c: t.grouped(c, t.laws)),
    (
        "2021年に満了する契約は何件ありますか。",
        lambda c: t.count(c, t.within("expiration_date", "2021-01-01", "2021-12-31")),
    ),
    ("契約件数が最も多い当事者を5つ挙げてください。", lambda c: t.top(5, t.grouped(c, t.parties))),
    ("平均ページ数は？", lambda c: t.statistic("average", c, t.pages)),
    ("保険条項がない契約は何件ありますか。", lambda c: t.count(c, t.lacks("insurance"))),
    ("日本法が準拠法の契約は全体の何％ですか。", lambda c: t.share(c, (), t.law(JAPAN))),
    ("締結年別の契約の件数", lambda c: t.grouped(c, t.year("agreement_date"))),
    ("契約の種類ごとに件数を集計してください。", lambda c: t.grouped(c, t.kind)),
    ("条項が10個を超える契約はいくつありますか。", lambda c: t.count(c, t.clauses_between(11))),
    ("最も多い条項は何ですか。", lambda c: t.top(1, t.by_clause(c), column=1)),
    ("競業避止条項のある契約の割合はどのくらいですか。", lambda c: t.share(c, (), t.has("non_compete"))),
    (
        "90日以内に満了する契約の件数",
        lambda c: t.count(c, t.within("expiration_date", "2021-03-01", "2021-05-30")),
    ),
    ("契約期間の平均は何年ですか。", lambda c: t.statistic("average", c, t.term_in_years)),
    ("複数の準拠法で契約している当事者はどこですか。", t.several_laws),
    ("言語別の内訳を見せて", lambda c: t.grouped(c, t.language)),
    (
        "ニューヨーク州法を準拠法とし、責任上限のない契約は何件か",
        lambda c: t.count(c, t.law(NEW_YORK), t.lacks("cap_on_liability")),
    ),
    (
        "2020年4月以降に締結された契約を準拠法別に数えて",
        lambda c: t.grouped(c, t.laws, t.within("agreement_date", "2020-04-01", None)),
    ),
    ("一番ページ数の多い契約はどれですか。", lambda c: t.extreme(c, 1, t.pages)),
    ("当事者が3者以上の契約の件数", lambda c: t.count(c, t.number(t.party_count, 3))),
    ("使われている準拠法をすべて挙げて", lambda c: t.grouped(c, t.laws)),
    ("年ごとの満了件数", lambda c: t.grouped(c, t.year("expiration_date"))),
    ("条項数の中央値を教えて", lambda c: t.statistic("median", c, t.clauses)),
    ("監査権の有無別の契約数", lambda c: t.grouped(c, t.presence("audit_rights"))),
    ("今年満了する契約は何件？", lambda c: t.count(c, t.within("expiration_date", "2021-01-01", "2021-12-31"))),
    ("最も契約期間が長い契約", lambda c: t.extreme(c, 1, t.term)),
    ("How many contracts are worth more than $1 million?", None),
    ("How many contracts were signed by Mr. Tanaka?", None),
    ("Which contracts are the riskiest?", None),
    ("How many contracts should we renegotiate?", None),
    ("What is the average contract value?", None),
    ("How many contracts have unfavourable termination clauses?", None),
    ("Which law firm drafted the most contracts?", None),
    ("担当者別の契約件数は？", None),
    ("契約金額の平均はいくらですか。", None),
    ("この契約は有効ですか。", None),
    ("自動更新される契約は何件ありますか。", None),
    ("損害賠償額の上限が1億円を超える契約は何件ですか。", None),
)
