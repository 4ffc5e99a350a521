"""The one question that is open for each seat, and what the seat has said of its answer so far, from boards, forms, scanners and panels.

`Question` and `Selection` are plain data (`selection`). `asking` says what is open, its values and why not; `pointer` takes presses;
`selections` keeps what every seat of a table points at, and `picks` the numbers that panels choose.
"""
