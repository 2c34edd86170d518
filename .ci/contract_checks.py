"""What the contract fuzz needs to know beyond the contract: see `BEYOND_A_SCHEMA`."""

import schemathesis

# JSON Schema cannot say that a board has as many cells as its game, that a move is legal, or that at most one side has
# won. A request that satisfies its schema may therefore be a 422, but only for what depends on other parts of the request.
# A 422 that points anywhere else means that the schema is looser than the service.
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


def is_valid(case) -> bool:
    """Whether the request was made to satisfy the contract."""
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.check
def refusals_are_beyond_the_schema(ctx, response, case) -> None:
    if response.status_code != 422 or not is_valid(case):
        return
    allowed = BEYOND_A_SCHEMA + (BEYOND_A_PATTERN if case.method.upper() == "GET" else ())
    for fault in response.json()["errors"]:
        pointer = fault["pointer"]
        if not any(pointer == part or pointer.startswith(part + "/") for part in allowed):
            raise AssertionError(f"the schema allows what {pointer!r} is refused for: {fault['detail']}")


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Takes `board` or `moves` out of a valid query that has both, which no schema of parameters can rule out."""
    query = case.query
    if is_valid(case) and query and "board" in query and "moves" in query:
        query.pop("moves" if len(str(query)) % 2 else "board")
