"""Events: one evening of a shop, from the list of who plays to the final places.

An event is an append-only log of decisions (`decisions`), each with who, when and why; a `Tournament` is what follows from it and never
changes. Nothing is erased: a decision is undone by another one only. `standings` are a pure function of it, with the arithmetic that people
can follow by hand; `pairing` proposes a round, and `seating` judges every paired round, no matter who made it. Tables need nothing of it.
"""
