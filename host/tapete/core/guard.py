"""The last guard: an error of the program itself is logged with its trace, and people are told its reference."""

from __future__ import annotations

import logging
import secrets

from tapete.core.refusals import Code, RefereeError
from tapete.core.texts import _

_log = logging.getLogger(__name__)

INTERNAL = Code(
    "internal",
    "",
    _("Something failed in the program. The match is as it was before: try something else, and report it with the reference {reference}."),
)


class Internal(RefereeError):
    """The program failed; the log holds the trace under the refusal's `reference`."""

    __module__ = "tapete"


def internal(fault: BaseException, doing: str) -> Internal:
    """Write a fault of the program down, with its trace, and return what is said of it.

    Args:
        fault: what was raised. doing: what was being done, for the log.
    """
    reference = secrets.token_hex(4)
    _log.error("%s failed; reference %s", doing, reference, exc_info=fault)
    return Internal((INTERNAL(reference=reference),))
