"""The one error tree of the workbench.

    WorkbenchError
    ├── ConfigError              a setting, configuration or policy file is wrong; nothing starts
    ├── PromptError              a prompt file is wrong
    ├── IngestError              this file cannot become a contract
    │   ├── NotADocument         neither PDF, picture, Word nor text by its content
    │   ├── EncryptedDocument    needs a password
    │   ├── DamagedDocument      truncated or malformed
    │   ├── EmptyDocument        zero bytes, zero pages or no text at all
    │   ├── TooLarge             over a limit of size, pages, memory or time
    │   └── NeedsOcr             only images of text, and no OCR is installed
    ├── StoreError               the database refused
    │   ├── StoreBusy            locked for longer than we wait
    │   └── StoreFull            disk full or read-only
    ├── GraphError               the graph refused
    │   ├── GraphDamaged         cannot be opened; rebuild it from the store
    │   ├── GraphBusy            another process has it open for writing
    │   ├── GraphTimeout         a query took longer than it may
    │   ├── GraphTooLarge        a query took more memory than it may
    │   └── GraphUnavailable     the Neo4j server cannot be reached
    │       ├── GraphLogin       it does not let us in
    │       ├── GraphServerOld   it is older than we need
    │       └── GraphForeign     its database holds somebody else's data under our labels
    ├── CypherRefused            the guard let a generated query not through (`rule` among the facts)
    ├── NotFound                 no such contract, conversation, job, knowledge entry
    ├── Conflict                 somebody else saved it meanwhile; nothing was overwritten
    ├── NotAllowed               whoever acts may not do this
    ├── BadArguments             a function was called with arguments that it does not take
    └── ModelError               an answer of a model endpoint is not usable
        ├── Refused              the model or its filter declined
        ├── Truncated            cut off by the token limit or the connection
        ├── BadOutput            not in the asked form after all re-asks
        ├── ModelTimeout         no answer in time
        ├── RateLimited          told to wait for longer than we do
        ├── EndpointDown         cannot be reached, or 5xx after retries
        └── EndpointRejected     does not accept our key, model or request (4xx)

Every error carries a `code` (stable; keys the Japanese and English wording in `core.wording` and the
`reason` on the command line) and facts as attributes. The message is English, for the log.
"""

from __future__ import annotations


class WorkbenchError(Exception):
    """Base of all errors that the workbench raises on purpose.

    Attributes:
        code: stable key of the wording that a person sees.
        facts: values for that wording, such as `limit` or `page`.
    """

    code = "error"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.facts = facts


class ConfigError(WorkbenchError):
    code = "config"


class PromptError(WorkbenchError):
    code = "prompt"


class IngestError(WorkbenchError):
    code = "ingest"


class NotADocument(IngestError):
    code = "not_a_document"


class EncryptedDocument(IngestError):
    code = "encrypted"


class DamagedDocument(IngestError):
    code = "damaged"


class EmptyDocument(IngestError):
    code = "empty"


class TooLarge(IngestError):
    code = "too_large"


class NeedsOcr(IngestError):
    code = "needs_ocr"


class StoreError(WorkbenchError):
    code = "store"


class StoreBusy(StoreError):
    code = "store_busy"


class StoreFull(StoreError):
    code = "store_full"


class GraphError(WorkbenchError):
    code = "graph"


class GraphDamaged(GraphError):
    code = "graph_damaged"


class GraphBusy(GraphError):
    code = "graph_busy"


class GraphTimeout(GraphError):
    code = "graph_timeout"


class GraphTooLarge(GraphError):
    code = "graph_too_large"


class GraphUnavailable(GraphError):
    code = "graph_unavailable"


class GraphLogin(GraphUnavailable):
    code = "graph_login"


class GraphServerOld(GraphUnavailable):
    code = "graph_server_old"


class GraphForeign(GraphUnavailable):
    code = "graph_foreign"


class CypherRefused(WorkbenchError):
    code = "cypher_refused"


class NotFound(WorkbenchError):
    code = "not_found"


class Conflict(WorkbenchError):
    code = "conflict"


class NotAllowed(WorkbenchError):
    code = "not_allowed"


class BadArguments(WorkbenchError):
    code = "bad_arguments"


class ModelError(WorkbenchError):
    """`answer` is what came before it turned out unusable (`core.llm.answer_of`); kept out of the facts, which show."""

    code = "model"
    answer: object | None = None


class Refused(ModelError):
    code = "refused"


class Truncated(ModelError):
    code = "truncated"


class BadOutput(ModelError):
    code = "bad_output"


class ModelTimeout(ModelError):
    code = "model_timeout"


class RateLimited(ModelError):
    code = "rate_limited"


class EndpointDown(ModelError):
    code = "endpoint_down"


class EndpointRejected(ModelError):
    code = "endpoint_rejected"
