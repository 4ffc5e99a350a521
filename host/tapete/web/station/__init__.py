"""The pages of a demo station, in its rooms: visitors' (`kiosk`), staff's (`operations`).

with Server(app(station, lan=True, secret=secret)) as server: server.address + "station"
"""

from tapete.web.station.serving import app

__all__ = ["app"]
