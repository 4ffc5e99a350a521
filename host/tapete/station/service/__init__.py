"""A station as a service of its computer: installing, updating, and what systemd hears of it."""

from tapete.station.service.systemd import alive, announce, answers

__all__ = ["alive", "announce", "answers"]
