"""Questions as Cypher: the guard of what may run, the dialects, and running it."""

from core.graph.cypher.guard import Verdict, check
from core.graph.cypher.running import CypherResult, run_cypher
from core.graph.cypher.schema_text import schema_text

__all__ = ["CypherResult", "Verdict", "check", "run_cypher", "schema_text"]
