"""BHM's cards: what is printed on them, and what may be wrong with a catalogue (docs/inside/rules/bhm.md#catalogue)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from tapete.core import codec
from tapete.core.catalogue import FLAT_FORMAT, Catalogue, Gender, Reading, Written, gather
from tapete.core.decks import OfferedDeck
from tapete.core.kinds import beyond
from tapete.core.refusals import Malformed
from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.games.bhm.constants import COMMON_COPIES, COPIES, LARGEST_DECK, MOST_COPIES, MOST_SUMMONS, SMALLEST_DECK
from tapete.games.bhm.figures import BEING_KINDS, Amount, AttrName, CardId, CardKind, Delta, Keyword, Rank, Target, TerritoryRef, named
from tapete.games.bhm.language import _
from tapete.games.bhm.operations import Element, Operations

MOST_CARDS = 2_000
"""Most cards of a catalogue."""

Words60 = Annotated[str, Meta(min_length=1, max_length=60)]
Words600 = Annotated[str, Meta(max_length=600)]
Mark = Literal["legendario", "unico", "epico", "ente", "primigenio", "ordinario", "basico"]
Copies = Annotated[int, Meta(ge=1, le=MOST_COPIES)]
Figure = Annotated[int, Meta(ge=0, le=9_999)]
Arguments = dict[str, int | bool | str | tuple[str, ...]]

TargetWord = Literal["self", "own_being", "enemy_being", "any_being", "own_player", "enemy_player", "enemy_territory", "top"]
AT_BEINGS: tuple[TargetWord, ...] = ("self", "own_being", "enemy_being", "any_being")
AT_PLAYERS: tuple[TargetWord, ...] = ("own_player", "enemy_player")

AIMED: dict[str, tuple[TargetWord, ...]] = {
    **dict.fromkeys(("attr_change", "attr_set", "heal", "damage", "rank_change", "kill", "annihilate", "petrify"), AT_BEINGS),
    **dict.fromkeys(("freeze", "unfreeze", "force_flee", "add_keyword", "remove_keyword", "remove_name", "grant_power_attack"), AT_BEINGS),
    **dict.fromkeys(("counter_change", "draw", "grant_instant_call"), AT_PLAYERS),
    "destroy_territory": ("enemy_territory",),
    "cancel_top": ("top",),
}
"""The operations that a catalogue can structure, and the target words that fit each; the others are declared at the table."""


class Name(Written):
    """A name in both languages."""

    es: Words60
    en: Words60
    gender: Gender | UnsetType = UNSET


class Prose(Written):
    """A text in both languages, in the words of the catalogue's author."""

    es: Words600
    en: Words600


class Effect(Strict, omit_defaults=True):
    """One structured effect: an operation, when it is offered, what it is aimed at, and the operation's further arguments."""

    op: str
    when: Literal["on_play", "on_enter", "declared"]
    target: TargetWord
    arguments: Arguments = {}

    def aimed(self, target: Target) -> Operations:
        """The operation, aimed at this.

        Raises:
            Malformed: the target is of another sort than the word asks for.
        """
        plain: dict[str, Any] = {"op": self.op, **self.arguments}
        if self.target in AT_BEINGS:
            plain["iid"] = target
        elif self.target in AT_PLAYERS:
            plain["seat"] = target
        elif isinstance(target, TerritoryRef):
            plain |= {"seat": target.seat, "index": target.index}
        union: Any = Operations
        made: Operations = codec.convert(plain, union)
        return made


class Card(Strict, kw_only=True, omit_defaults=True):
    """A card of any kind (BHM-079..082); an attribute that is None is absent, which is not 0 (BHM-059)."""

    id: CardId
    name: Words60 | Name
    kind: CardKind
    rank: Rank
    marks: tuple[Mark, ...] = ()
    copies_max: Copies | None = None
    types: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=24)], ...], Meta(max_length=6)] = ()
    elements: tuple[Element, ...] = ()
    divine: Literal["none", "god", "demigod"] = "none"
    summoner: bool = False
    pod: Amount | None = None
    fue: Figure | None = None
    res: Figure | None = None
    val: Amount | None = None
    salud: Amount | None = None
    keywords: tuple[Keyword, ...] = ()
    survives_zero: tuple[Literal["pod", "salud"], ...] = ()
    can_attack: bool = False
    instant: bool = False
    reaction: bool = False
    stays: bool = False
    equips: bool = False
    pod_cost: Figure = 0
    pod_cost_when: Literal["now", "later"] = "now"
    mods: dict[AttrName, Delta] = {}
    effects: tuple[Effect, ...] = ()
    text: Words600 | Prose | None = None

    @property
    def is_divine(self) -> bool:
        """Say whether it is a god or demigod (BHM-105)."""
        return self.divine != "none"

    @property
    def indestructible(self) -> bool:
        """Say whether it stays in play instead of going to the dead zone (BHM-134)."""
        return "indestructible" in self.keywords

    @property
    def on_play(self) -> tuple[Effect, ...]:
        """The effects whose targets its player names."""
        return tuple(effect for effect in self.effects if effect.when == "on_play")


class Deck(OfferedDeck):
    """A deck to begin with: copies by card, of the main deck and of the summons."""

    id: CardId
    name: Words60 | Name
    cards: dict[CardId, Copies]
    summons: dict[CardId, Copies] = {}

    @property
    def copies(self) -> dict[str, int]:
        return {**self.cards, **self.summons}


class Document(Strict):
    """A whole catalogue, as a file has it; effects are flat there, with their arguments beside what every effect has."""

    format: Literal[1]
    game: Literal["bhm"]
    name: Words60
    card: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    deck: tuple[Deck, ...] = ()


BEINGS = frozenset(BEING_KINDS)
FOR: dict[str, frozenset[str]] = {
    "divine": frozenset({"being", "summon", "special"}),
    "summoner": frozenset({"being", "summon", "special"}),
    **dict.fromkeys(("pod", "fue", "res", "val", "salud"), BEINGS),
    "survives_zero": BEINGS,
    "can_attack": frozenset({"entity"}),
    "instant": frozenset({"being", "special", "entity"}),
    "reaction": frozenset({"strategy", "power"}),
    "stays": frozenset({"strategy"}),
    "equips": frozenset({"power"}),
    "pod_cost": frozenset({"power"}),
    "pod_cost_when": frozenset({"power"}),
    "mods": frozenset({"object", "power"}),
    "keywords": BEINGS | {"object", "territory"},
    "copies_max": frozenset({*BEINGS, "strategy", "power", "object", "territory"}),
}
"""The kinds of card that a key belongs to."""

DIVINE: dict[str, Literal["god", "demigod"]] = {
    **dict.fromkeys(("dios", "diosa", "god", "goddess"), "god"),
    **dict.fromkeys(("semidios", "semidiosa", "demigod", "demigoddess"), "demigod"),
}
"""Types as they are printed that ask for `divine`, which alone counts (BHM-103, 105)."""


def opening(title: str) -> dict[str, Any]:
    """What a catalogue of BHM's begins with.

    Args:
        title: what it calls itself.
    """
    return {"format": 1, "game": "bhm", "name": title}


def read(plain: Mapping[str, Any]) -> Catalogue[Card]:
    """A catalogue out of a parsed TOML document.

    Raises:
        CardError: with every fault: unknown, missing and bad keys, ids that are there twice, what a kind demands, decks that are none.
    """
    reading = Reading(plain, flat=True)
    plain = reading.document
    reading.only(plain, "format", "game", "name", "card", "deck")
    if plain.get("format") != 1 or isinstance(plain.get("format"), bool):
        reading.fault(None, "format", FLAT_FORMAT)
    if plain.get("game") != "bhm":
        reading.fault(None, "game", _("must be “bhm”"))
    title = reading.value(plain.get("name"), Words60, None, "name")
    every = reading.tables(plain.get("card"), "card", MOST_CARDS, lambda entry, label: _card(reading, entry, label))
    cards = {card.id: card for card in every}
    decks = _decks(reading, plain.get("deck", []), cards)
    return gather("bhm", reading.finish(title), cards, {"decks": decks} if decks else None, reading=reading)


def _card(reading: Reading, entry: Any, label: str) -> Card | None:
    """One card; its effects are flat tables in the document, and kept with their arguments apart."""
    if not isinstance(entry, Mapping):
        reading.fault(label, "", _("must be a table"))
        return None
    given = dict(entry)
    effects = given.get("effects", [])
    if isinstance(effects, list) and all(isinstance(effect, Mapping) for effect in effects):
        own = ("op", "when", "target")
        given["effects"] = [
            {**{k: e[k] for k in own if k in e}, "arguments": {k: v for k, v in e.items() if k not in own}} for e in effects
        ]
    card = reading.struct(given, Card, label)
    if card is not None:
        _demands(reading, card, entry)
    return card


def _demands(reading: Reading, card: Card, entry: Mapping[str, Any]) -> None:
    """Judge what the kind of a card demands and forbids."""
    for key, kinds in FOR.items():
        if key in entry and card.kind not in kinds:
            reading.fault(card.id, key, _("does not belong to a card of kind “{kind}”").fill(kind=card.kind))
    for word in card.types:
        if card.kind in FOR["divine"] and not card.is_divine and (divine := DIVINE.get(word.casefold())) is not None:
            reading.fault(card.id, "types", _('“{word}” makes no god: write divine = "{divine}" too').fill(word=word, divine=divine))
    if card.kind == "power" and card.mods and not card.equips:
        reading.fault(card.id, "mods", _("needs a power that equips"))
    if card.kind == "entity" and "ente" not in card.marks:
        reading.fault(card.id, "marks", _("a celestial entity carries the mark “ente”"))
    for word in card.keywords:
        if (named(word) == "indestructible") != (card.kind in ("object", "territory")):
            reading.fault(card.id, "keywords", _("“{word}” does not belong to this kind of card").fill(word=word))
    for place, effect in enumerate(card.effects, start=1):
        at = f"effects[{place}]"
        words = AIMED.get(effect.op)
        if words is None:
            known = ", ".join(AIMED)
            reading.fault(card.id, f"{at}.op", _("must be one of: {known}").fill(known=known))
        elif effect.target not in words:
            known = ", ".join(words)
            reading.fault(card.id, f"{at}.target", _("must be one of these here: {known}").fill(known=known))
        elif (problem := _misfit(effect)) is not None:
            text = problem.refusals[0].text()
            reading.fault(card.id, at, text)


def _misfit(effect: Effect) -> Malformed | None:
    """Return why the arguments of an effect are not those of its operation; None if they are."""
    example: dict[TargetWord, Target] = {"own_player": "A", "enemy_player": "A", "enemy_territory": TerritoryRef("A", 0), "top": "top"}
    try:
        made = effect.aimed(example.get(effect.target, 1))
    except Malformed as problem:
        return problem
    return next((codec.malformed(_("must be {low} to {high}").fill(low=low, high=high), name) for name, low, high in beyond(made)), None)


def _decks(reading: Reading, entries: Any, cards: Mapping[str, Card]) -> dict[str, Deck]:
    """The decks to begin with (BHM-149..154, R93)."""
    found: dict[str, Deck] = {}
    if not isinstance(entries, list):
        reading.fault(None, "deck", _("must be a list of tables"))
        return found
    for place, entry in enumerate(entries, start=1):
        at = f"deck[{place}]"
        deck = reading.struct(entry, Deck, None, at)
        if deck is None:
            continue
        if deck.id in found:
            reading.fault(None, f"{at}.id", _("this id is there already"))
        found[deck.id] = deck
        for card, zone in [*((c, "cards") for c in deck.cards), *((c, "summons") for c in deck.summons)]:
            if card not in cards:
                reading.fault(None, f"{at}.{zone}.{card}", _("this card is not in the catalogue"))
            elif (cards[card].kind == "summon") != (zone == "summons"):
                reading.fault(None, f"{at}.{zone}.{card}", _("this card does not belong here"))
            elif (deck.cards if zone == "cards" else deck.summons)[card] > copies(cards[card]):
                most = copies(cards[card])
                reading.fault(None, f"{at}.{zone}.{card}", _("at most {most} {most:copy|copies}").fill(most=most))
        if not SMALLEST_DECK <= sum(deck.cards.values()) <= LARGEST_DECK:
            wanted = f"{SMALLEST_DECK}..{LARGEST_DECK}"
            reading.fault(None, f"{at}.cards", _("must add to {wanted} cards").fill(wanted=wanted))
        if sum(deck.summons.values()) > MOST_SUMMONS:
            reading.fault(None, f"{at}.summons", _("at most {MOST_SUMMONS} cards"))
    return found


def copies(card: Card) -> int:
    """How many copies of a card a deck may have: the printed exception, else the strictest mark, else two (BHM-150..154, R92, R93)."""
    if card.copies_max is not None:
        return card.copies_max
    if {"legendario", "unico", "epico", "ente", "primigenio"} & set(card.marks):
        return 1
    return COMMON_COPIES if {"ordinario", "basico"} & set(card.marks) else COPIES


def controller_word(word: TargetWord, seat: Seat, other: Seat) -> bool:
    """Say whether a target word, seen from a seat, allows what another seat controls (BHM-107, R33)."""
    if word.startswith("own"):
        return seat == other
    return seat != other if word.startswith("enemy") else True
