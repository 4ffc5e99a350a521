"""What lies on a field: beings with their attributes and what they carry, stones, piles of objects (docs/inside/rules/bhm.md#state)."""

from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.games.bhm.constants import MOST_RANK, SPACES
from tapete.games.bhm.figures import ATTRS, SLOTS, AttrName, BeingKind, CardId, Count, Delta, Iid, Keyword, Points, Rank, Seq


class Attr(Strict):
    """An attribute: printed value with permanent changes (`base`), what it can be now (`max`), what it is (`cur`; BHM-R18)."""

    base: Annotated[int, Meta(ge=-999_999, le=999_999)]
    max: Points
    cur: Points

    def at(self, value: int) -> "Attr":
        """The same with another current value, inside its bounds (BHM-R18)."""
        return Attr(self.base, self.max, min(self.max, max(0, value)))


class Held(Strict, omit_defaults=True):
    """A card that lies with a being or in a zone; `mods` are the changes that took hold (BHM-R79, R109), `turn` when a power came."""

    card: CardId
    owner: Seat
    rank: Rank
    seq: Seq
    mods: dict[AttrName, Delta] = {}
    turn: Count = 0


class Executed(Strict):
    """A power that a being has executed in this turn (BHM-050, 090)."""

    card: CardId
    rank: Rank
    seq: Seq
    equipped: bool
    cancelled: bool = False


class Temp(Strict, omit_defaults=True):
    """A change until the end of the turn: of an attribute, of the rank, or of a keyword that was added or removed."""

    what: AttrName | Literal["rank", "keyword"]
    delta: Delta = 0
    keyword: Keyword | None = None
    added: bool = True


class Being(Strict, kw_only=True, tag="being", omit_defaults=True):
    """A being, summon, special card or celestial entity (`kind`) on the field or among deserters.

    From `returned` to `drained` it is of this turn: `fresh`, it has come into play; `applied`, the effects of its coming that were used.
    """

    iid: Iid
    card: CardId
    owner: Seat
    kind: BeingKind
    rank_base: Annotated[int, Meta(ge=-MOST_RANK, le=2 * MOST_RANK)]
    seq: Seq
    since: Seq
    pod: Attr | None = None
    fue: Attr | None = None
    res: Attr | None = None
    val: Attr | None = None
    salud: Attr | None = None
    keywords: tuple[Keyword, ...] = ()
    frozen: bool = False
    name_lost: bool = False
    powers: tuple[Held, ...] = ()
    objects: tuple[Held, ...] = ()
    beside: tuple[Held, ...] = ()
    fled_turn: Count | None = None
    returned: bool = False
    fresh: bool = False
    applied: tuple[Annotated[int, Meta(ge=0, le=7)], ...] = ()
    physical_used: bool = False
    power_used: bool = False
    power_granted: bool = False
    executed: tuple[Executed, ...] = ()
    fed: bool = False
    points: Annotated[int, Meta(ge=0, le=80)] = 0
    drained: bool = False
    temp: tuple[Temp, ...] = ()

    @property
    def rank(self) -> int:
        """The rank that counts (BHM-R18)."""
        change = sum(temp.delta for temp in self.temp if temp.what == "rank") if self.temp else 0
        return min(MOST_RANK, max(0, self.rank_base + change))

    @property
    def is_entity(self) -> bool:
        """Say whether it is a celestial entity, which is no being (BHM-106)."""
        return self.kind == "entity"

    @property
    def inactive(self) -> bool:
        """Say whether its abilities sleep, because its POD is gone (BHM-060)."""
        return self.pod is not None and self.pod.cur == 0

    @property
    def exposed(self) -> bool:
        """Say whether an attribute at zero calls for a check (BHM-R47)."""
        pod, salud, val = self.pod, self.salud, self.val
        return (pod is not None and pod.cur == 0) or (salud is not None and salud.cur == 0) or (val is not None and val.cur == 0)

    def attr(self, name: AttrName) -> Attr | None:
        """One of its attributes; None where it lacks it (BHM-059)."""
        found: Attr | None = getattr(self, name)
        return found

    def now(self, name: AttrName) -> int:
        """The current value of an attribute; 0 where it lacks it."""
        found: Attr | None = getattr(self, name)
        return 0 if found is None else found.cur

    def figure(self, name: str) -> int | None:
        """The strongest figure of a keyword that is in force (0 for one without figure); None where it has none (BHM-060, 147)."""
        pod = self.pod
        if (pod is not None and pod.cur == 0) or (name == "eterno" and self.name_lost):
            return None
        words = self.keywords
        for temp in self.temp:
            if temp.what == "keyword" and temp.keyword is not None:
                words = (*words, temp.keyword) if temp.added else tuple(word for word in words if word != temp.keyword)
        return _strongest(words, name) if words else None

    def has(self, name: str) -> bool:
        """Say whether a keyword is in force."""
        return (bool(self.keywords) or bool(self.temp)) and self.figure(name) is not None


@lru_cache(maxsize=4096)
def _strongest(words: tuple[Keyword, ...], name: str) -> int | None:
    return max((int(word.partition(":")[2] or 0) for word in words if word.partition(":")[0] == name), default=None)


class Petrified(Strict, tag="petrified", omit_defaults=True):
    """A petrified being, which only takes its space; objects that cannot be destroyed may share it (BHM-128, R61, R78)."""

    iid: Iid
    card: CardId
    owner: Seat
    orphans: tuple[Held, ...] = ()


class Orphans(Strict, tag="orphans"):
    """Objects that cannot be destroyed, in the space that their bearer left (BHM-135, R78)."""

    objects: Annotated[tuple[Held, ...], Meta(min_length=1)]


STANDING = (Being, Petrified)
"""What takes a space under a number of its own."""

Space = Being | Petrified | Orphans | None
Field = Annotated[tuple[Space, ...], Meta(min_length=SPACES, max_length=SPACES)]
EMPTY_FIELD: Field = (None,) * len(SLOTS)


def clamped(value: int) -> int:
    """A maximum inside its bounds (BHM-R18)."""
    return min(99_999, max(0, value))


def refitted(being: Being, *, ending: bool) -> Being:
    """A being whose maxima follow what changes them (BHM-R18, R79).

    Args:
        being: as it is now, with its attachments and changes already as they shall be.
        ending: a change has ended, so that a maximum that falls takes nothing off what is below it.
    """
    fitted: dict[str, Attr] = {}
    for name in ATTRS:
        attr = being.attr(name)
        if attr is None:
            continue
        most = clamped(attr.base + added_to(being, name))
        rise = most - attr.max
        if rise:
            now = attr.cur + rise if rise > 0 else min(attr.cur, most) if ending else max(0, attr.cur + rise)
            fitted[name] = Attr(attr.base, most, now)
    return replace(being, **fitted) if fitted else being


def added_to(being: Being, name: AttrName) -> int:
    """What attached cards and changes until the end of the turn add to an attribute."""
    carried = sum(held.mods.get(name, 0) for held in (*being.powers, *being.objects) if held.mods)
    return carried + sum(temp.delta for temp in being.temp if temp.what == name)


UNTOUCHED: dict[str, Any] = {
    **dict.fromkeys(("returned", "fresh", "physical_used", "power_used", "power_granted", "fed", "drained"), False),
    "applied": (),
    "executed": (),
    "points": 0,
}
"""A being's marks of the turn as they are where there are none (BHM-R98)."""


_marks = attrgetter(*UNTOUCHED)
_NO_MARKS = tuple(UNTOUCHED.values())


def rested(being: Being) -> Being:
    """A being whose marks of the turn are gone (BHM-R98)."""
    return being if _marks(being) == _NO_MARKS else replace(being, **UNTOUCHED)


def without_temp(being: Being) -> Being:
    """A being for which the turn's changes have ended (BHM-R14, R29)."""
    return refitted(replace(being, temp=()), ending=True) if being.temp else being
