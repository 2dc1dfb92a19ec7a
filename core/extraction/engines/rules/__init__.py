"""The built-in engine's rules: words and forms that a task's guide names, looked for in a text; no model.

What no word of the text speaks for is left out, so that the schema's own check names it as missing.
"""

from core.extraction.engines.rules.finding import RuleOptions, read_values
from core.extraction.engines.rules.forms import dates_in, durations_in

__all__ = ["RuleOptions", "dates_in", "durations_in", "read_values"]
