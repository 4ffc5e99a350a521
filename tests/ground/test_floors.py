"""Every direct dependency has a floor that can be installed; `.ci/night floors` tries them."""

from __future__ import annotations

from packaging.version import Version

from tools import constraints, floors


def test_every_dependency_names_one_oldest_version_that_is_not_newer_than_the_pin() -> None:
    lowest, pins = floors.floors(), constraints.pinned()
    assert {"starlette", "uvicorn", "click", "msgspec", "sqlalchemy"} <= lowest.keys()
    assert [name for name, version in lowest.items() if Version(version) > Version(pins[name])] == []


def test_the_oldest_versions_are_asked_for_and_the_tests_tools_are_pinned() -> None:
    lines = floors.constraints({"uvicorn": "0.30", "click": "8.1"}).splitlines()
    assert {"uvicorn==0.30", "click==8.1"} <= set(lines)
    assert {line.partition("==")[0] for line in lines} == {"uvicorn", "click", *floors.TOOLS}
