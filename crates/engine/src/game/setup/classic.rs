//! Forms of drawings beside those with a line for each row: classic pictures in ASCII, whose rows are several lines high and have
//! underscores as their ground, tables with tabs, and rows whose empty end an editor cut off.

use super::labels::is_head;
use crate::game::Rules;

/// The lines of a drawing with a line for each row, and the labels of columns above and below them; `None` if it has no such form.
pub fn lines(rules: &Rules, text: &str) -> Option<Vec<String>> {
    let text = if text.contains('|') { text.to_owned() } else { text.replace('\t', "|") };
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_label = |line: Option<&&str>| line.is_some_and(|line| is_head(rules, line));
    let above = is_label(lines.first()).then(|| lines.remove(0));
    let below = is_label(lines.last()).then(|| lines.pop()).flatten();
    // The upper side of a frame.
    if lines.len() > 1 && is_rule(lines[0]) && !lines[0].contains('|') {
        lines.remove(0);
    }
    let mut groups: Vec<&[&str]> = lines.split_inclusive(|line| is_rule(line) || is_ground(line)).collect();
    if groups.len() < rules.height() {
        groups = lines.chunks(1).collect();
    }
    if groups.len() != rules.height() {
        return None;
    }
    let rows: Vec<String> = groups.into_iter().map(|group| row(rules, group)).collect::<Option<_>>()?;
    let rows = if text.contains('.') { rows } else { with_ends(rules, rows) };
    Some(above.into_iter().map(str::to_owned).chain(rows).chain(below.map(str::to_owned)).collect())
}

/// Whether a line is drawn between two rows.
fn is_rule(line: &str) -> bool {
    let is_drawn = |letter: char| "-+=_|─━═┼╋ \t\r".contains(letter);
    line.chars().all(is_drawn) && ["--", "==", "__", "──", "━━", "══"].iter().any(|drawn| line.contains(drawn))
}

/// Whether each cell of a line has its ground, so that the next line is of another row.
fn is_ground(line: &str) -> bool {
    let line = line.trim().trim_matches('|');
    line.contains('|') && line.contains("_") && line.split('|').all(|part| part.contains('_'))
}

/// The one of these lines that has signs, without the underscores of its ground; an empty row where none has. `None` if several have.
fn row(rules: &Rules, lines: &[&str]) -> Option<String> {
    let has_sign = |line: &&&str| line.contains(|letter: char| !"-+=_|─━═┼╋ \t\r".contains(letter));
    let mut told = lines.iter().filter(has_sign);
    let Some(line) = told.next() else { return Some(vec!["."; rules.width()].join("|")) };
    if told.next().is_some() {
        return None;
    }
    let part = |part: &str| match part.trim() {
        bare if bare.contains('_') => {
            let words = bare.split_whitespace().map(|word| match word.trim_matches('_') {
                "" => ".",
                sign => sign,
            });
            words.collect::<Vec<_>>().join(" ")
        }
        _ => part.to_owned(),
    };
    Some(line.split('|').map(part).collect::<Vec<_>>().join("|"))
}

/// The rows with the bars that an editor cut off with the empty cells at their ends. Those that are left must stand below the bars of a
/// whole row; where empty cells have a sign, nothing was cut off.
fn with_ends(rules: &Rules, rows: Vec<String>) -> Vec<String> {
    let bars = |row: &String| -> Vec<usize> {
        row.chars().enumerate().filter(|(_, letter)| *letter == '|').map(|(at, _)| at).collect()
    };
    let whole = rows.iter().map(bars).find(|bars| bars.len() + 1 == rules.width()).unwrap_or_default();
    let with_end = |row: String| {
        let own = bars(&row);
        let is_cut = !own.is_empty() && own.len() < whole.len() && whole.starts_with(&own) && !row.ends_with('|');
        if is_cut { row + &"|".repeat(whole.len() - own.len()) } else { row }
    };
    rows.into_iter().map(with_end).collect()
}
