"""The fallback for interpreters without SHA-256 is SHA-256."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console.locker import seal
from tapete_console.sha256_plain import digest


@given(st.binary(max_size=300))
def test_the_fallback_is_the_same_as_the_librarys(message: bytes) -> None:
    assert digest(message) == hashlib.sha256(message).hexdigest()


@pytest.mark.parametrize("length", [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128])
def test_every_way_of_filling_the_last_block(length: int) -> None:
    assert digest(b"a" * length) == hashlib.sha256(b"a" * length).hexdigest()


def test_an_interpreter_without_sha256_seals_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """CircuitPython 10.0 raises ValueError for sha256."""
    usual = seal("00" * 16, "A", 7)

    def refuses(name: str, message: bytes) -> None:
        raise ValueError("Unsupported hash algorithm")

    monkeypatch.setattr("hashlib.new", refuses)
    assert seal("00" * 16, "A", 7) == usual == hashlib.sha256(("00" * 16 + ":A:7").encode()).hexdigest()
