"""The command `tapete`, which is `python -m tapete` too."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line.

    Ctrl-C before it is loaded ends the process at once, as the system does, and prints no trace.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tapete.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
