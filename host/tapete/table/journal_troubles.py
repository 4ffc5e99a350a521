"""What can be wrong with the journal's file: what happened and what to do next, in both languages."""

from __future__ import annotations

from pathlib import Path

from tapete.core.texts import Text, _
from tapete.table.journal_chain import MatchDamage


class JournalTrouble(Exception):
    """The journal cannot be opened, read or written; `text` says it to a person. Nothing in the file has been changed."""

    def __init__(self, code: str, text: Text, why: str = "") -> None:
        super().__init__(text.in_("en"))
        self.code, self.text, self.why = code, text, why


def damaged(path: Path, fault: Exception) -> JournalTrouble:
    """The file is no sound SQLite file."""
    return JournalTrouble(
        "journal_damaged",
        _("The journal {path} is damaged ({fault}). It has not been touched: keep a copy, move it away, and Tapete begins another.").fill(
            path=path, fault=fault
        ),
        str(fault),
    )


def match_damaged(path: Path, damage: MatchDamage) -> JournalTrouble:
    """One match of the file is damaged; all others go on."""
    return JournalTrouble("match_damaged", damage_text(damage), f"{damage.match}: {damage.kept}/{damage.of}")


DAMAGED = _(
    "Match {match} is damaged on the disk: {kept} of {of} {of:entry counts|entries count}. "
    "“tapete journal repair” lets it go on from there."
)
GONE = _("Match {match} is damaged on the disk and cannot go on. “tapete journal repair” sets it aside.")
MENDED = _("Match {match} was damaged on the disk: {kept} of {of} {of:entry counts|entries count}. As it was it is set aside for a week.")
FILE_DAMAGED = _("The journal's file is damaged on the disk. Restart when nobody plays: it is repaired then, and what is lost is told.")
ASIDE = _("Match {match} was damaged on the disk and cannot go on. What is left of it is set aside.")


def damage_text(damage: MatchDamage) -> Text:
    """Say what is left of a damaged match, for people who decide themselves; a station mends it on its own."""
    return (GONE if damage.lost else DAMAGED).fill(match=damage.match, kept=damage.kept, of=damage.of)


def mended_text(damage: MatchDamage) -> Text:
    """What was done with a damaged match, for the people of a station."""
    return (ASIDE if damage.lost else MENDED).fill(match=damage.match, kept=damage.kept, of=damage.of)


def match_aside(match: str) -> JournalTrouble:
    """A match that was damaged and cannot go on."""
    return JournalTrouble("match_damaged", mended_text(MatchDamage(match=match, kept=0, of=0, lost=True)), match)


def not_ours(path: Path) -> JournalTrouble:
    """Another program's file."""
    return JournalTrouble(
        "journal_not_ours",
        _("{path} belongs to another program. Choose another folder with --data or TAPETE_DATA.").fill(path=path),
    )


def newer(path: Path, version: int, ours: int) -> JournalTrouble:
    """A file of a later Tapete."""
    return JournalTrouble(
        "journal_newer",
        _("The journal {path} was made by a newer Tapete (format {version}; this one reads up to {ours}). Update Tapete.").fill(
            path=path, version=version, ours=ours
        ),
    )


def unwritable(path: Path, fault: Exception) -> JournalTrouble:
    """No room, no permission, or another process holds it."""
    return JournalTrouble(
        "journal_unwritable",
        _(
            "The journal {path} cannot be written ({fault}). See whether the disk has room and the folder may be written, or "
            "choose another folder with --data or TAPETE_DATA."
        ).fill(path=path, fault=getattr(fault, "strerror", None) or fault),
        str(fault),
    )


def taken(path: Path, fault: Exception) -> JournalTrouble:
    """Another process has written the same entry of the same match."""
    return JournalTrouble(
        "open_elsewhere",
        _("Another Tapete has gone on with this match in {path}. Close one of the two and resume it.").fill(path=path),
        str(fault),
    )


def closed(path: Path) -> JournalTrouble:
    """The program is ending."""
    return JournalTrouble(
        "journal_closed",
        _("The journal {path} is closed.").fill(path=path),
        "closed",
    )
