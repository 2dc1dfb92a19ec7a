"""What is said where there is no sure reading: the readings to choose from, or what can be asked of these contracts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from core.contracts import ContractRow
from core.errors import NotFound
from core.graph.retrieval import RetrievedText
from core.lexicon import agreement_type_name
from core.qa import aggregate, phrases
from core.qa.answer import Answer, AnswerMemory, OfferedReading
from core.qa.draft import AnswerDraft
from core.qa.listing import list_contracts
from core.qa.restatement import category, in_words
from core.questions import (
    ConceptGuess,
    Condition,
    ContractIs,
    DateField,
    PartyIs,
    Plan,
    Question,
    TakenWords,
    TypeIs,
    Understood,
    Widened,
    folded,
    question_from_json,
)
from core.wording import Language, wording_text

_CHOICES = 4
_EXAMPLES = 3
_LOOKED_THROUGH = 8
_LEAST_LETTERS = 4
_NUMBER = re.compile(
    r"^\s*(?:no\.?|#|\()?\s*([1-9])\s*(?:\)|\.|番(?:目)?|つ目)?(?:です|で|をお願いします)?\s*[。.]?\s*$", re.I
)
_FIELDS: tuple[DateField, ...] = ("expiration_date", "agreement_date", "effective_date")


def chosen(question: str, memory: AnswerMemory) -> Question | None:
    """The reading that a number or a button's line picks of those that the last answer offered."""
    choices = memory.get("choices") or []
    match = _NUMBER.match(question)
    if match is not None and int(match[1]) <= len(choices):
        return question_from_json(choices[int(match[1]) - 1]["question"])
    for choice in choices:
        if folded(choice["label"]).strip() == folded(question).strip():
            return question_from_json(choice["question"])
    return None


def ask_back(
    draft: AnswerDraft, understood: Understood, rows: Sequence[ContractRow], guessed: Sequence[ConceptGuess] = ()
) -> None:
    """Write why there is no answer yet, and the readings to choose from."""
    language = draft.language
    if guessed:
        _ask_guess(draft, understood, guessed)
        return
    readings = list(understood.readings)
    if understood.missing == "fiscal_year":
        draft.lines.append(aggregate.say("fiscal_year_refused", language))
        return
    if understood.missing in ("date", "fiscal_quarter"):
        draft.lines.append(aggregate.say("date_not_said", language))
        return
    if understood.missing == "day":
        draft.lines.append(draft.say("ask_day"))
        return
    if understood.missing == "contract" and not understood.unused and readings:
        fact = category(readings[0].facts[0], language) if readings[0].facts else ""
        draft.lines.append(draft.say("ask_contract", fact=fact))
        return
    readings = [reading for reading in readings if reading.kind != "refused" and understood.missing is None]
    readings = [
        reading for reading in readings if reading.plan.conditions or reading.kind == "numbers" or not understood.unused
    ]
    words = phrases.plain(wording_text("punctuation.list", language).join(understood.unused))
    if not readings and (passages := _passages_to_read(draft, understood, ())):
        draft.lines.append(draft.say("ask_unused", words=words))
        offer(draft, passages)
        return
    if not readings:
        _refuse(draft, understood, rows, words)
        return
    if understood.contrary:
        contrary = phrases.plain(wording_text("punctuation.list", language).join(understood.doubtful))
        key = "ask_amount" if all(reading.kind == "passages" for reading in readings) else "ask_contrary"
        draft.lines.append(draft.say(key, words=contrary))
    elif understood.doubtful:
        doubtful = phrases.plain(wording_text("punctuation.list", language).join(understood.doubtful))
        draft.lines.append(draft.say("ask_doubtful", words=doubtful))
    elif understood.unused:
        draft.lines.append(draft.say("ask_unused", words=words))
        draft.lines.append(draft.say("ask_without"))
    else:
        draft.lines.append(draft.say("ask_several"))
    passages = _passages_to_read(draft, understood, readings[0].plan.conditions)
    offer(draft, [*readings[: _CHOICES - len(passages)], *passages])


def _passages_to_read(draft: AnswerDraft, understood: Understood, conditions: Sequence[Condition]) -> list[Question]:
    """A search for passages in the contracts that are named, where words that were not understood stand in them."""
    words = [word for word in map(folded, understood.unused) if not word.isascii() or len(word) >= _LEAST_LETTERS]
    if not words:
        return []
    named = tuple(c for c in conditions if isinstance(c, ContractIs) or (isinstance(c, PartyIs | TypeIs) and c.wanted))
    listed = Plan("list", tuple(c for c in named if not isinstance(c, ContractIs)))
    try:
        within = [draft.workbench.library.find(key) for c in named if isinstance(c, ContractIs) for key in c.references]
    except NotFound:
        return []
    if listed.conditions and not within:
        within = [row.contract_id for row in list_contracts(Question("list", listed), draft.tools, draft.language).rows]
    rows = draft.tools.rows_of(
        RetrievedText,
        "get_contracts_similar_text",
        within=within if named else None,
        text=" ".join(words),
        limit=_LOOKED_THROUGH,
    )
    if not any(word in folded(row.text) for row in rows for word in words):
        return []
    return [Question("passages", Plan("list", named), text=understood.text)]


def ask_which(draft: AnswerDraft, reading: Question, contracts: Sequence[str]) -> None:
    """Ask which of several contracts is meant, the first of them and all together to choose from."""
    draft.lines.append(draft.say("ask_which", n=len(contracts)))
    single = [
        replace(reading, plan=replace(reading.plan, conditions=(ContractIs((key,), draft.called(key)),)))
        for key in contracts[: _CHOICES - 1]
    ]
    offer(draft, [*single, reading])


def _ask_guess(draft: AnswerDraft, understood: Understood, guessed: Sequence[ConceptGuess]) -> None:
    """Offer what unknown words may mean, as guesses, and that none of it is meant."""
    for guess in guessed:
        name = phrases.category(guess.code, draft.language)
        draft.lines.append(draft.say("ask_guess", words=phrases.plain(guess.words.strip()), name=name))
    plain = [r for r in understood.readings if r.kind != "refused" and r.plan.conditions]
    passages = _passages_to_read(draft, understood, plain[0].plan.conditions if plain else ())
    offer(draft, [*(guess.reading for guess in guessed), *plain, *passages], _not_meant(understood.text))


def without_offers(answer: Answer) -> str:
    """An answer's text without the readings or examples that it offers, for pages that draw them as buttons."""
    choices = answer.memory.get("choices") or ()
    offered = {f"{number}. {phrases.plain(choice['label'])}" for number, choice in enumerate(choices, 1)}
    offered |= {f"- {phrases.plain(example)}" for example in answer.memory.get("examples", ())}
    offered |= {wording_text("answers.pick", language) for language in ("ja", "en")} if offered else set()
    return "\n".join(line for line in answer.text.splitlines() if line not in offered).strip()


def with_words_taken(
    answer: Answer, taken: Sequence[TakenWords], language: Language, *, retold: Question | None = None
) -> Answer:
    """An answer that also says which words were taken for which clause type, and which were passed over.

    It says so first, or after the yes or no of a question that asks for one. A question that was put together of its
    parts (`retold`) is said whole.
    """

    def say(key: str, **values: object) -> str:
        return wording_text(f"answers.{key}", language, **values)

    notes = [
        say("taken_as", words=phrases.plain(part.words.strip()), name=phrases.category(part.code, language))
        for part in taken
        if part.code is not None
    ]
    passed = [
        wording_text("punctuation.quoted", language, words=phrases.plain(part.words.strip()))
        for part in taken
        if part.code is None
    ]
    if passed:
        notes.append(say("passed_over", words=wording_text("punctuation.list", language).join(passed)))
    if retold is not None:
        notes.insert(0, say("read_as", question=in_words(retold, language)))
    return with_notes(answer, notes, language)


def with_words_widened(answer: Answer, narrower: Sequence[Widened], language: Language) -> Answer:
    """An answer that also says which words it reads as a wider type of agreement or of clause."""
    notes = [
        wording_text(
            "answers.taken_as",
            language,
            words=phrases.plain(word.words),
            name=agreement_type_name(word.code, language)
            if word.kind == "type"
            else phrases.category(word.code, language),
        )
        for word in narrower
    ]
    return with_notes(answer, notes, language)


def with_notes(answer: Answer, notes: Sequence[str], language: Language) -> Answer:
    """An answer with lines before it, or after the yes or no that it begins with."""
    lines = answer.text.split("\n")
    verdicts = tuple(wording_text(f"answers.{key}", language) for key in ("answer_yes", "answer_no"))
    place = int(lines[0].startswith(verdicts))
    return replace(answer, text="\n".join([*lines[:place], *notes, *lines[place:]]))


def with_way_back(answer: Answer, question: str, language: Language) -> Answer:
    """An answer to a question with a word that was taken for another, and the button that says it was not meant."""
    none = _not_meant(question)
    choice = OfferedReading(label=wording_text("answers.not_this", language), question=none.to_json())
    return replace(answer, memory=answer.memory | {"choices": [choice]})


def _not_meant(question: str) -> Question:
    return Question("refused", topic="not_meant", text=question)


def offer(draft: AnswerDraft, readings: Sequence[Question], otherwise: Question | None = None) -> None:
    """Number the readings and remember them for the next question; `otherwise` says that none is meant."""
    choices: list[OfferedReading] = []
    for number, reading in enumerate([*readings[:_CHOICES], *((otherwise,) if otherwise else ())], 1):
        label = in_words(reading, draft.language) if reading is not otherwise else draft.say("not_this")
        draft.lines.append(f"{number}. {phrases.plain(label)}")
        choices.append({"label": label, "question": reading.to_json()})
    draft.lines.append("\n" + draft.say("pick"))
    draft.memory["choices"] = choices


def _refuse(draft: AnswerDraft, understood: Understood, rows: Sequence[ContractRow], words: str) -> None:
    """Say what can be asked; and, where only some words were not understood, which."""
    draft.lines.append(draft.say("refused_words", words=words) if words else draft.say("refused_head"))
    offered = examples(understood.text, rows, draft.language)
    draft.lines += [f"- {phrases.plain(example)}" for example in offered]
    draft.memory["examples"] = offered


def examples(question: str, rows: Sequence[ContractRow], language: Language) -> list[str]:
    """Three questions that have an answer over these contracts, nearest to the one that was asked first."""
    plain = folded(question)
    found = list(dict.fromkeys(_examples(rows, language)))
    found.sort(key=lambda example: -fuzz.token_set_ratio(plain, folded(example)))
    return found[:_EXAMPLES]


def _examples(rows: Sequence[ContractRow], language: Language) -> Iterator[str]:
    def text(key: str, **values: object) -> str:
        return wording_text(f"answers.example_{key}", language, **values)

    yield text("count")
    if not rows:
        return
    clauses = Counter(code for row in rows for code, presence in row.summary.presence.items() if presence == "present")
    parties = Counter(name for row in rows for name in row.summary.parties)
    years = Counter(row.summary.expiration_date[:4] for row in rows if row.summary.expiration_date)
    for code, _ in clauses.most_common(3):
        name = phrases.category(code, language)
        yield text("clause", clause=name)
        yield text("lacks", clause=name)
        yield text("share", clause=name)
        number = next(row.number for row in rows if row.summary.presence.get(code) == "present")
        yield text("words", clause=name, number=number)
    for name, _ in parties.most_common(2):
        yield text("party", party=name)
    for year, _ in years.most_common(1):
        yield text("expiry", year=year)
    yield text("law")
    yield text("fact", number=rows[0].number)
    yield text("parties", number=rows[0].number)
    yield text("next")
    yield text("oldest")
