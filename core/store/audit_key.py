"""The key of the audit log's hash chain: from the settings, else a file beside the store, made when first needed."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from core.errors import ConfigError, StoreFull
from core.settings import Settings

FILE = "audit.key"
_BYTES = 32


def audit_key(settings: Settings) -> bytes:
    """The key, at least 16 bytes.

    Raises:
        ConfigError: the setting or the file is too short to be one.
        StoreFull: the file cannot be made or read.
    """
    if settings.audit_key is not None:
        return _checked(settings.audit_key.get_secret_value().encode(), "SHINSA_AUDIT_KEY")
    file = settings.data_dir / FILE
    try:
        if not file.exists():
            _make(file)
        return _checked(file.read_bytes().strip(), str(file))
    except OSError as error:
        raise StoreFull(
            f"The audit log's key is not to be had in {file}: {error.strerror}", reason="audit_key"
        ) from error


def _make(file: Path) -> None:
    """A new key, whole or not at all; where two processes make one, the first one's holds."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(secrets.token_hex(_BYTES).encode())
        out.flush()
        os.fsync(out.fileno())
    try:
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()


def _checked(key: bytes, where: str) -> bytes:
    if len(key) < 16:
        raise ConfigError(f"{where}: the key of the audit log has at least 16 characters", name="SHINSA_AUDIT_KEY")
    return key
