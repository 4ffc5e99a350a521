"""Memory that a match needed goes back to the system when it is over: a station runs for months on a computer with little of it."""

from __future__ import annotations

import ctypes
import gc
import sys


def give_back() -> bool:
    """Collect garbage, and let the C library return what it keeps of freed memory; False where it has no such call (only glibc has)."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is None:
        return False
    trim(0)
    return True
