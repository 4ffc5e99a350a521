"""The whole table in a browser's tab: the same application, without a server, threads or a disk.

`strands` are its threads, `page_requests` hands the pages' requests on, `keeping` keeps the files, `begin` puts all of it together in the
worker where Python runs. The files around it (page, workers, service worker) are docs/table; tools/site_table.py builds them.
"""
