"""A demo station: one screen, one console, and people who have never seen the game.

Its rooms, from the bottom: `settings` (what staff decides), `lessons` (guided matches), `kiosk` (what visitors see and do), `operations`
(what staff sees and does), and apart from them `service` (installing, systemd). `station.Station` puts them together. A clock is passed in;
the pages (`tapete.web.station`) and the command `tapete station` drive it.
"""
