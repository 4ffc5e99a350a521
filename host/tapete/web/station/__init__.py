"""The pages of a demo station: the big screen, what phones take home, and (`staff`) what staff sees.

with Server(app(station, lan=True, secret=secret)) as server: server.address + "station"
"""

from tapete.web.station.serving import app

__all__ = ["app"]
