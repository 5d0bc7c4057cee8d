"""The refusals that a request may get instead of an answer, each with its status and its words."""

from __future__ import annotations

from claimeven.errors import Refused

BAD_REQUEST, METHOD_NOT_ALLOWED, TOO_LARGE, BAD_MEDIA_TYPE = 400, 405, 413, 415
MISDIRECTED, NO_ANSWER, INTERNAL, UNAVAILABLE = 421, 422, 500, 503


def bad_parameter(name: str, message: str) -> Refused:
    """A parameter that cannot be read."""
    return Refused(BAD_REQUEST, "bad_parameter", f"{name}: {message}")


def game_over(ply: int) -> Refused:
    """A question about the next move of a finished game."""
    return Refused(NO_ANSWER, "game_over", f"the game is over after {ply} moves; there is no side to move")


def over_limit(seconds: float) -> Refused:
    """A search that took longer than a request may."""
    message = f"not solved within {seconds:g} s; a later position, or another try, may be quicker"
    return Refused(UNAVAILABLE, "limit", message, retry_after=1)


def stopping() -> Refused:
    """A request that comes, or is still waiting, while the server stops."""
    return Refused(UNAVAILABLE, "stopping", "the server is being stopped", retry_after=5)
