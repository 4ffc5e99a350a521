"""The view of one match: a moment of it, and of that the story, the seats and the question."""

from tapete.web.view.match import MatchView as MatchView
