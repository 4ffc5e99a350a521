"""The command `tapete`, which is `python -m tapete` too."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

INTERRUPTED = 130
"""As `tapete.cli` ends a command that Ctrl-C has ended; it is not loaded yet when this is needed."""


def main() -> None:
    """Run the command line. Ctrl-C ends it with `INTERRUPTED` and without a trace, also while it is loaded and while it ends."""
    before = signal.getsignal(signal.SIGINT)
    minded = before is signal.default_int_handler
    if minded:
        signal.signal(signal.SIGINT, _leave)
    if hasattr(signal, "pthread_sigmask"):  # run.py holds Ctrl-C back while Python itself starts
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    from tapete.cli import main as run

    try:
        signal.signal(signal.SIGINT, before)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        if minded:
            signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: Any) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
