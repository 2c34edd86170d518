//! Boards as people and language models paste them: in fences, with labels on any side, in tables, with other signs for the stones, and
//! with numbers in the empty cells.

use super::classic;
use super::drawing::may_be_frame;
use super::labels::{is_head, is_number, labelled};
use super::remarks::LETTERS;
use super::signs::Meaning;
use crate::game::{Player, Rules};

/// Characters behind a sign that change only its looks.
const SELECTORS: [char; 2] = ['\u{fe0f}', '\u{20e3}'];
/// Characters of lines that are drawn between rows.
const DRAWN: &str = "-+=:|─━═┼├┤┌┐└┘┬┴╬╠╣╔╗╚╝╦╩ \t\r";
/// Longest text of a board, in bytes: for each cell, and for the rest.
const CHARS_MAX: [usize; 2] = [16, 1024];

/// The cells of an ordinary board by its drawing alone; `None` if it is not clear which cells that has.
pub fn cells(rules: &Rules, board: &str) -> Option<Vec<Option<Player>>> {
    readings(rules, board).find_map(|lines| cells_of_rows(rules, &without_heads(rules, &lines)))
}

/// The lines of a pasted board that have cells or labels, in each way to tell them; none where it is not an ordinary board, or too long.
pub fn readings(rules: &Rules, board: &str) -> impl Iterator<Item = Vec<String>> {
    is_short(rules, board).then(|| plain(board)).into_iter().flat_map(move |text| {
        let told = told_lines(&text);
        std::iter::once(Some(told)).chain(std::iter::once_with(move || classic::lines(rules, &text))).flatten()
    })
}

/// Whether a text is short enough to be an ordinary board.
fn is_short(rules: &Rules, board: &str) -> bool {
    rules.is_grid() && board.len() <= CHARS_MAX[0] * rules.cells() + CHARS_MAX[1]
}

/// The cells of rows, which may have labels.
pub fn cells_of_rows(rules: &Rules, rows: &[String]) -> Option<Vec<Option<Player>>> {
    let of_labelled = labelled(rules, rows).into_iter().find_map(|(_, rows)| tokens(rules, &rows, true));
    let tokens = of_labelled.or_else(|| tokens(rules, rows, false))?;
    let signs: Vec<char> = tokens.iter().filter_map(|token| token.parse().ok()).collect();
    let has_empty = tokens.iter().any(|token| token.is_empty() || is_number(token));
    Meaning::all(&signs, has_empty).find_map(|meaning| read(&meaning, &tokens))
}

/// The lines of a drawing that are rows of the board, with their own labels.
pub fn rows(rules: &Rules, drawing: &str) -> Vec<String> {
    without_heads(rules, &told_lines(&plain(drawing)))
}

/// The lines of a text that have cells or labels.
fn told_lines(text: &str) -> Vec<String> {
    let has_bars = text.contains('|');
    text.split(['\n', '/', ';']).filter(|line| is_told(line, has_bars)).map(str::to_owned).collect()
}

/// The text between the one pair of fences of a text, after the name of its language; `None` where there is no such pair.
pub fn within_fence(text: &str) -> Option<&str> {
    let mut parts = text.split("```");
    let (_, within, _) = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then(|| within.split_once('\n').map_or(within, |(_, rows)| rows))
}

/// A board of rows with other signs for stones and empty cells, or with bars between them, as rows of the usual ones; `None` if it has any
/// other character.
pub fn with_usual_signs(rules: &Rules, board: &str) -> Option<String> {
    let usual = |meaning: &Meaning, letter: char| match letter {
        ' ' | '/' | '\n' | '\r' => Some(letter),
        _ => meaning.cell(letter).map(|cell| cell.map_or('.', Player::symbol)),
    };
    let is_short = is_short(rules, board);
    let signs_of_row = |row: &String| match row.contains('|') {
        true => signs_between_bars(row),
        false => Some(row.split_whitespace().collect()),
    };
    let rows: Vec<String> = rows(rules, board).iter().filter(|_| is_short).map(signs_of_row).collect::<Option<_>>()?;
    let text = Some(rows.join("/")).filter(|text| !text.is_empty())?;
    let signs: Vec<char> = text.chars().filter(|letter| *letter != '/').collect();
    Meaning::all(&signs, false).find_map(|meaning| text.chars().map(|letter| usual(&meaning, letter)).collect())
}

/// A sign for each part of a row between its bars, of which some may stand at both ends; `None` if a part has more.
fn signs_between_bars(row: &str) -> Option<String> {
    let row = row.trim();
    let inner = row.strip_prefix('|').and_then(|row| row.strip_suffix('|')).unwrap_or(row);
    let sign = |part: &str| match part.trim() {
        "" => Some('.'),
        part => part.parse().ok(),
    };
    inner.split('|').map(sign).collect()
}

/// The text with one sign for bars and line breaks, and without fences, quotes and marks around its cells.
fn plain(board: &str) -> String {
    let unescaped = board.replace("\\n", "\n");
    let unescaped = within_fence(&unescaped).unwrap_or(&unescaped);
    let lines = unescaped.lines().filter(|line| !line.trim_start().starts_with("```")).map(without_quotes);
    let lines =
        lines.map(|line| ["Row ", "row "].iter().find_map(|word| line.trim_start().strip_prefix(word)).unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = with_points(&without_mark(&text).unwrap_or(text));
    let mut text = without_gaps(&text);
    text.retain(|letter| !SELECTORS.contains(&letter) && !"`'\"".contains(letter));
    let text = text.replace(['[', ']', '│', '┃', '║'], "|");
    if text.contains('|') { text } else { text.replace(',', "|") }
}

/// A line without the marks of a mail that quotes it.
fn without_quotes(line: &str) -> &str {
    let mut rest = line;
    while let Some(quoted) = rest.strip_prefix('>') {
        rest = quoted.strip_prefix(' ').unwrap_or(quoted);
    }
    rest
}

/// Cells in brackets or parentheses of their own, as cells with bars between them: of `[X] [O]` and `(X)(O)`.
fn without_gaps(text: &str) -> String {
    let text = text.replace('(', "[").replace(')', "]");
    let mut parts = text.split(']');
    let first = parts.next().unwrap_or_default().to_owned();
    let joined = parts.fold(first, |joined, part| {
        let bare = part.trim_start_matches(' ');
        joined + "]" + if bare.starts_with('[') { bare } else { part }
    });
    joined.replace("][", "|")
}

/// The text without the only mark of a last move: "[X]", "(X)" or "X*".
fn without_mark(text: &str) -> Option<String> {
    for (open, close) in [("[", "]"), ("(", ")")] {
        let Some((before, rest)) = text.split_once(open) else { continue };
        let (stone, after) = rest.split_once(close)?;
        let is_one = ![before, after].iter().any(|text| text.contains([']', '[', ')', '(', '*']));
        return (is_one && is_stone(stone)).then(|| format!("{before} {stone} {after}"));
    }
    let (before, after) = text.split_once('*')?;
    let stone = before.char_indices().next_back().map(|(at, _)| &before[at..])?;
    (!after.contains('*') && is_stone(stone)).then(|| format!("{before} {after}"))
}

fn is_stone(text: &str) -> bool {
    text.parse().is_ok_and(|letter| LETTERS.contains::<char>(letter))
}

/// The text of a board whose cells are points at which lines meet, such as `├─┼─X─┤`, with `.` for these; any other as it is.
fn with_points(text: &str) -> String {
    let has_bars = text.contains(['|', '│', '┃', '║', '+', '[']);
    if has_bars || !text.contains(['┼', '├', '╋']) {
        return text.to_owned();
    }
    text.replace(['┌', '┬', '┐', '├', '┼', '╋', '┤', '└', '┴', '┘'], ".").replace(['─', '━'], " ")
}

/// Whether a line has cells or labels: it is not empty, and not drawn between two rows.
fn is_told(line: &str, has_bars: bool) -> bool {
    let is_drawn = line.chars().all(|letter| DRAWN.contains(letter));
    let is_between =
        has_bars && (!line.contains('|') || line.contains("--") || line.contains("==")) || line.contains("---+");
    let has_corner = line.contains(|letter| "─━═┼├┤┌┐└┘┬┴╬╠╣╔╗╚╝╦╩".contains(letter));
    !line.trim().is_empty() && !(is_drawn && (is_between || has_corner))
}

/// The lines without the labels of columns above or below the rows, and without lines drawn around them.
pub fn without_heads(rules: &Rules, lines: &[String]) -> Vec<String> {
    let mut lines = lines.to_vec();
    if lines.len() > rules.height() {
        let is_frame =
            |line: &str| line.trim().chars().all(|letter| "-=─═".contains(letter)) && line.trim().len() > rules.width();
        lines.retain(|line| !is_frame(line));
    }
    if lines.len() > rules.height() && is_head(rules, &lines[0]) {
        lines.remove(0);
    }
    if lines.len() > rules.height() && lines.last().is_some_and(|line| is_head(rules, line)) {
        lines.pop();
    }
    lines
}

/// A word for each cell, nothing for an empty one between bars; `None` if a row has not as many as the board.
pub fn tokens(rules: &Rules, rows: &[String], is_labelled: bool) -> Option<Vec<String>> {
    let (width, cells) = (rules.width(), rules.cells());
    let of_row =
        |row: &String| if row.contains('|') { between_bars(row, is_labelled, width) } else { apart(row, width) };
    if let [row] = rows
        && rules.height() > 1
    {
        if let Some(rows) = rows_in_line(rules, row) {
            return Some(rows);
        }
        let all = if row.contains('|') { between_bars(row, false, cells) } else { apart(row, cells) }?;
        return (all.len() == cells).then_some(all);
    }
    let tokens: Vec<Vec<String>> = rows.iter().map(of_row).collect::<Option<_>>()?;
    let is_board = tokens.len() == rules.height() && tokens.iter().all(|row| row.len() == width);
    is_board.then(|| tokens.concat())
}

/// The words of a line that has bars between its rows: `X O _ | _ X _ | _ _ O`.
fn rows_in_line(rules: &Rules, line: &str) -> Option<Vec<String>> {
    let rows = line.split('|').map(|row| apart(&row.replace(',', " "), rules.width()));
    let rows: Vec<Vec<String>> = rows.collect::<Option<_>>()?;
    (rows.len() == rules.height() && rules.width() > 1).then(|| rows.concat())
}

/// The parts of a row between its bars, of which some may stand at its ends and after its label.
fn between_bars(row: &str, is_labelled: bool, width: usize) -> Option<Vec<String>> {
    let parts: Vec<&str> = row.split('|').collect();
    let may_be_frame = may_be_frame(&parts);
    let parts: Vec<&str> = parts.into_iter().map(str::trim).collect();
    let (starts, ends) = (parts[0].is_empty(), parts[parts.len() - 1].is_empty());
    // Bars at the ends alone: "| . X O |", and after a label that was there: "| . X O".
    if let ["", inner, ""] | ["", inner] = parts[..]
        && (inner.split_whitespace().count() == width || !inner.contains(' '))
        && let Some(words) = apart(inner, width).filter(|words| words.len() > 1)
    {
        return Some(words);
    }
    let cells = match parts.len().checked_sub(width)? {
        0 if starts && ends && may_be_frame => return None,
        0 => 0..parts.len(),
        1 if is_labelled && starts => 1..parts.len(),
        1 if starts && ends => return None,
        1 if starts => 1..parts.len(),
        1 if ends => 0..parts.len() - 1,
        2 if starts && ends => 1..parts.len() - 1,
        3 if is_labelled && starts && ends && parts[1].is_empty() => 2..parts.len() - 1,
        _ => return None,
    };
    Some(parts[cells].iter().map(|part| (*part).to_owned()).collect())
}

/// The words of a row, or its characters where nothing stands between them.
fn apart(row: &str, width: usize) -> Option<Vec<String>> {
    let words: Vec<&str> = row.split_whitespace().collect();
    if words.len() == width {
        return Some(words.into_iter().map(str::to_owned).collect());
    }
    let letters: Vec<String> = words.concat().chars().map(String::from).collect();
    (letters.len() == width).then_some(letters)
}

/// The cells that words mean with these signs.
fn read(meaning: &Meaning, tokens: &[String]) -> Option<Vec<Option<Player>>> {
    let sign = |token: &String| token.parse().ok().and_then(|letter| meaning.cell(letter));
    let numbers: Vec<(usize, &String)> = tokens.iter().enumerate().filter(|(_, token)| is_number(token)).collect();
    let are_counted = |first: usize| numbers.iter().all(|(cell, number)| **number == (cell + first).to_string());
    // A zero may be meant as the letter, where that is nowhere.
    let count = |player: Player| tokens.iter().filter(|token| sign(token) == Some(Some(player))).count();
    let firsts = count(Player::X);
    let is_even = numbers.len() == firsts || numbers.len() + 1 == firsts;
    let is_zero_second = count(Player::O) == 0
        && is_even
        && meaning.cell('O').is_some()
        && numbers.iter().all(|(_, number)| *number == "0");
    if !is_zero_second && !are_counted(0) && !are_counted(1) {
        return None;
    }
    // Beside empty cells of another kind a number may be a stone.
    let has_empty = tokens.iter().any(|token| token.is_empty() || sign(token) == Some(None));
    if has_empty && !numbers.is_empty() && !is_zero_second {
        return None;
    }
    let cell = |token: &String| match token.as_str() {
        "0" if is_zero_second => Some(Some(Player::O)),
        token if token.is_empty() || is_number(token) => Some(None),
        _ => sign(token),
    };
    tokens.iter().map(cell).collect()
}
