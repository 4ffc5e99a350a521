"""One panel of the console, pixel by pixel: counter, die display, and the private display under its hood."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from tapete.core.scene import Bridge, DiePurpose, Panel
from tapete.core.texts import Language, Sentence, Text, Words
from tapete.web.boards import shapes

_STEP, _SIZE = 28, 20

DISPLAYS: tuple[tuple[str, int, Text], ...] = (
    ("counter", 10, Text("Contador", "Counter")),
    ("die", 10, Text("Dado", "Die")),
    ("private", 10, Text("Apuesta (bajo la visera)", "Bid (under its hood)")),
)
"""The displays of a panel: name, pixels in a row, label."""

_TITLE = Text("Panel de la consola", "Panel of the console")

BUTTONS: tuple[tuple[str, str, Text], ...] = (
    ("minus", "−", Text("MENOS", "MINUS")),
    ("plus", "+", Text("MÁS", "PLUS")),
    ("lock", "■", Text("LOCK", "LOCK")),
    ("roll", "◆", Text("ROLL", "ROLL")),
)
"""The buttons of a panel: name, sign, label."""


def colour(pixel: int) -> str:
    """How a pixel 0xRRGGBB looks to the eye: light adds up steeply, and one that is dark is a grey bead."""
    if not pixel:
        return "#2a2621"
    parts = ((pixel >> shift) & 255 for shift in (16, 8, 0))
    return "#" + "".join(f"{round(255 * (part / 255) ** 0.33):02x}" for part in parts)


def draw(number: int, counts: Sequence[int], language: Language) -> Markup:
    """A panel with all its pixels dark; pages colour them by the id of their display.

    Args:
        number: of the panel, from 0.
        counts: how many pixels each display of `DISPLAYS` has.
        language: of its labels.
    """
    y, drawn = 12.0, []
    for (name, in_row, label), count in zip(DISPLAYS, counts, strict=True):
        if not count:
            continue
        drawn.append(shapes.element("text", label.in_(language), x=18, y=y + 14, class_="panel-label"))
        y += 22
        dots = [
            shapes.element(
                "circle", cx=28 + (i % in_row) * _STEP, cy=y + 12 + (i // in_row) * _STEP, r=_SIZE / 2, fill=colour(0), class_="pixel"
            )
            for i in range(count)
        ]
        drawn.append(shapes.element("g", *dots, id=f"pixels-{number}-{name}"))
        y += _STEP * -(-count // in_row) + 6
    case = shapes.element("rect", x=2, y=2, width=306, height=y + 2, rx=12, class_="panel-case")
    return shapes.picture(f"panel-{number}", f"{_TITLE.in_(language)} {number + 1}", "", 310, y + 6, case, *drawn)


def draw_strip(count: int, language: Language) -> Markup:
    """The shared bridge strip, dark."""
    dots = [shapes.element("circle", cx=24 + i * 30, cy=26, r=11, fill=colour(0), class_="pixel") for i in range(count)]
    case = shapes.element("rect", x=2, y=2, width=30 * count + 14, height=48, rx=12, class_="panel-case")
    title = Text("Tira del puente", "Bridge strip").in_(language)
    return shapes.picture("strip", title, "", 30 * count + 18, 52, case, shapes.element("g", *dots, id="pixels-bridge"))


_COUNTER = Sentence("{seat:seat}: el contador marca {value} de {largest}.", "{seat:seat}: the counter shows {value} of {largest}.")
_BID = Sentence(
    "Pide una apuesta de {low} a {high}: MENOS y MÁS la cambian, LOCK la fija.",
    "It asks for a bid from {low} to {high}: MINUS and PLUS change it, LOCK locks it.",
)
_PICK = Sentence(
    "Pide números de {low} a {high}: LOCK añade uno, ROLL termina.", "It asks for numbers from {low} to {high}: LOCK adds one, ROLL ends."
)
_SHOWN = Sentence("Muestra la apuesta revelada: {shown}.", "It shows the revealed bid: {shown}.")
_DICE: dict[DiePurpose | None, Text] = {
    None: Text("Espera una tirada: pulsa ROLL.", "It waits for a roll: press ROLL."),
    "initiative": Text(
        "Espera la tirada de iniciativa: dos luces se juntan en el centro. Pulsa ROLL.",
        "It waits for the roll for initiative: two lights meet in the middle. Press ROLL.",
    ),
    "attack": Text(
        "Espera una tirada de ataque: dos luces corren. Pulsa ROLL.", "It waits for a roll for an attack: two lights run. Press ROLL."
    ),
    "defence": Text(
        "Espera una tirada de defensa: dos luces retroceden. Pulsa ROLL.",
        "It waits for a roll for a defence: two lights walk back. Press ROLL.",
    ),
}
_LAMPS: dict[str, Text] = {
    "dark": Text("No juega.", "It is not in play."),
    "waiting": Text("Espera a los demás.", "It waits for the others."),
    "turn": Text("Le toca: late despacio.", "Its turn: a slow pulse."),
    "ready": Text("Listo: los extremos lucen fijos.", "Ready: steady ends."),
    "won": Text("Ha ganado.", "It has won."),
    "lost": Text("Ha perdido.", "It has lost."),
    "drawn": Text("Empate.", "A draw."),
}
_BRIDGE = Sentence("Tira del puente: el muro en la losa {wall}.", "Bridge strip: the wall on slab {wall}.")


def told(panel: Panel, language: Language, words: Words) -> str:
    """What a panel shows, in words; only what everybody may know."""
    sentences = [words.say(_COUNTER, {"seat": panel.seat, "value": panel.value, "largest": panel.largest}).in_(language)]
    sentences.append(_LAMPS[panel.lamp].in_(language))
    if panel.bid is not None:
        sentences.append(words.say(_BID, {"low": panel.bid.low, "high": panel.bid.high}).in_(language))
    if panel.pick is not None:
        sentences.append(words.say(_PICK, {"low": panel.pick.low, "high": panel.pick.high}).in_(language))
    if panel.shown is not None:
        sentences.append(words.say(_SHOWN, {"shown": panel.shown}).in_(language))
    if panel.dice:
        sentences.append(_DICE[panel.purpose].in_(language))
    return " ".join(sentences)


def strip_told(bridge: Bridge, language: Language) -> str:
    """What the bridge strip shows, in words."""
    return Words().say(_BRIDGE, {"wall": f"{bridge.wall:+d}" if bridge.wall else "0"}).in_(language)
