"""What a generated query may never do, by rule: writing, loading, other databases, procedures, unknown functions.

The grammar reads only queries that read; these rules say why a text was not read, and look at the names of procedures
and functions, which no grammar knows.
"""

from __future__ import annotations

from core.cypher.graph_schema import Backend
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import CypherToken, UnreadableQuery

_WORDS = {
    "write": "CREATE MERGE SET DELETE DETACH REMOVE FOREACH INSERT UPDATE FINISH",
    "schema_change": "DROP ALTER RENAME GRANT DENY REVOKE COMMENT ENABLE DRYRUN REALLOCATE DEALLOCATE CONSTRAINT INDEX",
    "load": "LOAD CSV COPY EXPORT IMPORT",
    "system": "INSTALL UNINSTALL ATTACH PRAGMA CHECKPOINT EXTENSION TERMINATE START STOP MACRO FORCE",
    "transaction": "BEGIN COMMIT ROLLBACK TRANSACTIONS PERIODIC",
    "use": "USE",
    "show": "SHOW DESCRIBE",
    "prefix": "EXPLAIN PROFILE CYPHER",
    "clause": "LET FILTER NEXT WHEN FOR SEARCH USING PARALLEL",
}
RULES = {word: rule for rule, words in _WORDS.items() for word in words.split()}
_WHY = {
    "write": "{word} writes; only reading is allowed.",
    "schema_change": "{word} changes the database's schema or rights; only reading is allowed.",
    "load": "{word} reads or writes files; only the graph may be read.",
    "system": "{word} acts on the database server; only the graph may be read.",
    "transaction": "{word} controls transactions; only one reading query is allowed.",
    "use": "{word} chooses another database; only the graph may be read.",
    "show": "{word} lists what the server holds; only the graph may be read.",
    "prefix": "{word} before a query is not allowed; write the query alone.",
    "clause": "The clause {word} is not supported; use MATCH, WITH, UNWIND, WHERE, RETURN.",
}

PROCEDURES = frozenset(
    (
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
    )
)

_PLAIN = frozenset(
    "abs acos all allreduce any asin atan atan2 avg btrim ceil ceiling char_length character_length coalesce collect "
    "cos cosh cot coth count date datetime degrees duration e elementid endnode exists exp floor haversin head id "
    "isempty isnan keys labels last left length localdatetime localtime log log10 lower ltrim max min nodes none "
    "normalize nullif percentilecont percentiledisc pi point properties radians rand randomuuid range reduce "
    "relationships replace reverse right round rtrim sign sin single sinh size split sqrt startnode stdev stdevp "
    "substring sum tail tan tanh time timestamp toboolean tobooleanlist tobooleanornull tofloat tofloatlist "
    "tofloatornull tointeger tointegerlist tointegerornull tolower tostring tostringlist tostringornull toupper trim "
    "type upper valuetype".split()
)
_SPACED = frozenset(
    "date.truncate datetime.truncate localdatetime.truncate localtime.truncate time.truncate date.realtime "
    "date.statement date.transaction datetime.realtime datetime.statement datetime.transaction localdatetime.realtime "
    "localdatetime.statement localdatetime.transaction localtime.realtime localtime.statement localtime.transaction "
    "time.realtime time.statement time.transaction datetime.fromepoch datetime.fromepochmillis duration.between "
    "duration.inmonths duration.indays duration.inseconds point.distance point.withinbbox vector.similarity.cosine "
    "vector.similarity.euclidean".split()
)
FUNCTIONS = _PLAIN | _SPACED

LARGEST_RANGE = 1_000_000
_AGGREGATES = frozenset("avg collect count max min percentilecont percentiledisc stdev stdevp sum".split())


def is_aggregate(part: QueryPart) -> bool:
    """Whether a call makes one value of many rows."""
    return part.kind == "call" and part.name.lower() in _AGGREGATES


def second_statement(tokens: list[CypherToken]) -> UnreadableQuery | None:
    """The refusal of a text of several statements."""
    ends = [place for place, token in enumerate(tokens) if token.kind == "operator" and token.text == ";"]
    if ends and any(token.text != ";" for token in tokens[ends[0] : -1]):
        return UnreadableQuery("second_statement", "There is more than one statement; only one is run.")
    return None


def forbidden_word(tokens: list[CypherToken]) -> UnreadableQuery | None:
    """The refusal that explains why a text could not be read: the first word that begins a forbidden clause.

    Properties and labels are passed over: behind a dot or a colon no clause begins.
    """
    for place, token in enumerate(tokens):
        if token.kind != "word" or token.upper not in RULES:
            continue
        if place and tokens[place - 1].text in (".", ":") and tokens[place - 1].kind == "operator":
            continue
        if tokens[place + 1].text in (".", ",", ")", "]", "=") and tokens[place + 1].kind == "operator":
            continue
        rule = RULES[token.upper]
        return UnreadableQuery(rule, _WHY[rule].format(word=token.upper))
    return None


def check_calls(query: QueryPart, backend: Backend) -> None:
    """See that only known functions and the index procedures are called, and that no list is a bomb.

    Raises:
        UnreadableQuery: with rule `procedure`, `function` or `too_large`.
    """
    for part in query.walk():
        if part.kind == "procedure":
            if backend == "embedded":
                raise UnreadableQuery("procedure", f"CALL {part.name} is not allowed; use MATCH.")
            if part.name not in PROCEDURES:
                raise UnreadableQuery(
                    "procedure", f"The procedure {part.name} is not allowed; only the full-text and vector queries are."
                )
        elif part.kind == "call":
            if part.name.lower() not in FUNCTIONS:
                raise UnreadableQuery("function", f"The function {part.name} is not known or not allowed.")
            if part.name.lower() == "range":
                _check_range(part)


def _check_range(part: QueryPart) -> None:
    for bound in part.parts:
        inner = bound.parts[0] if bound.kind == "sign" else bound
        if inner.kind == "number" and inner.name.isdigit() and int(inner.name) > LARGEST_RANGE:
            raise UnreadableQuery("too_large", f"A range of more than {LARGEST_RANGE:,} numbers is not allowed.")
