"""How large the installed set is: Tapete and everything that it needs to run, without the extras."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution


def needed(name: str, found: dict[str, Distribution]) -> None:
    """Collect a distribution and what it requires on this system, extras left out."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in found:
        return
    try:
        found[key] = distribution(name)
    except PackageNotFoundError:
        return  # meant for another system
    for requirement in found[key].requires or ():
        if "extra ==" not in requirement:
            needed(re.split(r"[\s;<>=!~\[(]", requirement, maxsplit=1)[0], found)


def size(one: Distribution) -> int:
    """Bytes of a distribution's files."""
    return sum(path.stat().st_size for file in one.files or () if (path := file.locate()).is_file())  # type: ignore[attr-defined]  # a real path, for installed ones


def main() -> None:
    """Print the sum, and the largest parts."""
    found: dict[str, Distribution] = {}
    needed("tapete", found)
    sizes = sorted(((size(one), name) for name, one in found.items()), reverse=True)
    print(f"{len(sizes)} distributions, {sum(bytes_ for bytes_, _ in sizes) / 1e6:.1f} MB")
    for bytes_, name in sizes[:8]:
        print(f"  {name:36} {bytes_ / 1e6:6.1f} MB")


if __name__ == "__main__":
    main()
