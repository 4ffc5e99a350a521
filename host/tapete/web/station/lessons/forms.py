"""The forms of a guided match: those that the guide asks for now, each control with no more than the guide leaves open."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tapete.presentation.lesson import Either, Pattern
from tapete.station.lessons.guide import Progress, plain
from tapete.web.forms import Control, Form


def asked(forms: list[Form], progress: Progress | None) -> tuple[list[Form], list[Form]]:
    """Return the forms that are due, and those that can wait.

    Args:
        forms: of everything that may be entered.
        progress: where the guide stands; without a guide all are due, and while it waits for hands alone none is.
    """
    if progress is None:
        return forms, []
    due, rest = [], []
    for form in forms:
        answer = _answered_by(form, progress)
        if answer is None:
            rest.append(form)
        else:
            due.append(replace(form, controls=tuple(_narrowed(control, answer) for control in form.controls)))
    return due, rest


def _answered_by(form: Form, progress: Progress) -> Pattern | None:
    """Return what the guide asks for that this form enters; None if there is nothing."""
    answers = progress.instruction.answers if progress.instruction is not None else ()
    return next((one for one in answers if one["action"] == form.action and one.get("seat", form.seat) == form.seat), None)


def _narrowed(control: Control, answer: Mapping[str, Any]) -> Control:
    """Return a control with only what the guide accepts; what it leaves open stays open."""
    name = control.path.rpartition("/")[2]
    if name not in answer:
        return control
    wanted = answer[name]
    if control.kind == "parts" and isinstance(wanted, Mapping):
        words = {str(one): value for one, value in wanted.items()}
        return replace(control, parts=tuple(_narrowed(part, words) for part in control.parts))
    accepted = [plain(one) for one in (wanted.values if isinstance(wanted, Either) else (wanted,))]
    if control.kind == "choice":
        kept = tuple(option for option in control.options if json.loads(option.value) in accepted)
        only = len(kept) == 1
        return replace(control, options=tuple(replace(one, chosen=only) for one in kept), tucked=False) if kept else control
    if control.kind == "several" and not control.groups and all(isinstance(one, list) for one in accepted):
        kept = tuple(option for option in control.options if any(json.loads(option.value) in one for one in accepted))
        return replace(control, options=tuple(replace(one, chosen=len(accepted) == 1) for one in kept))
    return control
