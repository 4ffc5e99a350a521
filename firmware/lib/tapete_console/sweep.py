"""A collection of memory, and nothing else here: the interpreter marks first what the names of the asking module lead to, on a stack of 64
places, and looks through all memory again each time that is full. From here it takes 6 ms, from a module with many names 11.
"""

from gc import collect


def sweep() -> None:
    """Collect."""
    collect()
