"""Pages for visitors: the big screen, and the record that they take home."""
