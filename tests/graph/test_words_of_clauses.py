"""Questions about what a clause says: a court, an institution, a place, a length, on either backend."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.qa import ask
from core.qa.answer import Answer
from core.qa.phrases import say
from core.settings import Settings
from core.workbench import Workbench, open_workbench

_ENGLISH = {
    "Lumen": (
        "3. Payment. Buyer shall pay each invoice within sixty (60) days after receipt.\n\n"
        "4. Arbitration. All disputes arising out of this Agreement shall be finally settled under the Rules of "
        "Arbitration of the ICC by one arbitrator. The seat of arbitration shall be London.\n"
    ),
    "Harbor": (
        "3. Payment. Buyer shall pay each invoice within 160 days after receipt.\n\n"
        "4. Arbitration. Any dispute shall be referred to and finally resolved by arbitration administered by the "
        "Singapore International Arbitration Centre in Singapore.\n"
    ),
    "Plain": (
        "3. Standards. Supplier is a member of the ICC and follows its guidelines on responsible trade.\n\n"
        "4. Notices. Notices shall be given in writing to the address of each party.\n"
    ),
}
_JAPANESE = {
    "東雲": (
        "第3条（支払）　甲は、請求書を受領した月の翌月末日までに、委託料を乙の指定する銀行口座に振り込んで支払う。\n\n"
        "第4条（合意管轄）　本契約に関する紛争については、東京地方裁判所を第一審の専属的合意管轄裁判所とする。\n"
    ),
    "北斗": (
        "第3条（支払）　甲は、請求書を受領した月の翌々月末日までに、委託料を乙の銀行口座に振り込んで支払う。\n\n"
        "第4条（合意管轄）　本契約に関する紛争については、大阪地方裁判所を第一審の専属的合意管轄裁判所とする。\n"
    ),
}


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")])])
def portfolio(request: pytest.FixtureRequest, own_settings: Settings) -> Iterator[Workbench]:
    settings = own_settings
    if request.param == "neo4j":
        served = request.getfixturevalue("neo4j_settings")
        settings = served.model_copy(update={"data_dir": own_settings.data_dir})
    with open_workbench(settings) as workbench:
        texts = {name: _in_english(name, words) for name, words in _ENGLISH.items()}
        texts |= {name: _in_japanese(name, words) for name, words in _JAPANESE.items()}
        files = [(workbench.library.receive(text, f"{name}.txt"), f"{name}.txt") for name, text in texts.items()]
        workbench.run_until_done(workbench.library.ingest(files, user="Sato"))
        workbench.rebuild_graph()
        yield workbench
        workbench.graph().clear()


def _in_english(name: str, words: str) -> bytes:
    return (
        f"{name.upper()} SUPPLY AGREEMENT\n\nThis Supply Agreement is made as of April 1, 2024 by and between {name} "
        'Widgets Inc., a Delaware corporation ("Supplier"), and Harrow Retail LLC, a Delaware limited liability '
        'company ("Buyer").\n\n1. Term. The term begins on April 1, 2024 and ends on March 31, 2027.\n\n'
        f"2. Goods. Supplier shall sell and Buyer shall buy the goods that are listed in Annex A.\n\n{words}"
    ).encode()


def _in_japanese(name: str, words: str) -> bytes:
    return (
        f"業務委託契約書\n\n株式会社{name}商事（以下「甲」という。）と株式会社みなとシステム（以下「乙」という。）は、次のとおり契約を締結する。\n\n"
        "第1条（業務）　甲は、乙にシステムの保守業務を委託し、乙はこれを受託する。\n\n"
        "第2条（期間）　本契約の期間は、2024年4月1日から2027年3月31日までとする。\n\n"
        f"{words}\n2024年4月1日\n"
    ).encode()


def _asked(workbench: Workbench, question: str) -> Answer:
    japanese = not question.isascii()
    return ask(question, workbench, language="ja" if japanese else "en", user="Sato").answer


def _certain(workbench: Workbench, answer: Answer) -> set[str]:
    files = {row.contract_id: row.file_name.removesuffix(".txt") for row in workbench.library.rows()}
    return {files[key] for key in answer.memory.get("contracts", ())}


_LISTED = (
    ("東京地方裁判所を管轄とする契約", {"東雲"}),
    ("管轄が大阪地裁の契約はどれですか", {"北斗"}),
    ("東京地裁または大阪地裁を専属的合意管轄裁判所とする契約", {"東雲", "北斗"}),
    ("contracts subject to the jurisdiction of the Osaka District Court", {"北斗"}),
    ("支払期限が翌月末の契約", {"東雲"}),
    ("contracts with ICC arbitration", {"Lumen"}),
    ("Which contracts have their seat of arbitration in Singapore?", {"Harbor"}),
    ("payment within 60 days", {"Lumen"}),
    ("Which contracts provide for ICC or SIAC arbitration?", {"Lumen", "Harbor"}),
    ("Is there any contract with arbitration in Singapore?", {"Harbor"}),
)


def test_contracts_are_told_by_what_a_clause_says(portfolio: Workbench) -> None:
    for question, listed in _LISTED:
        answer = _asked(portfolio, question)
        assert not answer.refused, answer.text
        assert _certain(portfolio, answer) == listed, answer.text
        assert answer.citations, question


def test_what_does_not_say_it_is_told_apart_from_what_was_not_found(portfolio: Workbench) -> None:
    text = _asked(portfolio, "contracts with ICC arbitration").text
    certain, rest = text.split(say("otherwise_head", "en", n=1))
    otherwise, unknown = rest.split(say("unknown_head", "en", n=3))
    assert "whose clause on Arbitration says “ICC” or" in certain
    assert "Rules of Arbitration of the ICC" in certain
    assert "HARBOR" in otherwise
    assert "Singapore International Arbitration Centre" in otherwise
    assert "PLAIN" in unknown
    numbers = _asked(portfolio, "What share of contracts has ICC arbitration?")
    assert "(1 of 5), unknown: 4" in numbers.text, numbers.text


def test_words_beside_a_clause_are_no_yes(portfolio: Workbench) -> None:
    # Plain says ICC outside of any clause on arbitration, Lumen says London in a sentence that was not located.
    for question in (
        "Does the Plain contract provide for ICC arbitration?",
        "Is there any contract with arbitration in London?",
    ):
        answer = _asked(portfolio, question)
        assert answer.refused, answer.text
        assert answer.text.startswith(say("cannot_tell", "en"))
    denied = _asked(portfolio, "Which contracts do not have ICC arbitration?")
    assert denied.refused, denied.text
    (choice,) = denied.memory["choices"]
    assert "says “ICC”" in choice["label"]
