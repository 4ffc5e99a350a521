"""A demo station: one screen, one console, and people who have never seen the game.

What a station is, without a page of it: its settings, the stage it is in (attract, choose, play, end), guided matches, the recap of a
match as a picture. A clock is passed in; pages (`tapete.web.station`) and `tapete station` drive it.
"""
