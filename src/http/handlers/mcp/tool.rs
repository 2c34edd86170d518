//! The tools by name, and the names of their arguments.

/// The argument that says how many moves of an analysis are ranked.
pub(super) const LINES: &str = "multiPv";
/// Moves of an analysis where the call does not say.
pub(super) const LINES_DEFAULT: u64 = 5;

/// A tool. Each but the last is an endpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tool {
    BestMove,
    AnalysePosition,
    ReviewGame,
    DescribePosition,
    ConvertRecord,
    GetPuzzle,
    ListGames,
}

impl Tool {
    pub(super) const ALL: [Tool; 7] = [
        Tool::BestMove,
        Tool::AnalysePosition,
        Tool::ReviewGame,
        Tool::DescribePosition,
        Tool::ConvertRecord,
        Tool::GetPuzzle,
        Tool::ListGames,
    ];

    /// Whether an answer lists the moves of its game.
    pub(super) const fn lists_moves(self) -> bool {
        matches!(self, Tool::ReviewGame | Tool::ConvertRecord)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Tool::BestMove => "best_move",
            Tool::AnalysePosition => "analyse_position",
            Tool::ReviewGame => "review_game",
            Tool::DescribePosition => "describe_position",
            Tool::ConvertRecord => "convert_record",
            Tool::GetPuzzle => "get_puzzle",
            Tool::ListGames => "list_games",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Tool> {
        Tool::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// The names of its arguments.
    pub(super) const fn argument_names(self) -> &'static [&'static str] {
        match self {
            Tool::BestMove => &["game", "moves", "board", "turn", "level", "movetime", "depth", "seed"],
            Tool::AnalysePosition => &["game", "moves", "board", "turn", "movetime", "depth", LINES, "searchMoves"],
            Tool::ReviewGame => &["game", "moves", "record", "movetime", "depth"],
            Tool::DescribePosition => &["game", "moves", "board", "turn"],
            Tool::ConvertRecord => &["game", "moves", "record"],
            Tool::GetPuzzle => &["game", "date", "seed", "theme", "difficulty", "solution"],
            Tool::ListGames => &[],
        }
    }
}
