"""The referee contract: what every game is made of, and what every front end may rely on (docs/inside/core.md).

Rules are a value. States are frozen, and follow from the log of actions. One rule is read three ways: to check an action, to list what
may be declared, and to say why not.
"""
