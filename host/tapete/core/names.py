"""What players are called: one reading of names for tables, stations, events and commands.

A name is kept as it was typed, without what nobody sees (`tidy`); one that shows nothing, is too long, or looks like another one is
refused (`fault`, `checked`). Names that come from elsewhere (a file, an event) are made to fit instead (`fitted`). `shown` is what a
sentence takes: a name that is read from right to left stands in an isolate, so that it turns nothing round it.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from tapete.core.refusals import Code, Illegal, Refusal
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import _

MOST = 40
"""Longest name of a player, in characters."""

MOST_MARKS = 3
"""Most marks over or under one letter; more of them are drawn over the lines around."""

ISOLATE, END = "\u2068", "\u2069"
"""First strong isolate and its end (Unicode Standard Annex 9): what stands between them is laid out by itself."""

NO_NAME = Code("no_name", "", _("A name is missing: type one in each line."))
UNSEEN = Code("unseen_name", "", _("A name needs a letter, a digit or a sign that can be seen."))
BAD_NAME = Code("bad_name", "", _("A name has a sign that cannot be shown: type it anew."))
NAME_TOO_LONG = Code("name_too_long", "", _("“{name}” is too long for a name: {most} letters at the most."))
NAME_TWICE = Code("name_twice", "", _("{name} is there already: write what tells the two apart, such as a letter behind the name."))
LOOKS_ALIKE = Code("name_alike", "", _("“{name}” looks like “{other}”: write what tells the two apart, such as a letter behind the name."))
LETTER_OF_SEAT = Code("name_of_seat", "", _("“{name}” is what another seat is called: choose another name."))

_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are drawn as nothing, though Unicode counts them as letters and signs."""

_JOINERS = "\u200c\u200d"
"""They shape what stands beside them: words of Persian and Indian languages, and emojis made of several."""

_PLAIN = str.maketrans(
    # Unicode Technical Standard 39 knows thousands; these are the letters of living alphabets that look like Latin ones or like digits.
    "АВСЕНІЈКМОРЅТХУЗавсеһіјкӏорѕтхуԁԛԝѵѡг"  # Cyrillic
    "ԌҮүӀҺӨөЬѴԜ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχγϳϲϹωη"  # Greek
    "ՍՏՕոռսօցհզքա"  # Armenian
    "ᎪᏴᏟᎠᎬᎷᏀᎻᎫᏦᏞᏢᎡᏚᎢᏙᎳᎩᏃ"  # Cherokee
    "ıɩɪƖɑɡʏɣᴄᴏᴜᴠᴡᴢꜱʋƼƧƷȜ"  # Latin ones
    "øØłŁđĐħĦŧŦƀɨʉꞵ"
    "०০੦૦௦౦೦๐໐٠۰ഠဝ〇",  # noughts
    "ABCEHIJKMOPSTXY3abcehijklopstxydqwvwr"
    "GYylhOobVW"
    "ABEZHIKMNOPTYXaiknoptuxyjcCwn"
    "USOnnuogh2fw"
    "ABCDEMGHJKLPRSTVWYZ"
    "iiilagyycouvwzsv5233"
    "oOlLdDhHtTbiub"
    "oooooooooooooo",
)

_ALIKE = {"rn": "m", "vv": "w", "cl": "d"}
"""Pairs of letters that look like one."""


def tidy(typed: str) -> str:
    """Return a name as it is kept: composed (NFC), one space between words, and nothing in it that only steers the text around it."""
    said = unicodedata.normalize("NFC", " ".join(typed.split()))
    letters = [letter for at, letter in enumerate(said) if unicodedata.category(letter) != "Cf" or _joins(said, at)]
    return " ".join("".join(letters).split())


def _joins(said: str, at: int) -> bool:
    """Say whether a joiner stands where it shapes something: between letters or signs beyond the alphabets that know none."""
    around = said[at - 1 : at] + said[at + 1 : at + 2]
    return said[at] in _JOINERS and len(around) == 2 and all(letter > "\u0600" and letter not in _JOINERS for letter in around)


def fault(name: str) -> Refusal | None:
    """Return what is wrong with one name, as `tidy` returned it; None: nothing."""
    kinds = [unicodedata.category(letter) for letter in name]
    if any(kind in ("Cc", "Cs", "Cn") for kind in kinds) or _piled(kinds):
        return BAD_NAME()
    if not name:
        return NO_NAME()
    if not any(kind[0] in "LNS" and letter not in _FILLERS for kind, letter in zip(kinds, name, strict=True)):
        return UNSEEN()
    return NAME_TOO_LONG(name=cut(name), most=MOST) if len(name) > MOST else None


def _piled(kinds: Iterable[str]) -> bool:
    """Say whether one letter has more marks than a line has room for."""
    row = 0
    for kind in kinds:
        row = row + 1 if kind in ("Mn", "Me") else 0
        if row > MOST_MARKS:
            return True
    return False


def cut(name: str, most: int = MOST) -> str:
    """Return a name in at most so many characters; what is cut off leaves an ellipsis."""
    if len(name) <= most:
        return name
    kept = name[: most - 1]
    while kept and (unicodedata.category(name[len(kept)])[0] == "M" or name[len(kept)] in _JOINERS or kept[-1] in _JOINERS):
        kept = kept[:-1]
    return kept.rstrip() + "…"


@functools.lru_cache(maxsize=1024)
def looks(name: str) -> frozenset[str]:
    """Return how a name looks: two names that have one of these in common are taken for each other.

    Compatible letters, capitals, accents, signs that are not drawn, and letters of other alphabets that look like Latin ones make no
    difference. A capital I and a small L look alike, so a name is read twice: with capitals and without.
    """
    compatible = unicodedata.normalize("NFKC", name)
    return frozenset(_skeleton(one) for one in (compatible, compatible.casefold()))


def _skeleton(said: str) -> str:
    drawn = (letter for letter in unicodedata.normalize("NFD", said) if letter not in _FILLERS)
    bare = "".join(letter for letter in drawn if unicodedata.category(letter) not in ("Mn", "Me", "Cf"))
    plain = bare.translate(_PLAIN).replace("I", "l").replace("|", "l").replace("1", "l").replace("0", "o").casefold()
    for pair, one in _ALIKE.items():
        plain = plain.replace(pair, one)
    return " ".join(plain.split())


def is_letter_of_another(name: str, seat: Seat) -> bool:
    """Say whether a name is, or looks like, the letter of another seat than this one."""
    return any(looks(name) & looks(letter) for letter in SEATS if letter != seat)


def doubles(wanted: Iterable[str], known: Iterable[str] = ()) -> Iterator[Refusal]:
    """Say which names look like one before them in the list, or like one that is there already."""
    seen: dict[str, str] = {look: name for name in known if name for look in looks(name)}
    for name in wanted:
        if (other := next((seen[look] for look in looks(name) if look in seen), None)) is not None:
            yield NAME_TWICE(name=name) if other.casefold() == name.casefold() else LOOKS_ALIKE(name=name, other=other)
        seen |= dict.fromkeys(looks(name), name)


def checked(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the names of a match as they are kept; a seat without one is left out.

    Args:
        names: by seat, as people typed them.

    Raises:
        Illegal: a name shows nothing, is too long, looks like another one, or is another seat's letter.
    """
    kept = {seat: name for seat, typed in names.items() if (name := tidy(typed)) or typed.strip()}
    faults = [found for name in kept.values() if (found := fault(name) if name else UNSEEN()) is not None]
    faults += [LETTER_OF_SEAT(name=name) for seat, name in kept.items() if is_letter_of_another(name, seat)]
    if faults := faults or list(doubles(kept.values())):
        raise Illegal(tuple(faults))
    return kept


def fitted(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return names that come from elsewhere so that `checked` takes them: cut with an ellipsis, and told apart by the seat's letter."""
    kept: dict[Seat, str] = {}
    for seat, typed in names.items():
        name = cut(tidy(typed))
        if fault(name) is not None:
            continue
        if is_letter_of_another(name, seat) or any(looks(name) & looks(other) for other in kept.values()):
            name = f"{cut(name, MOST - 4)} ({seat})"
        kept[seat] = name
    return kept


@functools.lru_cache(maxsize=1024)
def shown(name: str) -> str:
    """Return a name as a sentence takes it: isolated where it is read from right to left, and never with a sign that turns text round."""
    if name.isascii():
        return name
    plain = tidy(name)
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in plain)
    return f"{ISOLATE}{plain}{END}" if turned else plain
