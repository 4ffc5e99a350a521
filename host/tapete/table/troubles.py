"""What can be wrong with the journal's file: what happened and what to do next, in both languages."""

from __future__ import annotations

from pathlib import Path

from tapete.core.texts import Text


class JournalTrouble(Exception):
    """The journal cannot be opened, read or written; `text` says it to a person. Nothing in the file has been changed."""

    def __init__(self, code: str, text: Text, why: str = "") -> None:
        super().__init__(text.en)
        self.code, self.text, self.why = code, text, why


def damaged(path: Path, fault: Exception) -> JournalTrouble:
    """The file is no sound SQLite file."""
    return JournalTrouble(
        "journal_damaged",
        Text(
            f"El diario {path} está dañado ({fault}). No lo he tocado: guarda una copia, apártalo y Tapete empezará otro.",
            f"The journal {path} is damaged ({fault}). It has not been touched: keep a copy, move it away, and Tapete begins another.",
        ),
        str(fault),
    )


def not_ours(path: Path) -> JournalTrouble:
    """Another program's file."""
    return JournalTrouble(
        "journal_not_ours",
        Text(
            f"{path} es de otro programa. Elige otra carpeta con --data o TAPETE_DATA.",
            f"{path} belongs to another program. Choose another folder with --data or TAPETE_DATA.",
        ),
    )


def newer(path: Path, version: int, ours: int) -> JournalTrouble:
    """A file of a later Tapete."""
    return JournalTrouble(
        "journal_newer",
        Text(
            f"El diario {path} es de un Tapete más nuevo (formato {version}; este lee hasta el {ours}). Actualiza Tapete.",
            f"The journal {path} was made by a newer Tapete (format {version}; this one reads up to {ours}). Update Tapete.",
        ),
    )


def unwritable(path: Path, fault: Exception) -> JournalTrouble:
    """No room, no permission, or another process holds it."""
    return JournalTrouble(
        "journal_unwritable",
        Text(
            f"No se puede escribir en el diario {path} ({fault}). Mira si hay sitio en el disco y permiso en la carpeta.",
            f"The journal {path} cannot be written ({fault}). See whether the disk has room and the folder may be written.",
        ),
        str(fault),
    )


def taken(path: Path, fault: Exception) -> JournalTrouble:
    """Another process has written the same entry of the same match."""
    return JournalTrouble(
        "open_elsewhere",
        Text(
            f"Otro Tapete ha seguido esta partida en {path}. Cierra uno de los dos y retómala.",
            f"Another Tapete has gone on with this match in {path}. Close one of the two and resume it.",
        ),
        str(fault),
    )


def closed(path: Path) -> JournalTrouble:
    """The program is ending."""
    return JournalTrouble(
        "journal_closed",
        Text(f"El diario {path} está cerrado.", f"The journal {path} is closed."),
        "closed",
    )
