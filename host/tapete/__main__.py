"""`python -m tapete`, the same as the command `tapete`."""

from __future__ import annotations

from tapete.cli import main

if __name__ == "__main__":
    main()
