"""Entry of the workbench: `streamlit run app.py` imports it for the server and runs it for every session."""

import streamlit as st

from core.ui import failure, server, shell

if __name__ == "__main__":
    shell.run()
else:
    app = st.App(
        "app.py", middleware=server.middleware(), lifespan=server.lifespan, on_script_error=failure.show_failure
    )
