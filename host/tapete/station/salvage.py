"""The earlier name of `tapete.table.journal_repair`: scripts outside this project open a station's journal by it."""

from tapete.table.journal_repair import open_journal as open_journal
