"""Keep in memory the secrets that no console keeps: judge each before it is locked, open them when all are ready."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.board import S
from tapete.core.kinds import name_of
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.sealing import seal_of
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep


class Vault:
    """Values that people set on phones or in a session, kept in memory until all are ready; never written anywhere."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Seat, tuple[str, str, Any]] = {}

    def __repr__(self) -> str:
        return f"<Vault of {sorted(self._kept)}>"

    def keep(self, seat: Seat, value: Any) -> str:
        """Keep a value and return its seal; an earlier one of the same seat is forgotten."""
        nonce = secrets.token_hex(16)
        seal = seal_of(nonce, seat, value)
        self._kept[seat] = (seal, nonce, value)
        return seal

    def open(self, seat: Seat, value: Any, nonce: str) -> None:
        """Keep what a console has revealed until the others are there too; it counts for the seal that it opens."""
        self._kept[seat] = (seal_of(nonce, seat, value), nonce, value)

    def copy(self) -> Vault:
        """Return a copy of the values, to try something."""
        copy = Vault()
        copy._kept = dict(self._kept)
        return copy

    def drop(self, seat: Seat | None = None) -> None:
        """Forget one seat's value, or all."""
        if seat is None:
            self._kept.clear()
        else:
            self._kept.pop(seat, None)

    def opens(self, seals: Mapping[Seat, str | None]) -> dict[Seat, tuple[Any, str]]:
        """Return value and nonce of every seat whose seal was made here."""
        return {seat: (kept[2], kept[1]) for seat, seal in seals.items() if (kept := self._kept.get(seat)) is not None and kept[0] == seal}


def revealed(rules: Rules[Any], state: Any, vault: Vault) -> Action | None:
    """Return the action that reveals everything once all are ready and every value lies in this vault; else None."""
    for sealing in rules.game.sealings:
        step = state.agenda[-1]
        if isinstance(step, sealing.step) and set(step.ready) == set(state.seats):
            opened = vault.opens({seat: step.seals.get(seat) for seat in step.ready})
            if set(opened) == set(step.ready):
                return rules.read(
                    {
                        "action": name_of(sealing.reveal),
                        **sealing.arguments({seat: value for seat, (value, _) in opened.items()}),
                        "nonces": {seat: nonce for seat, (_, nonce) in opened.items()},
                    }
                )
    return None


def withdrawn(state: S) -> S:
    """Return the state with every lock of an open sealing lifted, since nobody can open seals that a position brings along (SHZ-R74)."""
    step = state.agenda[-1]
    if not isinstance(step, SealingStep) or not step.ready:
        return state
    return replace(state, agenda=(*state.agenda[:-1], step.reopened()))


def take_secret(rules: Rules[Any], state: Any, raw: Mapping[str, Any], vault: Vault) -> dict[str, Any]:
    """Judge the secret of a lock, keep it in the vault and put its seal in its place; complete a reveal with what the vault opens.

    Args:
        rules, state: they judge the value before anything is kept.
        raw: a plain action; anything but a lock that carries its secret, or the reveal of what is open now, comes back as it is.
        vault: where the value goes.

    Raises:
        Malformed: no lock of this game, or its secret is no such value at all.
        Illegal: the value lies outside; the refusals are for this seat's eyes only.
    """
    plain, step = dict(raw), state.agenda[-1]
    for sealing in rules.game.sealings:
        if plain.get("action") == name_of(sealing.reveal) and isinstance(step, sealing.step):
            return sealing.completed(plain, vault.opens(step.seals), state.seats)
        if plain.get("action") != name_of(sealing.lock) or sealing.secret not in plain:
            continue
        secret = plain.pop(sealing.secret)
        action = rules.read(plain)
        seat: Seat = getattr(action, "seat", state.seats[0])
        refusals = list(rules.check(state, action))
        value = sealing.read(seat, secret) if not refusals else None
        domain = sealing.domain(rules.board(state), seat) if not refusals else None
        if domain is not None:
            refusals += [refusal.under(sealing.secret) for refusal in domain.refusals(value)]
        if refusals:
            raise Illegal(tuple(refusals))
        plain["seal"] = vault.keep(seat, value)
    return plain
