"""Sheets for a home printer: labels of cards with their QR codes, and play mats. Whole HTML files that ask for nothing from outside; a
server's policy lets no page have styles inside, so there they are a file beside it.

Black on white, thin lines, measures in millimetres; every sheet keeps 10 mm of margin, which every common printer can hold.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tapete.cards import label_codes, photos
from tapete.core.catalogue import Catalogue
from tapete.core.game import Game
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import Language, _
from tapete.presentation import art, faces, mats
from tapete.presentation.base import Face
from tapete.table.colours import COLOUR_NAMES
from tapete.web import templating
from tapete.web.assets import FOLDER
from tapete.web.root import root

MOST_LABELS = 2_000
"""Most labels of one file: some eighty sheets."""

TOO_MANY_LABELS = Code(
    "too_many_labels", "", _("That makes {number} labels; one file holds {most}. Ask for fewer copies, or name fewer cards.")
)
NO_SUCH_CARD = Code("unknown_card", "", _("The catalogue “{title}” has no card “{card}”."))


class Label(Struct, frozen=True):
    """One label: what is printed on the card, its code in letters and as a QR symbol, and what the card looks like."""

    face: Face
    code: str
    symbol: Markup
    picture: Markup


def label_sheet(catalogue: Catalogue[Any], language: Language, cards: Sequence[str] = (), copies: int = 1, *, served: bool = False) -> str:
    """Labels for sleeves, 63 by 38 mm each, or longer where the card says more, as a whole HTML file.

    Args:
        catalogue: whose cards they are. language: of names and figures.
        cards: which, by id; all of them when empty. copies: of each, 1 or more. served: whether a server shows it.

    Raises:
        Illegal: a card that the catalogue lacks (all of them are named), or more than `MOST_LABELS` labels.
    """
    strange = [card for card in cards if card not in catalogue.cards]
    if strange:
        raise Illegal(tuple(NO_SUCH_CARD(title=catalogue.title, card=card) for card in strange))
    wanted = list(cards) or list(catalogue.cards)
    if len(wanted) * copies > MOST_LABELS:
        raise Illegal((TOO_MANY_LABELS(number=len(wanted) * copies, most=MOST_LABELS),))
    made = [label for card in wanted for label in [_label(catalogue, card, language, served)] * copies]
    return _sheet("labels", language, served, title=catalogue.title, labels=made)


def _label(catalogue: Catalogue[Any], card: str, language: Language, served: bool) -> Label:
    code = label_codes.code(catalogue.game, card)
    return Label(faces.face_of(catalogue, card, language), code, qr(code), _picture(catalogue, card, served))


def _picture(catalogue: Catalogue[Any], card: str, served: bool) -> Markup:
    """The table's photo of a card, else its drawn face; a server's policy lets no page hold a photo itself, so there it has an address."""
    look, photo = faces.look_of(catalogue, card), photos.file(catalogue.game, card)
    if photo is None:
        return _face(look, card, served)
    if served:
        return _image(f"photo/{card}?v={photo.stat().st_mtime_ns:x}")
    return _image(f"data:image/jpeg;base64,{base64.b64encode(photo.read_bytes()).decode()}")


def _face(look: art.CardLook, card: str, served: bool) -> Markup:
    """A card's drawn face: inside a file, and beside a page, whose browser asks for each once."""
    return _image(root() + art.address(look, card)) if served else art.face(look, card)


def _image(source: str) -> Markup:
    """A picture beside the card's name, which says it already; HTML closes no `img`."""
    return Markup('<img src="{}" alt="">').format(source)


def deck_sheet(game: Game[Any], language: Language, colours: Sequence[str], copies: int = 1, *, served: bool = False) -> str:
    """Labels for a game whose deck is fixed, one deck for each colour, as `label_sheet` makes them.

    Args:
        game: with a deck of its own. language: of the names. colours: whose decks. copies, served: as of `label_sheet`.

    Raises:
        Illegal: more than `MOST_LABELS` labels.
    """
    wanted = [(card, colour) for colour in colours for card in game.deck]
    if len(wanted) * copies > MOST_LABELS:
        raise Illegal((TOO_MANY_LABELS(number=len(wanted) * copies, most=MOST_LABELS),))
    made = []
    for card, colour in wanted:
        code, name = label_codes.code(game.name, card, colour), game.words.show(game.deck[card], language, "spell")
        face, look = Face(name=name, kind=COLOUR_NAMES[colour].in_(language)), faces.look_in(game.name, game.deck[card])
        made += [Label(face, code, qr(code), _face(look, card, served))] * copies
    return _sheet("labels", language, served, title=game.title.in_(language), labels=made)


def qr(code: str) -> Markup:
    """A QR symbol with its quiet zone of four modules, error correction M, sized by the style sheet."""
    import segno  # here: a start does not wait for it

    drawn = io.BytesIO()
    # A Micro QR is smaller, but not every scanner knows it.
    segno.make(code, error="m", micro=False, boost_error=False).save(
        drawn, kind="svg", border=4, xmldecl=False, omitsize=True, svgclass="qr"
    )
    return Markup(drawn.getvalue().decode("utf-8").strip())


def mat_sheet(game: str, language: Language, *, served: bool = False) -> str:
    """A play mat with the zones of a game on sheets of A4, landscape, as a whole HTML file.

    Raises:
        Illegal: this game has no mat.
    """
    mat = mats.mat_of(game, language)
    return _sheet("mat", language, served, mat=mat)


def _sheet(name: str, language: Language, served: bool, **context: Any) -> str:
    """The HTML of a sheet, with its style inside or, from a server, beside it."""
    css = "" if served else Markup((FOLDER / f"{name}.css").read_text(encoding="utf-8"))  # a file of ours
    return str(templating.fragment(f"sheets/{name}.html", language, served=served, css=css, **context))
