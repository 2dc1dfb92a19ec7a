"""Yes, no, or that it cannot be determined, with what decides it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.qa import phrases
from core.qa.draft import AnswerDraft
from core.qa.listing import ConditionListing, list_contracts
from core.qa.writing.contract_lines import ContractLines
from core.qa.writing.listing_lines import DETAILED, SHOWN, ListingLines
from core.qa.writing.undecided import never_looked_for, nothing_told, worded
from core.questions import ClauseIs, ContractIs, PartyIs, Plan, Question, TypeIs


class YesNoLines:
    """Writes the answer to a question that is answered with yes or no into a draft."""

    def __init__(self, draft: AnswerDraft, contract: ContractLines, listing: ListingLines) -> None:
        self._draft = draft
        self._contract = contract
        self._listing = listing

    def write(self, question: Question) -> None:
        """The answer to a question whose conditions on contracts hold ids."""
        listing = list_contracts(question, self._draft.tools, self._draft.language)
        if never_looked_for(question, listing, self._draft):
            return
        if question.every and not question.stance_open:
            self._every(question, listing)
            return
        draft, what = self._draft, phrases.plain(listing.what)
        checked = self._subject(question)
        total = len(checked.rows) if checked is not None else draft.total
        if listing.rows:
            head = draft.say("answer_yes")
            key = "found_one" if len(listing.rows) == 1 else "found"
            counted = draft.say(key, n=len(listing.rows), what=what)
            # Of the one contract that the question names, the line below says all of it.
            if question.stance_open:
                draft.lines.append(f"{draft.say('cannot_tell')} {draft.say('stance_open')}")
                head = counted
            elif checked is not None and total == 1 and listing.rows[0].contract_id in listing.going_on:
                head = f"{draft.say('cannot_tell')} {draft.say('going_on_one')}"
            elif checked is None or total > 1 or worded(question):
                head += " " + counted
            draft.lines.append(head)
            self._listing.contracts(listing)
            draft.memory["contracts"] = [row.contract_id for row in listing.rows]
            return
        codes = self._clauses_alone(question)
        if checked is not None and not checked.rows and checked.open:
            self._of_none_known(checked, codes)
            return
        if total == 1 and listing.unknown and codes:
            draft.lines.append(f"{draft.say('cannot_tell')} {draft.say('unknown_one')}")
            self._contract.excerpts(listing.unknown[0].contract_id, codes)
            draft.memory["contracts"] = [listing.unknown[0].contract_id]
            return
        # A contract of which the date, law, party or type was not found may match all the same.
        unsettled = {row.contract_id for row in (*listing.unknown, *listing.open, *listing.renewed)}
        if checked is not None and total == 1:
            # what is not known of others says nothing of the one contract that is meant
            unsettled &= {row.contract_id for row in checked.rows}
        unsure = unsettled or question.stance_open
        key = ("none_unsure" if unsure else "none_no") + ("_one" if total == 1 else "")
        draft.lines.append(draft.say(key, what=what, total=total))
        draft.refused = nothing_told(question, listing)
        self._listing.unknown(listing)
        self._listing.renewed(listing)
        if listing.open and checked is None:
            self._listing.silent(listing)
        if checked is not None:
            self._why_not(question, checked, told={row.contract_id for row in listing.unknown})
            draft.memory["contracts"] = [row.contract_id for row in checked.rows]
        else:
            draft.memory["contracts"] = []

    def _of_none_known(self, checked: ConditionListing, codes: Sequence[str]) -> None:
        """That no contract is known to be the one that is meant, with what stands in the few that may be."""
        draft = self._draft
        none = draft.say("found_none", what=phrases.plain(checked.what), total=draft.total)
        draft.lines.append(f"{draft.say('cannot_tell')} {none}")
        perhaps = [row.contract_id for rows in checked.but_for.values() for row in rows]
        self._listing.silent(checked)
        for contract_id in perhaps if len(perhaps) <= DETAILED and codes else ():
            self._contract.excerpts(contract_id, codes)
        draft.memory["contracts"] = perhaps
        draft.refused = not perhaps

    def _subject(self, question: Question) -> ConditionListing | None:
        """The contracts that a yes or no is about, where it names some."""
        subjects = tuple(c for c in question.plan.conditions if isinstance(c, ContractIs | PartyIs | TypeIs))
        if not subjects or len(subjects) == len(question.plan.conditions):
            return None
        about = replace(question, plan=replace(question.plan, conditions=subjects))
        return list_contracts(about, self._draft.tools, self._draft.language)

    @staticmethod
    def _clauses_alone(question: Question) -> tuple[str, ...]:
        """The clause types that a question is about, where it asks for nothing else of the contracts that it names."""
        others = [c for c in question.plan.conditions if not isinstance(c, ContractIs | PartyIs | TypeIs)]
        clauses = [c for c in others if isinstance(c, ClauseIs)]
        if len(clauses) < len(others):
            return ()
        return tuple(dict.fromkeys(code for condition in clauses for code in condition.codes))

    def _why_not(self, question: Question, checked: ConditionListing, *, told: Collection[str]) -> None:
        """What the contracts say instead: the clause that is absent, the date or law that they have.

        Args:
            question: what was asked.
            checked: the contracts that it is about.
            told: those of which it was said already that it is not known.
        """
        conditions = question.plan.conditions
        facts = [c.field for c in conditions if c.kind == "date"] + [
            "governing_law" for c in conditions if c.kind == "law"
        ]
        codes = [code for c in conditions if c.kind == "clause" for code in c.codes]
        for row in checked.rows[:DETAILED]:
            if facts:
                self._contract.facts(row.contract_id, tuple(dict.fromkeys(facts)))
            elif codes and row.contract_id not in told:
                self._contract.presence(row.contract_id, codes)

    def _every(self, question: Question, listing: ConditionListing) -> None:
        draft = self._draft
        whole = Question("list", Plan("list", question.plan.among))
        everything = list_contracts(whole, draft.tools, draft.language)
        inside = {row.contract_id for row in everything.rows}
        met = {row.contract_id for row in listing.rows if row.contract_id in inside}
        perhaps = {row.contract_id for row in (*listing.unknown, *listing.open)}
        others = [row for row in everything.rows if row.contract_id not in met]
        what, total = phrases.plain(listing.what), len(everything.rows)
        if not others:
            draft.lines.append(draft.say("every_yes", total=total, what=what))
            draft.memory["contracts"] = list(met)
            return
        if all(row.contract_id in perhaps for row in others):
            key = "every_unsure"
        else:
            key = "every_no_unsure" if any(row.contract_id in perhaps for row in others) else "every_no"
        draft.lines.append(draft.say(key, n=len(met), total=total, what=what))
        for row in others[:SHOWN]:
            mark = f" ({draft.say('unknown_word')})" if row.contract_id in perhaps else ""
            draft.lines.append(f"- {draft.name(row)}{mark}")
        if len(others) > SHOWN:
            draft.lines.append("\n" + draft.say("shown", n=SHOWN))
        draft.memory["contracts"] = [row.contract_id for row in others]
