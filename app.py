"""Entry of the workbench: `streamlit run app.py` imports it for the server and runs it for every session."""

import gc

import streamlit as st

if __name__ != "__main__":
    # A sixth of the start went into collections that found nothing: see docs/decisions/no-collection-after-runs.md.
    gc.disable()

from core.ui import failure, server, shell  # what they import is what is not collected

if __name__ == "__main__":
    shell.run()
else:
    app = st.App(
        "app.py",
        middleware=server.middleware(),
        lifespan=server.lifespan,
        on_script_error=failure.show_failure,
        secrets=server.secrets(),
    )
