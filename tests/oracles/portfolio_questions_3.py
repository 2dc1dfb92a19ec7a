"""The third list, written before the grammar knew two groups, quarters, fiscal years, comparisons and other names.

Its first run is the held-out measure. Each question has the answer of plain loops over the contracts, or None where it
must be refused: it can be understood in two ways, or the graph does not hold what it asks for.
"""

from __future__ import annotations

from oracles import portfolio_answers as t
from oracles.known_contracts import Asked

NEW_YORK, DELAWARE, CALIFORNIA, JAPAN = ("US", "New York"), ("US", "Delaware"), ("US", "California"), ("JP", None)
YAMADA, FUND_2, FUND_3, SUSHI = "株式会社山田商店", "Acme Fund II, L.P.", "Acme Fund III, L.P.", "Sushi GmbH"
SIGNED, EFFECTIVE, EXPIRES = "agreement_date", "effective_date", "expiration_date"

QUESTIONS: tuple[Asked, ...] = (
    # Two groups at once
    (
        "How many contracts by governing law and year of signing?",
        lambda c: t.grouped(c, t.both(t.laws, t.year(SIGNED))),
    ),
    ("Number of contracts per agreement type and language", lambda c: t.grouped(c, t.both(t.kind, t.language))),
    ("Break down the contracts by agreement type and by governing law", lambda c: t.grouped(c, t.both(t.kind, t.laws))),
    ("Contracts expiring each year, by governing law", lambda c: t.grouped(c, t.both(t.year(EXPIRES), t.laws))),
    ("Number of contracts by party and year of signing", lambda c: t.grouped(c, t.both(t.parties, t.year(SIGNED)))),
    ("Number of contracts by governing law, agreement type and year of signing", None),
    ("準拠法と締結年ごとの契約件数を教えてください", lambda c: t.grouped(c, t.both(t.laws, t.year(SIGNED)))),
    ("契約の種類別・言語別の件数", lambda c: t.grouped(c, t.both(t.kind, t.language))),
    ("準拠法ごと、契約の種類ごとの契約件数", lambda c: t.grouped(c, t.both(t.laws, t.kind))),
    ("当事者別・年別の締結件数", lambda c: t.grouped(c, t.both(t.parties, t.year(SIGNED)))),
    ("準拠法別、満了年別に契約を数えてください", lambda c: t.grouped(c, t.both(t.laws, t.year(EXPIRES)))),
    ("準拠法と契約の種類と締結年ごとの件数", None),
    # Quarters and halves
    ("How many contracts expire in Q2 2021?", lambda c: t.count(c, t.within(EXPIRES, "2021-04-01", "2021-06-30"))),
    (
        "How many contracts were signed in the third quarter of 2019?",
        lambda c: t.count(c, t.within(SIGNED, "2019-07-01", "2019-09-30")),
    ),
    ("Number of contracts expiring by quarter", lambda c: t.grouped(c, t.quarter(EXPIRES))),
    (
        "How many contracts did we sign per quarter in 2019?",
        lambda c: t.grouped(c, t.quarter(SIGNED), t.within(SIGNED, "2019-01-01", "2019-12-31")),
    ),
    ("List the contracts that expire in 2021 Q4", lambda c: t.listed(c, t.within(EXPIRES, "2021-10-01", "2021-12-31"))),
    (
        "How many contracts expire in the first half of 2021?",
        lambda c: t.count(c, t.within(EXPIRES, "2021-01-01", "2021-06-30")),
    ),
    (
        "How many contracts expire between Q1 2021 and Q3 2021?",
        lambda c: t.count(c, t.within(EXPIRES, "2021-01-01", "2021-09-30")),
    ),
    ("How many contracts expire in Q3?", None),
    (
        "How many contracts expire this quarter?",
        lambda c: t.count(c, t.within(EXPIRES, "2021-01-01", "2021-03-31")),
    ),
    (
        "2021年第2四半期に満了する契約は何件ですか",
        lambda c: t.count(c, t.within(EXPIRES, "2021-04-01", "2021-06-30")),
    ),
    ("四半期ごとの満了件数を教えて", lambda c: t.grouped(c, t.quarter(EXPIRES))),
    (
        "2021年上半期に満了する契約は何件ですか",
        lambda c: t.count(c, t.within(EXPIRES, "2021-01-01", "2021-06-30")),
    ),
    ("第3四半期に満了する契約は何件ですか", None),
    ("満了が四半期末の契約は何件ですか", None),
    # Fiscal years
    ("How many contracts expire in fiscal year 2021?", None),
    ("How many contracts did we sign in FY2019?", None),
    (
        "How many contracts were signed in the fiscal year 2019 (April to March)?",
        lambda c: t.count(c, t.within(SIGNED, "2019-04-01", "2020-03-31")),
    ),
    (
        "How many contracts expire in the fiscal year beginning on 1 April 2021?",
        lambda c: t.count(c, t.within(EXPIRES, "2021-04-01", "2022-03-31")),
    ),
    ("Number of contracts signed by fiscal year", None),
    ("2019年度に締結した契約は何件ですか", lambda c: t.count(c, t.within(SIGNED, "2019-04-01", "2020-03-31"))),
    ("年度ごとの締結件数", lambda c: t.grouped(c, t.fiscal_year(SIGNED))),
    (
        "2020年度第1四半期に締結した契約は何件ですか",
        lambda c: t.count(c, t.within(SIGNED, "2020-04-01", "2020-06-30")),
    ),
    ("令和2年度に満了する契約の件数", lambda c: t.count(c, t.within(EXPIRES, "2020-04-01", "2021-03-31"))),
    (
        "今年度中に満了する契約は何件ありますか",
        lambda c: t.count(c, t.within(EXPIRES, "2020-04-01", "2021-03-31")),
    ),
    ("来年度満了する契約は何件？", lambda c: t.count(c, t.within(EXPIRES, "2021-04-01", "2022-03-31"))),
    ("昨年度締結した契約の件数", lambda c: t.count(c, t.within(SIGNED, "2019-04-01", "2020-03-31"))),
    (
        "2018年度から2020年度までに締結した契約の件数",
        lambda c: t.count(c, t.within(SIGNED, "2018-04-01", "2021-03-31")),
    ),
    ("2020年度の四半期別締結件数", None),
    # Comparisons
    (
        "Are there more contracts under New York law than under Delaware law?",
        lambda c: t.compared(c, (t.law(NEW_YORK),), (t.law(DELAWARE),)),
    ),
    (
        "Do we have fewer contracts with insurance than contracts with audit rights?",
        lambda c: t.compared(c, (t.has("insurance"),), (t.has("audit_rights"),)),
    ),
    (
        "Did more contracts expire in 2019 than in 2020?",
        lambda c: t.compared(
            c,
            (t.within(EXPIRES, "2019-01-01", "2019-12-31"),),
            (t.within(EXPIRES, "2020-01-01", "2020-12-31"),),
        ),
    ),
    ("Are New York law contracts better than Delaware law contracts?", None),
    (
        "ニューヨーク州法の契約はデラウェア州法の契約より多いですか",
        lambda c: t.compared(c, (t.law(NEW_YORK),), (t.law(DELAWARE),)),
    ),
    (
        "保険がある契約と監査権がある契約ではどちらが多いですか",
        lambda c: t.compared(c, (t.has("insurance"),), (t.has("audit_rights"),)),
    ),
    # Parties and their other names
    ("How many contracts do we have with Acme Fund II?", lambda c: t.count(c, t.party(FUND_2))),
    ("How many contracts do we have with Second Acme Partners?", lambda c: t.count(c, t.party(FUND_2))),
    (
        "How many contracts between Acme Fund II and Sushi GmbH are there?",
        lambda c: t.count(c, t.party(FUND_2), t.party(SUSHI)),
    ),
    ("Which parties have more than 20 contracts?", lambda c: t.with_contracts(c, 21)),
    (
        "Which parties have at least five contracts under New York law?",
        lambda c: t.with_contracts(c, 5, None, t.law(NEW_YORK)),
    ),
    ("Number of contracts with Acme Fund III by agreement type", lambda c: t.grouped(c, t.kind, t.party(FUND_3))),
    ("How many contracts do we have with Acme?", None),
    ("株式会社山田商店との契約は何件ありますか", lambda c: t.count(c, t.party(YAMADA))),
    ("ヤマダストアとの契約の件数", lambda c: t.count(c, t.party(YAMADA))),
    (
        "山田商店が当事者の契約のうち、責任の上限がある契約の割合は？",
        lambda c: t.share(c, (t.party(YAMADA),), t.has("cap_on_liability")),
    ),
    (
        "Acme Fund II と Sushi GmbH の両方が当事者の契約は何件ですか",
        lambda c: t.count(c, t.party(FUND_2), t.party(SUSHI)),
    ),
    ("契約件数の多い当事者の上位3社", lambda c: t.top(3, t.grouped(c, t.parties))),
    # Amounts: the graph does not hold them
    ("How many contracts are worth over 1 million dollars?", None),
    ("How many contracts have a cap on liability of over 1 million?", None),
    ("What is the average cap on liability by governing law?", None),
    ("契約金額が100万円を超える契約は何件ですか", None),
    ("損害賠償の上限が100万ドルを超える契約の件数", None),
    # Since and ago
    (
        "How many contracts have been signed since last year?",
        lambda c: t.count(c, t.within(SIGNED, "2020-01-01", None)),
    ),
    (
        "How many contracts have expired since 2018?",
        lambda c: t.count(c, t.within(EXPIRES, "2018-01-01", "2021-02-28")),
    ),
    (
        "How many contracts expire by the end of next year?",
        lambda c: t.count(c, t.within(EXPIRES, None, "2022-12-31")),
    ),
    (
        "How many contracts were signed more than ten years ago?",
        lambda c: t.count(c, t.within(SIGNED, None, "2011-02-28")),
    ),
    ("昨年以降に締結された契約は何件ですか", lambda c: t.count(c, t.within(SIGNED, "2020-01-01", None))),
    (
        "2015年以降に締結され、2021年末までに満了する契約は何件ですか",
        lambda c: t.count(c, t.within(SIGNED, "2015-01-01", None), t.within(EXPIRES, None, "2021-12-31")),
    ),
    (
        "2021年1月から3月までに満了する契約の件数",
        lambda c: t.count(c, t.within(EXPIRES, "2021-01-01", "2021-03-31")),
    ),
    ("10年以上前に締結された契約は何件ですか", lambda c: t.count(c, t.within(SIGNED, None, "2011-03-01"))),
    (
        "満了済みの契約は何件ですか。準拠法別に教えてください。",
        lambda c: t.grouped(c, t.laws, t.within(EXPIRES, None, "2021-02-28")),
    ),
    # Averages by group, shares, top n with ties, ranges of numbers
    ("Average number of pages by governing law", lambda c: t.statistic_by("average", c, t.laws, t.pages)),
    (
        "What is the average contract term per agreement type, in years?",
        lambda c: t.statistic_by("average", c, t.kind, t.term_in_years),
    ),
    ("Median number of clauses by language", lambda c: t.statistic_by("median", c, t.language, t.clauses)),
    ("Top three agreement types by number of contracts", lambda c: t.top(3, t.grouped(c, t.kind))),
    ("Which two governing laws are the most common?", lambda c: t.top(2, t.grouped(c, t.laws))),
    (
        "What percentage of contracts under California law have an anti-assignment clause?",
        lambda c: t.share(c, (t.law(CALIFORNIA),), t.has("anti_assignment")),
    ),
    (
        "What percentage of contracts expire in 2021, by governing law?",
        lambda c: t.share_by(c, t.laws, (), t.within(EXPIRES, "2021-01-01", "2021-12-31")),
    ),
    (
        "How many contracts have at least five but fewer than ten clauses?",
        lambda c: t.count(c, t.clauses_between(5, 9)),
    ),
    (
        "How many contracts signed before 2010 have neither insurance nor audit rights?",
        lambda c: t.count(c, t.within(SIGNED, None, "2009-12-31"), t.lacks("insurance"), t.lacks("audit_rights")),
    ),
    ("How many contracts renew automatically?", None),
    ("準拠法ごとの平均ページ数", lambda c: t.statistic_by("average", c, t.laws, t.pages)),
    (
        "契約の種類ごとの平均契約期間は何年ですか",
        lambda c: t.statistic_by("average", c, t.kind, t.term_in_years),
    ),
    ("契約件数が多い準拠法の上位3つ", lambda c: t.top(3, t.grouped(c, t.laws))),
    (
        "カリフォルニア州法の契約のうち競業避止条項がある契約は何％ですか",
        lambda c: t.share(c, (t.law(CALIFORNIA),), t.has("non_compete")),
    ),
    ("契約の種類ごとの、保険がある契約の割合", lambda c: t.share_by(c, t.kind, (), t.has("insurance"))),
    (
        "監査権も保険もない契約の準拠法別の件数",
        lambda c: t.grouped(c, t.laws, t.lacks("audit_rights"), t.lacks("insurance")),
    ),
    ("条項が5個以上10個未満の契約は何件ですか", lambda c: t.count(c, t.clauses_between(5, 9))),
    ("平均契約期間が5年を超える契約の種類", None),
)
