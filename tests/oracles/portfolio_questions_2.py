"""The second list of questions that the grammar had not seen when it was asked; it was developed with since.

Each question has the answer of plain loops over the contracts, or None where it must be refused: it can be understood
in two ways, or the graph does not hold what it asks for.
"""

from __future__ import annotations

from oracles import portfolio_answers as t
from oracles.known_contracts import Asked

NEW_YORK, DELAWARE, JAPAN = ("US", "New York"), ("US", "Delaware"), ("JP", None)
FUND_2, FUND_3 = "Acme Fund II, L.P.", "Acme Fund III, L.P."

QUESTIONS: tuple[Asked, ...] = (
    (
        "How many agreements did we sign in 2020?",
        lambda c: t.count(c, t.within("agreement_date", "2020-01-01", "2020-12-31")),
    ),
    (
        "Which contracts expire before the end of 2021?",
        lambda c: t.listed(c, t.within("expiration_date", None, "2021-12-31")),
    ),
    (
        "How many contracts expire in Q3 2021?",
        lambda c: t.count(c, t.within("expiration_date", "2021-07-01", "2021-09-30")),
    ),
    ("What's the split of contracts between Japanese and English?", lambda c: t.grouped(c, t.language)),
    ("Give me a breakdown of agreement types", lambda c: t.grouped(c, t.kind)),
    ("How many contracts have only insurance?", None),
    ("How many contracts do not have audit rights?", lambda c: t.count(c, t.lacks("audit_rights"))),
    (
        "How many contracts without any non-compete are governed by Delaware law?",
        lambda c: t.count(c, t.lacks("non_compete"), t.law(DELAWARE)),
    ),
    ("Show me the top ten counterparties", lambda c: t.top(10, t.grouped(c, t.parties))),
    (
        "Who are our three biggest counterparties by number of contracts?",
        lambda c: t.top(3, t.grouped(c, t.parties)),
    ),
    ("Which state's law governs the most contracts?", lambda c: t.top(1, t.grouped(c, t.states))),
    (
        "How many contracts have both a cap on liability and uncapped liability?",
        lambda c: t.count(c, t.has("cap_on_liability"), t.has("uncapped_liability")),
    ),
    (
        "How many contracts have either insurance or audit rights?",
        lambda c: t.count(c, t.has_any("insurance", "audit_rights")),
    ),
    (
        "What fraction of our NDAs is governed by Japanese law?",
        lambda c: t.share(c, (t.of_type("nda"),), t.law(JAPAN)),
    ),
    ("How long is the average contract?", None),
    (
        "What is the average length of our contracts in years?",
        lambda c: t.statistic("average", c, t.term_in_years),
    ),
    ("Average number of clauses in NDAs", lambda c: t.statistic("average", c, t.clauses, t.of_type("nda"))),
    ("How many pages does the longest contract have?", None),
    ("How many contracts are longer than 20 pages?", lambda c: t.count(c, t.number(t.pages, 21))),
    ("How many contracts are shorter than 1 year?", lambda c: t.count(c, t.term_years(high=1, strict=True))),
    (
        "Number of contracts expiring per year since 2020",
        lambda c: t.grouped(c, t.year("expiration_date"), t.within("expiration_date", "2020-01-01", None)),
    ),
    (
        "How many contracts will expire after 31 December 2022?",
        lambda c: t.count(c, t.within("expiration_date", "2023-01-01", None)),
    ),
    ("Contracts by governing law and agreement type", lambda c: t.grouped(c, t.both(t.laws, t.kind))),
    ("How many contracts are missing a governing law?", lambda c: t.count(c, t.lacks("governing_law"))),
    (
        "How many contracts have no expiration date and no notice period?",
        lambda c: t.count(c, t.lacks("expiration_date"), t.lacks("notice_period")),
    ),
    ("How many contracts involve Acme Fund III?", lambda c: t.count(c, t.party(FUND_3))),
    ("How many contracts are with Acme Fund II or Acme Fund III?", lambda c: t.count(c, t.party(FUND_2, FUND_3))),
    (
        "How many contracts between Sushi GmbH and 山本商事株式会社 are there?",
        lambda c: t.count(c, t.party("Sushi GmbH"), t.party("山本商事株式会社")),
    ),
    (
        "How many contracts expire on 2021-06-30?",
        lambda c: t.count(c, t.within("expiration_date", "2021-06-30", "2021-06-30")),
    ),
    (
        "How many contracts became effective last year?",
        lambda c: t.count(c, t.within("effective_date", "2020-01-01", "2020-12-31")),
    ),
    (
        "How many contracts were signed in the last 2 years?",
        lambda c: t.count(c, t.within("agreement_date", "2019-03-01", "2021-03-01")),
    ),
    ("How many contracts can still be terminated within 30 days?", None),
    ("Percentage of contracts by governing law", None),
    (
        "What is the percentage of contracts with insurance by agreement type?",
        lambda c: t.share_by(c, t.kind, (), t.has("insurance")),
    ),
    ("List the parties that have exactly one contract", lambda c: t.with_contracts(c, 1, 1)),
    ("How many parties do our contracts have on average?", lambda c: t.statistic("average", c, t.party_count)),
    ("Which contracts have fewer than 5 clauses?", lambda c: t.listed(c, t.clauses_between(0, 4))),
    ("Which is the oldest contract?", lambda c: t.extreme(c, 1, t.day("agreement_date"), least=True)),
    ("What are the latest 3 signed contracts?", lambda c: t.extreme(c, 3, t.day("agreement_date"))),
    (
        "How many different types of agreements are there under New York law?",
        lambda c: t.grouped(c, t.kind, t.law(NEW_YORK)),
    ),
    (
        "How many service agreements expire in 2022 and lack insurance?",
        lambda c: t.count(
            c,
            t.of_type("service"),
            t.within("expiration_date", "2022-01-01", "2022-12-31"),
            t.lacks("insurance"),
        ),
    ),
    (
        "How many contracts are governed by the law of California?",
        lambda c: t.count(c, t.law(("US", "California"))),
    ),
    ("How many contracts are not NDAs?", lambda c: t.count(c, t.not_of_type("nda"))),
    (
        "How many contracts other than license agreements have exclusivity?",
        lambda c: t.count(c, t.not_of_type("license"), t.has("exclusivity")),
    ),
    ("How many contracts have an English party?", None),
    (
        "How many of the contracts signed in 2020 have a cap on liability?",
        lambda c: t.count(c, t.within("agreement_date", "2020-01-01", "2020-12-31"), t.has("cap_on_liability")),
    ),
    (
        "Do more contracts have insurance than audit rights?",
        lambda c: t.compared(c, (t.has("insurance"),), (t.has("audit_rights"),)),
    ),
    ("Is there a contract with more than 20 clauses?", lambda c: t.listed(c, t.clauses_between(21))),
    (
        "2020年度に締結した契約は何件ですか",
        lambda c: t.count(c, t.within("agreement_date", "2020-04-01", "2021-03-31")),
    ),
    ("来月満了する契約の件数", lambda c: t.count(c, t.within("expiration_date", "2021-04-01", "2021-04-30"))),
    ("準拠法がない契約は何件ですか", lambda c: t.count(c, t.lacks("governing_law"))),
    ("満了日が不明な契約は何件ですか", None),
    ("保険があるNDAの割合", None),
    (
        "監査権と保険の両方がある契約は何件ありますか",
        lambda c: t.count(c, t.has("audit_rights"), t.has("insurance")),
    ),
    (
        "監査権または保険がある契約は何件ありますか",
        lambda c: t.count(c, t.has_any("audit_rights", "insurance")),
    ),
    ("ページ数が10以下の契約は何件ですか", lambda c: t.count(c, t.number(t.pages, None, 10))),
    (
        "英語の契約のうち、保険がない契約は何％ですか",
        lambda c: t.share(c, (t.written_in("en"),), t.lacks("insurance")),
    ),
    ("契約類型ごとの平均ページ数", lambda c: t.statistic_by("average", c, t.kind, t.pages)),
    ("日本法以外を準拠法とする契約の数", lambda c: t.count(c, t.no_law(JAPAN))),
    (
        "デラウェア州法の契約で、2022年中に満了するものは何件",
        lambda c: t.count(c, t.law(DELAWARE), t.within("expiration_date", "2022-01-01", "2022-12-31")),
    ),
    ("契約相手ごとの契約数", lambda c: t.grouped(c, t.parties)),
    ("上位3社の取引先", lambda c: t.top(3, t.grouped(c, t.parties))),
    ("どの準拠法が一番使われていますか", lambda c: t.top(1, t.grouped(c, t.laws))),
    ("一番古い契約はどれですか", lambda c: t.extreme(c, 1, t.day("agreement_date"), least=True)),
    ("最近締結された契約5件", lambda c: t.extreme(c, 5, t.day("agreement_date"))),
    ("期間が最も短い契約", lambda c: t.extreme(c, 1, t.term, least=True)),
    (
        "過去2年間に締結した契約の件数",
        lambda c: t.count(c, t.within("agreement_date", "2019-03-01", "2021-03-01")),
    ),
    (
        "満了が近い契約を5件",
        lambda c: t.extreme(
            c, 5, t.day("expiration_date"), t.within("expiration_date", "2021-03-01", None), least=True
        ),
    ),
    (
        "保険も監査権もある契約の準拠法別内訳",
        lambda c: t.grouped(c, t.laws, t.has("insurance"), t.has("audit_rights")),
    ),
    ("条項数が最も少ない契約", lambda c: t.extreme(c, 1, t.clauses, least=True)),
    ("業務委託契約の平均契約期間", lambda c: t.statistic("average", c, t.term, t.of_type("service"))),
    (
        "更新拒絶の通知期限が3か月以内に来る契約は何件ですか",
        lambda c: t.count(c, t.within("last_notice_day", "2021-03-01", "2021-06-01")),
    ),
    (
        "山田商店と山本商事の両方が当事者の契約",
        lambda c: t.listed(c, t.party("株式会社山田商店"), t.party("山本商事株式会社")),
    ),
    ("準拠法別・種類別の契約件数", lambda c: t.grouped(c, t.both(t.laws, t.kind))),
    (
        "競業避止がある契約は競業避止がない契約より多いですか",
        lambda c: t.compared(c, (t.has("non_compete"),), (t.lacks("non_compete"),)),
    ),
    ("保険がある契約だけの件数", lambda c: t.count(c, t.has("insurance"))),
    (
        "責任の上限がない英文契約の数",
        lambda c: t.count(c, t.lacks("cap_on_liability"), t.written_in("en")),
    ),
)
