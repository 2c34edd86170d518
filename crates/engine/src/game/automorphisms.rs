//! The automorphisms of a list of lines: the permutations of its cells that map lines to lines and columns to columns.
//!
//! Cells are coloured, and colours refined by the lines through a cell, until nothing changes (McKay, "Practical graph
//! isomorphism", 1981). Cells that are still alike are told apart one after the other. The cells that were told apart are a
//! *base*: an automorphism is known by its images. For each cell of the base, one automorphism to each cell of its orbit under those
//! that fix the cells before suffices; all others are products of these (Sims 1970).

use std::collections::{HashMap, HashSet};

use super::LineBoard;
use super::zobrist::mix;

/// Most automorphisms of a board. Of one that has more, or may have, the identity alone is found.
pub(super) const AUTOMORPHISMS_MAX: usize = 1_024;
/// Most steps: cells that are looked at, alone and on their lines and columns: some 20 ms.
const STEPS_MAX: usize = 1_500_000;
/// Most cells of a base. Each of them at least doubles the automorphisms, unless it is alike without being mapped.
const BASE_MAX: usize = 16;

/// The image of each cell.
type Image = Vec<u16>;
/// A colour for each cell. Equal colours in two colourings mean the same.
type Colours = Vec<u64>;

/// The automorphisms, ascending by their images, so that the identity is the first.
pub(super) fn find(board: &LineBoard) -> Vec<Image> {
    let identity: Image = (0..board.cells() as u16).collect();
    let mut search = Search::new(board);
    let mut all = search.all().unwrap_or_else(|| vec![identity]);
    all.sort_unstable();
    all
}

struct Search<'a> {
    board: &'a LineBoard,
    lines: HashSet<Vec<u16>>,
    columns: HashSet<&'a [u16]>,
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(board: &'a LineBoard) -> Search<'a> {
        let lines = board.lines().map(|line| sorted(line.to_vec())).collect();
        let columns = board.columns().iter().map(Vec::as_slice).collect();
        Search { board, lines, columns, steps: STEPS_MAX }
    }

    /// All automorphisms; `None` if a bound is passed.
    fn all(&mut self) -> Option<Vec<Image>> {
        let (base, levels) = self.base()?;
        // Backwards: the automorphisms that fix the first cells of the base, of which there are more at each level.
        let mut group: Vec<Image> = vec![(0..self.board.cells() as u16).collect()];
        for level in (0..base.len()).rev() {
            group = self.extend(&base, &levels, level, group)?;
        }
        Some(group)
    }

    /// The cells that are told apart, and the colours before each of them and after the last.
    fn base(&mut self) -> Option<(Vec<usize>, Vec<Colours>)> {
        let mut levels = vec![self.refine(vec![0; self.board.cells()])?];
        let mut base = Vec::new();
        while let Some(cell) = first_of_smallest_class(&levels[base.len()]) {
            if base.len() == BASE_MAX {
                return None;
            }
            let next = self.individualise(&levels[base.len()], cell)?;
            base.push(cell);
            levels.push(next);
        }
        Some((base, levels))
    }

    /// Extends the automorphisms that fix the base up to and including `level` to those that fix it before `level`.
    fn extend(&mut self, base: &[usize], levels: &[Colours], level: usize, group: Vec<Image>) -> Option<Vec<Image>> {
        let cell = base[level];
        let colour = levels[level][cell];
        // One automorphism for each cell of the orbit, as far as it is known.
        let mut transversal: Vec<Option<Image>> = vec![None; self.board.cells()];
        transversal[cell] = Some(group[0].clone());
        let mut generators: Vec<Image> = group.iter().skip(1).cloned().collect();
        let mut orbit = 1;
        for target in (0..self.board.cells()).filter(|&target| levels[level][target] == colour) {
            if transversal[target].is_some() {
                continue;
            }
            let Some(found) = self.map(base, levels, level, target)? else { continue };
            generators.push(found);
            orbit = grow(&mut transversal, &generators, cell);
            if orbit * group.len() > AUTOMORPHISMS_MAX {
                return None;
            }
        }
        let mut all = Vec::with_capacity(orbit * group.len());
        for to_target in transversal.into_iter().flatten() {
            all.extend(group.iter().map(|fixing| product(fixing, &to_target)));
        }
        Some(all)
    }

    /// An automorphism that fixes the base before `level` and maps its cell there to `target`, if there is one.
    fn map(&mut self, base: &[usize], levels: &[Colours], level: usize, target: usize) -> Option<Option<Image>> {
        let colours = self.individualise(&levels[level], target)?;
        self.complete(levels, base, level + 1, colours)
    }

    /// Completes an automorphism whose images of the first cells of the base have led to these colours.
    fn complete(
        &mut self,
        levels: &[Colours],
        base: &[usize],
        level: usize,
        colours: Colours,
    ) -> Option<Option<Image>> {
        if sorted(colours.clone()) != sorted(levels[level].clone()) {
            return Some(None);
        }
        let Some(&cell) = base.get(level) else {
            return Some(self.check(&levels[level], &colours));
        };
        let wanted = levels[level][cell];
        for target in (0..colours.len()).filter(|&target| colours[target] == wanted) {
            let next = self.individualise(&colours, target)?;
            if let Some(found) = self.complete(levels, base, level + 1, next)? {
                return Some(Some(found));
            }
        }
        Some(None)
    }

    /// The map between two colourings in which every cell has its own colour, if it is an automorphism.
    fn check(&self, from: &Colours, to: &Colours) -> Option<Image> {
        let by_colour = |colours: &Colours| {
            let mut cells: Vec<(u64, u16)> = colours.iter().copied().zip(0..).collect();
            cells.sort_unstable();
            cells
        };
        let mut image = vec![0; from.len()];
        for ((_, from), (_, to)) in by_colour(from).into_iter().zip(by_colour(to)) {
            image[usize::from(from)] = to;
        }
        let map = |line: &[u16]| -> Vec<u16> { line.iter().map(|&cell| image[usize::from(cell)]).collect() };
        let keeps_lines = self.board.lines().all(|line| self.lines.contains(&sorted(map(line))));
        let keeps_columns = self.board.columns().iter().all(|column| self.columns.contains(&map(column)[..]));
        (keeps_lines && keeps_columns).then_some(image)
    }

    /// Gives a cell its own colour, and refines.
    fn individualise(&mut self, colours: &Colours, cell: usize) -> Option<Colours> {
        let mut colours = colours.clone();
        colours[cell] = mix(colours[cell] ^ 0x5bd1_e995);
        self.refine(colours)
    }

    /// Tells cells apart by the colours on their lines and in their columns, until nothing changes.
    fn refine(&mut self, mut colours: Colours) -> Option<Colours> {
        let mut classes = count(&colours);
        loop {
            // They are sorted, too.
            self.steps = self.steps.checked_sub(8 * colours.len())?;
            let mut sums = vec![0_u64; colours.len()];
            for line in self.board.lines() {
                self.steps = self.steps.checked_sub(2 * line.len())?;
                let sum = line.iter().fold(0_u64, |sum, &cell| sum.wrapping_add(mix(colours[usize::from(cell)])));
                let of_line = mix(sum ^ line.len() as u64);
                for &cell in line {
                    sums[usize::from(cell)] = sums[usize::from(cell)].wrapping_add(of_line);
                }
            }
            for column in self.board.columns() {
                self.steps = self.steps.checked_sub(column.len())?;
                for (level, &cell) in column.iter().enumerate() {
                    let below = level.checked_sub(1).map_or(1, |below| colours[usize::from(column[below])]);
                    let above = column.get(level + 1).map_or(2, |&above| colours[usize::from(above)]);
                    let of_column = mix(mix(below) ^ above ^ 3);
                    sums[usize::from(cell)] = sums[usize::from(cell)].wrapping_add(of_column);
                }
            }
            let refined: Colours = colours.iter().zip(sums).map(|(&colour, sum)| mix(mix(colour) ^ sum)).collect();
            let refined_classes = count(&refined);
            // One more round than tells anything apart, in every colouring alike.
            colours = refined;
            if refined_classes == classes {
                return Some(colours);
            }
            classes = refined_classes;
        }
    }
}

/// Adds to the orbit of a cell all cells that the generators reach. Returns the size of the orbit.
fn grow(transversal: &mut [Option<Image>], generators: &[Image], cell: usize) -> usize {
    let mut orbit: Vec<usize> = (0..transversal.len()).filter(|&at| transversal[at].is_some()).collect();
    debug_assert!(orbit.contains(&cell));
    let mut at = 0;
    while let Some(&from) = orbit.get(at) {
        for generator in generators {
            let to = usize::from(generator[from]);
            if transversal[to].is_none() {
                transversal[to] = transversal[from].as_ref().map(|known| product(known, generator));
                orbit.push(to);
            }
        }
        at += 1;
    }
    orbit.len()
}

/// First one, then the other.
fn product(first: &Image, then: &Image) -> Image {
    first.iter().map(|&cell| then[usize::from(cell)]).collect()
}

/// The first cell of the smallest class of two or more cells with the same colour; `None` if all colours differ.
fn first_of_smallest_class(colours: &Colours) -> Option<usize> {
    let mut sizes = HashMap::new();
    for colour in colours {
        *sizes.entry(colour).or_insert(0) += 1;
    }
    let sizes = colours.iter().map(|colour| sizes[colour]).zip(0..);
    sizes.filter(|&(size, _)| size > 1).min().map(|(_, cell)| cell)
}

/// The number of different colours.
fn count(colours: &Colours) -> usize {
    let mut colours = sorted(colours.clone());
    colours.dedup();
    colours.len()
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}
