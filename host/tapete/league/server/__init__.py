"""The server of events: pages, the wall and the protocol over one store.

One process on SQLite serves a shop, several on PostgreSQL serve a chain.
`app` puts the routes of its modules together; each of them says its own addresses and who may ask them.
"""
