//! Errors of a list of lines, with their places.

use inarow_engine::game::{DimensionsSpec, LinesErrors, LinesSpec, Rules, ShapeSpec};

fn list(cells: u64, lines: &[&[u64]]) -> LinesSpec {
    LinesSpec { cells, lines: lines.iter().map(|line| line.to_vec()).collect(), ..LinesSpec::default() }
}

/// The places of the errors as paths, each with its text.
fn errors<T: std::fmt::Debug>(found: Result<T, LinesErrors>) -> Vec<(String, String)> {
    let found = found.expect_err("an error");
    assert_eq!(found.count, found.listed.len());
    let path = |error: &inarow_engine::LinesError| {
        let place = error.place();
        let indices = place.indices.iter().flatten().map(|index| format!("/{index}"));
        format!("{}{}", place.member, indices.collect::<String>())
    };
    found.listed.iter().map(|error| (path(error), error.to_string())).collect()
}

fn assert_errors<T: std::fmt::Debug>(found: Result<T, LinesErrors>, expected: &[(&str, &str)]) {
    let found = errors(found);
    let found: Vec<(&str, &str)> = found.iter().map(|(place, text)| (place.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_line_with_an_error_is_named() {
    let spec = list(6, &[&[0, 1, 2], &[3, 3], &[4, 6, 7], &[5], &[2, 1, 0], &[0, 1, 2, 5], &[3, 4]]);
    assert_errors(
        Rules::from_lines(spec),
        &[
            ("lines/1/1", "cell 3 is in line 1 twice; name each cell once"),
            ("lines/2/1", "cell 6 of line 2 is not on the board; cells are 0 to 5"),
            ("lines/2/2", "cell 7 of line 2 is not on the board; cells are 0 to 5"),
            ("lines/3", "line 3 has 1 cell; lines have 2 to 12"),
            ("lines/4", "line 4 has the same cells as line 0; leave one of them out"),
            ("lines/5", "line 5 contains all cells of line 0, which is always complete first; leave one of them out"),
        ],
    );
    let long: Vec<u64> = (0..13).collect();
    assert_errors(Rules::from_lines(list(13, &[&long])), &[("lines/0", "line 0 has 13 cells; lines have 2 to 12")]);
    assert_errors(
        Rules::from_lines(list(9, &[])),
        &[("lines", "there is no line, so that nobody can win; list at least one")],
    );
    assert_errors(Rules::from_lines(list(401, &[&[0, 1]])), &[("cells", "401 cells are out of range; use 1 to 400")]);
    assert_errors(Rules::from_lines(list(0, &[&[0, 1]])), &[("cells", "0 cells are out of range; use 1 to 400")]);
}

#[test]
fn lines_are_bounded_in_number_and_errors_in_the_list() {
    let pairs = |count: usize| -> Vec<Vec<u64>> {
        (0..400_u64).flat_map(|a| (a + 1..400).map(move |b| vec![a, b])).take(count).collect()
    };
    let spec = |count| LinesSpec { cells: 400, lines: pairs(count), ..LinesSpec::default() };
    assert!(Rules::from_lines(spec(4_096)).is_ok());
    assert_errors(Rules::from_lines(spec(4_097)), &[("lines", "4097 lines are too many; a game has at most 4096")]);
    let lines = vec![vec![400, u64::MAX]; 1_000];
    let found = Rules::from_lines(LinesSpec { cells: 400, lines, ..LinesSpec::default() }).expect_err("errors");
    assert_eq!((found.listed.len(), found.count), (64, 2_000));
    assert!(found.to_string().ends_with("\n… and 1936 more"));
}

/// Lines inside others are all found, whichever way they are looked for.
#[test]
fn lines_inside_others_are_those_of_a_plain_comparison() {
    let mut random = crate::common::Seeded::new(7);
    for _ in 0..200 {
        let cells = 5 + random.below(6);
        let lines: Vec<Vec<u64>> = (0..12)
            .map(|_| {
                let mut line: Vec<u64> = (0..cells as u64).filter(|_| random.below(2) == 0).collect();
                line.extend((0..2).filter(|cell| !line.contains(cell)).collect::<Vec<_>>());
                line.truncate(12);
                line
            })
            .collect();
        let spec = LinesSpec { cells: cells as u64, lines: lines.clone(), ..LinesSpec::default() };
        let is_inside = |a: &[u64], b: &[u64]| a.iter().all(|cell| b.contains(cell));
        let same = |line: usize| {
            (0..line)
                .any(|earlier| is_inside(&lines[earlier], &lines[line]) && is_inside(&lines[line], &lines[earlier]))
        };
        let contains = |line: usize| {
            (0..lines.len())
                .any(|inner| is_inside(&lines[inner], &lines[line]) && lines[inner].len() < lines[line].len())
        };
        let expected: Vec<usize> = (0..lines.len()).filter(|&line| same(line) || contains(line)).collect();
        let mut found: Vec<usize> = Rules::from_lines(spec)
            .err()
            .map(|errors| errors.listed.iter().filter_map(|error| error.place().indices[0]).collect())
            .unwrap_or_default();
        found.sort_unstable();
        assert_eq!(found, expected, "{lines:?}");
    }
}

#[test]
fn columns_partition_the_cells() {
    let spec = |above: &[&[u64]]| LinesSpec {
        above: Some(above.iter().map(|column| column.to_vec()).collect()),
        ..list(5, &[&[0, 1, 2]])
    };
    assert!(Rules::from_lines(spec(&[&[4, 3], &[0], &[1, 2]])).is_ok());
    assert_errors(
        Rules::from_lines(spec(&[&[4, 3, 9], &[0, 4], &[], &[1]])),
        &[
            ("above/0/2", "cell 9 of column 0 is not on the board; cells are 0 to 4"),
            ("above/1/1", "cell 4 of column 1 is in column 0 already; each cell belongs to one column, once"),
            ("above/2", "column 2 has no cell; leave it out"),
            ("above", "cell 2 is in no column; each cell belongs to one, from the bottom up"),
        ],
    );
    let spec = spec(&[]);
    assert_eq!(errors(Rules::from_lines(spec)).len(), 5, "an empty list of columns has no cell");
}

#[test]
fn layouts_give_each_cell_its_place() {
    let spec = |layout: &[[u64; 2]]| LinesSpec { layout: Some(layout.to_vec()), ..list(3, &[&[0, 1, 2]]) };
    let rules = Rules::from_lines(spec(&[[0, 5], [2, 1], [3, 3]])).expect("valid");
    assert_eq!((rules.width(), rules.height(), rules.place(1)), (6, 4, (2, 1)));
    assert_errors(
        Rules::from_lines(spec(&[[0, 5], [2, 1]])),
        &[("layout", "the layout has 2 places; this board has 3 cells, and each has a place")],
    );
    assert_errors(
        Rules::from_lines(spec(&[[0, 100], [2, 1], [2, 1]])),
        &[
            ("layout/0/1", "the column 100 of cell 0 is out of range; use 0 to 99"),
            ("layout/2", "cell 2 has the same place as cell 1; each cell has its own"),
        ],
    );
}

#[test]
fn dimensions_are_checked() {
    let spec = |sizes: &[u64], k| DimensionsSpec { dimensions: sizes.to_vec(), k, ..DimensionsSpec::default() };
    let of = |spec: DimensionsSpec| Rules::from_dimensions(&spec);
    assert_errors(of(spec(&[], 3)), &[("dimensions", "0 dimensions are out of range; use 1 to 8")]);
    assert_errors(of(spec(&[2; 9], 2)), &[("dimensions", "9 dimensions are out of range; use 1 to 8")]);
    assert_errors(
        of(spec(&[0, 401, 3], 3)),
        &[
            ("dimensions/0", "size 0 of dimension 0 is out of range; use 1 to 400 cells"),
            ("dimensions/1", "size 401 of dimension 1 is out of range; use 1 to 400 cells"),
        ],
    );
    assert_errors(
        of(spec(&[8, 8, 8], 3)),
        &[("dimensions", "the dimensions multiply to 512 cells; a board has at most 400")],
    );
    assert_errors(
        of(spec(&[400; 8], 3)),
        &[("dimensions", "the dimensions multiply to 655360000000000000000 cells; a board has at most 400")],
    );
}

#[test]
fn k_wrap_and_axis_are_checked() {
    let spec = |sizes: &[u64], k| DimensionsSpec { dimensions: sizes.to_vec(), k, ..DimensionsSpec::default() };
    let of = |spec: DimensionsSpec| Rules::from_dimensions(&spec);
    assert_errors(of(spec(&[3, 4], 5)), &[("k", "k 5 is out of range; with these dimensions use 2 to 4")]);
    assert_errors(of(spec(&[20, 20], 13)), &[("k", "k 13 is out of range; with these dimensions use 2 to 12")]);
    assert_errors(of(spec(&[3, 4], 1)), &[("k", "k 1 is out of range; with these dimensions use 2 to 4")]);
    assert_errors(of(spec(&[1, 1], 2)), &[("k", "no line of 2 cells fits these dimensions; use larger ones")]);
    let wrapped = DimensionsSpec { wrap: vec![true; 2], ..spec(&[3, 4], 13) };
    assert_errors(of(wrapped), &[("k", "k 13 is out of range; with these dimensions use 2 to 12")]);
    let wrapped = DimensionsSpec { wrap: vec![true; 3], gravity: Some(2), ..spec(&[3, 4], 3) };
    assert_errors(
        of(wrapped),
        &[
            ("wrap", "wrap has 3 flags; this board has 2 dimensions: send one flag for each"),
            ("gravity", "axis 2 is not a dimension of this board; axes are 0 to 1"),
        ],
    );
    assert_errors(
        of(spec(&[2; 8], 2)),
        &[("k", "this board has more than 4096 lines; use fewer dimensions or another k")],
    );
}

#[test]
fn shapes_are_checked() {
    let of = |width, height, shape: &str| {
        Rules::from_shape(&ShapeSpec { width, height, shape: shape.to_owned(), misere: false })
    };
    assert_errors(
        of(0, 21, "XX"),
        &[
            ("width", "width 0 is out of range; use 1 to 20 cells"),
            ("height", "height 21 is out of range; use 1 to 20 cells"),
        ],
    );
    assert_errors(
        of(5, 5, "X.?/X"),
        &[(
            "shape",
            "character '?' at index 2 is not a cell of a shape; use X for a cell, . for none, and / between rows",
        )],
    );
    assert_errors(of(5, 5, "X"), &[("shape", "the shape has 1 cell; a line has 2 to 12")]);
    assert_errors(of(5, 5, ""), &[("shape", "the shape has 0 cells; a line has 2 to 12")]);
    assert_errors(of(20, 20, "XXXXXXXXXXXXX"), &[("shape", "the shape has 13 cells; a line has 2 to 12")]);
    assert_errors(
        of(3, 4, "XXXXX"),
        &[("shape", "the shape of 5×1 cells fits nowhere on this board; use a larger board")],
    );
    assert!(of(3, 5, "XXXXX").is_ok(), "turned it fits");
}
