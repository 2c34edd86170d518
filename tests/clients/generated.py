"""Calls by the client that OpenAPI Generator writes for Python.

generated.py http://127.0.0.1:8080, with the generated package `inarow_generated` on the path.
"""

import sys

from inarow_generated import (
    AnalysisRequest,
    ApiClient,
    Board,
    CatalogueApi,
    Configuration,
    Game,
    MatchPlayer,
    MatchRequest,
    MoveReference,
    MoveRequest,
    PlayApi,
    Preset,
    SentMove,
    SentMoves,
)
from inarow_generated.exceptions import UnprocessableEntityException


def main() -> None:
    """Prints the parts of each answer that a program would show."""
    client = ApiClient(Configuration(host=sys.argv[1]))
    play = PlayApi(client)

    best = play.get_move(board="XO.......", turn="X")
    print(best.move.name, best.score.actual_instance.outcome)

    weak = play.post_move(MoveRequest(board=Board(["X..", ".O.", "..."]), skill=20, seed=1))
    print(*(move.name for move in weak.pv))

    moves = SentMoves([SentMove(MoveReference(4)), SentMove(MoveReference("a1"))])
    analysis = play.post_analysis(AnalysisRequest(moves=moves))
    print(*(f"{line.rank}. {line.move.name}" for line in analysis.lines))

    players = [MatchPlayer(depth=3), MatchPlayer(level="club")]
    match = play.post_match(MatchRequest(game=Game(Preset.TIC_MINUS_TAC_MINUS_TOE), players=players, games=2))
    print(len(match.results))

    print(CatalogueApi(client).get_games().limits.depth_max)

    try:
        play.get_move(board="XO")
    except UnprocessableEntityException as refused:
        print(refused.data.code, refused.data.errors[0].pointer)


if __name__ == "__main__":
    main()
