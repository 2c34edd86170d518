"""A check of our own for the contract fuzz: which valid-looking requests may be refused.

JSON Schema cannot say that a board has as many cells as its game, that a move is legal, or that at most one side has won.
A request that satisfies the schema may therefore be a 422, but only for these reasons: the pointers below. A 422 that
points at anything else means that the schema is looser than the service.
"""

import schemathesis

# Parts of a request whose validity depends on other parts of it.
BEYOND_A_SCHEMA = (
    "/board",
    "/moves",
    "/turn",
    "/searchMoves",
    "/avoidMoves",
    "/game/k",  # at most the longer side
    "/heuristic",  # k + 1 weights; sums that stay exact
    "/algorithm",  # retrograde: small boards only
)
# In a query an object is a string of JSON text, of which a pattern says little.
BEYOND_A_PATTERN = ("/game",)


@schemathesis.check
def refusals_are_beyond_the_schema(ctx, response, case) -> None:
    mode = case.meta.generation.mode if case.meta else None
    if mode is None or not mode.is_positive or response.status_code != 422:
        return
    allowed = BEYOND_A_SCHEMA + (BEYOND_A_PATTERN if case.method.upper() == "GET" else ())
    for fault in response.json()["errors"]:
        pointer = fault["pointer"]
        if not any(pointer == part or pointer.startswith(part + "/") for part in allowed):
            raise AssertionError(f"the schema allows what {pointer!r} is refused for: {fault['detail']}")
