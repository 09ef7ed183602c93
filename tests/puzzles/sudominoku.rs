//! Sudominoku: the documented examples, the text of cases and its faults, and answers checked by the puzzle's own
//! rules, which see a drawn board and the text of the case, never the encoding.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Sudoku, Sudominoku};
use dominox::render::Board;
use dominox::{Solution, Solver, Uniqueness};
use proptest::prelude::*;

const EXAMPLE: &str = include_str!("../data/sudominoku.in");
const EXAMPLE_ANSWERS: &str = include_str!("../data/sudominoku.out");
/// A hundred cases of four to seven dominoes with one grid each.
const HARD: &str = include_str!("../data/sudominoku-hard100.in");
const HARD_ANSWERS: &str = include_str!("../data/sudominoku-hard100.out");

use crate::support::snapshot::assert_snapshot;

/// The texts of the cases of a stream, without the final `0`.
fn texts(stream: &str) -> Vec<String> {
    let mut lines = stream.lines();
    let mut texts = Vec::new();
    while let Some(count) = lines.next().filter(|&line| line != "0") {
        let dominoes: usize = count.parse().expect("a number of dominoes");
        let rest = lines.by_ref().take(dominoes + 1);
        texts.push(
            [count]
                .into_iter()
                .chain(rest)
                .map(|line| line.to_owned() + "\n")
                .collect(),
        );
    }
    texts
}

fn read(text: &str) -> Sudominoku {
    text.parse()
        .unwrap_or_else(|fault| panic!("{fault}\nin\n{text}"))
}

fn solver(case: &Sudominoku) -> Solver {
    let solver = Solver::new(case.problem()).expect("a plain cover");
    solver.assume(case.givens())
}

/// The digit and the piece of each cell of a drawn board, by its name.
fn cells(board: &Board) -> BTreeMap<String, (u8, u32)> {
    assert_eq!((board.rows(), board.columns()), (9, 9));
    let places = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let cell = |(row, column)| {
        let name = format!("{}{}", char::from(b'A' + row as u8), column + 1);
        let digit = board.label(row, column).parse().expect("a digit");
        (name, (digit, board.piece(row, column).expect("no hole")))
    };
    places.map(cell).collect()
}

/// Checks a drawn board by the rules of the puzzle and by the text of the case.
fn assert_obeys(board: &Board, text: &str) {
    let cells = cells(board);
    let all: BTreeSet<u8> = (1..=9).collect();
    for unit in 0..9 {
        let digits = |place: &dyn Fn(usize) -> (usize, usize)| -> BTreeSet<u8> {
            let labels = (0..9)
                .map(place)
                .map(|(row, column)| board.label(row, column));
            labels
                .map(|label| label.parse().expect("a digit"))
                .collect()
        };
        assert_eq!(digits(&|i| (unit, i)), all, "row {unit}\n{board}");
        assert_eq!(digits(&|i| (i, unit)), all, "column {unit}\n{board}");
        let in_box = |i| (unit / 3 * 3 + i / 3, unit % 3 * 3 + i % 3);
        assert_eq!(digits(&in_box), all, "box {unit}\n{board}");
    }

    let mut pieces: BTreeMap<u32, Vec<(&str, u8)>> = BTreeMap::new();
    for (name, &(digit, piece)) in &cells {
        pieces.entry(piece).or_default().push((name, digit));
    }
    let (mut singles, mut dominoes) = (BTreeSet::new(), BTreeSet::new());
    for piece in pieces.values() {
        match piece.as_slice() {
            &[(_, digit)] => assert!(singles.insert(digit), "{digit} alone twice\n{board}"),
            &[(p, a), (q, b)] => {
                let steps = p.bytes().zip(q.bytes()).map(|(x, y)| x.abs_diff(y));
                assert_eq!(
                    steps.sum::<u8>(),
                    1,
                    "{p} and {q} are no neighbours\n{board}"
                );
                assert_ne!(a, b);
                assert!(
                    dominoes.insert([a.min(b), a.max(b)]),
                    "{a}-{b} twice\n{board}"
                );
            }
            more => panic!("a piece of cells {more:?}\n{board}"),
        }
    }
    assert_eq!((singles, dominoes.len()), (all, 36), "{board}");

    let mut lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let count: usize = lines.next().expect("a count")[0].parse().expect("a number");
    let given = |digit: &str, cell: &str| {
        let (found, piece) = cells[cell];
        assert_eq!(found.to_string(), digit, "at {cell}\n{board}");
        piece
    };
    for words in lines.by_ref().take(count) {
        assert_eq!(
            given(words[0], words[1]),
            given(words[2], words[3]),
            "{words:?}\n{board}"
        );
    }
    for (digit, cell) in (1..=9).zip(lines.next().expect("the singles")) {
        let piece = given(&digit.to_string(), cell);
        assert_eq!(pieces[&piece].len(), 1, "{cell} stands alone\n{board}");
    }
}

#[test]
fn the_documented_cases_have_the_documented_answers() {
    let mut answers = String::new();
    for (text, index) in texts(EXAMPLE).iter().zip(1..) {
        let case = read(text);
        let solution = solver(&case).next_solution().expect("a solution");
        assert_eq!(case.problem().check(&solution), Ok(()));
        assert_obeys(&case.decode(&solution), text);
        answers += &case.answer(index, &solution);
    }
    assert_eq!(answers, EXAMPLE_ANSWERS);
}

#[test]
fn the_second_documented_case_has_one_grid_and_two_tilings() {
    let text = &texts(EXAMPLE)[1];
    let case = read(text);
    assert_eq!(solver(&case).count(), 2);
    assert_eq!(solver(&case).count_answers(), 1);
    assert!(matches!(solver(&case).uniqueness(), Uniqueness::Unique(_)));

    let mut solutions: Vec<Solution> = solver(&case).solutions().collect();
    solutions.sort();
    let boards: Vec<Board> = solutions
        .iter()
        .map(|solution| case.decode(solution))
        .collect();
    boards.iter().for_each(|board| assert_obeys(board, text));
    assert_eq!(case.grid(&solutions[0]), case.grid(&solutions[1]));
    assert_ne!(boards[0], boards[1]);
    assert_snapshot!(
        "sudominoku-two-tilings",
        format!("{}\n\n{}", boards[0], boards[1])
    );
}

#[test]
fn the_first_documented_case_drawn() {
    let text = &texts(EXAMPLE)[0];
    let case = read(text);
    let solutions: Vec<Solution> = solver(&case).solutions().collect();
    assert_eq!(solutions.len(), 1);
    assert_snapshot!("sudominoku-first-tiling", case.decode(&solutions[0]));
}

#[test]
fn hard_cases_are_solved() {
    let answers: Vec<&str> = HARD_ANSWERS.split_inclusive("Puzzle ").collect();
    for index in [5, 9, 15, 23, 76, 92] {
        let text = &texts(HARD)[index];
        let case = read(text);
        let solution = solver(&case).next_solution().expect("a solution");
        assert_obeys(&case.decode(&solution), text);
        let answer = case.answer(index as u64 + 1, &solution);
        assert_eq!(
            answer.strip_prefix("Puzzle "),
            answers[index + 1].strip_suffix("Puzzle "),
        );
    }
}

/// With fewer dominoes given there are more tilings than grids, and each grid is still listed once.
#[test]
fn answers_are_the_distinct_grids_of_all_solutions() {
    let text = &texts(EXAMPLE)[0];
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for kept in [10, 8, 7, 6] {
        let dominoes = lines[1..=kept].join("\n");
        let case = read(&format!("{kept}\n{dominoes}\n{}\n", lines[11]));
        let solutions: Vec<_> = solver(&case).solutions().collect();
        let expected: BTreeSet<_> = solutions.iter().map(|found| case.grid(found)).collect();
        let listed: Vec<_> = solver(&case)
            .answers()
            .map(|answer| case.grid(&answer))
            .collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(listed.len(), expected.len(), "a grid is listed once");
        let unique = matches!(solver(&case).uniqueness(), Uniqueness::Unique(_));
        assert_eq!(unique, expected.len() == 1);
        found.push((listed.len(), solutions.len()));
    }
    assert_eq!(found, [(1, 1), (1, 1), (2, 2), (5, 6)]);
}

/// All that is not in the grid is excluded, and nothing is given.
#[test]
fn one_grid_with_tens_of_thousands_of_tilings_is_one_answer() {
    for (text, expected) in texts(EXAMPLE).into_iter().zip([57_987, 71_005]) {
        let case = read(&text);
        let problem = case.problem();
        let solution = solver(&case).next_solution().expect("a solution");
        let facts = solution
            .options()
            .iter()
            .flat_map(|&option| problem.facts(option));
        let facts: BTreeSet<_> = facts.collect();
        let strange = |&option: &OptionId| {
            !problem
                .facts(option)
                .iter()
                .all(|fact| facts.contains(fact))
        };
        let strange: Vec<_> = problem.options().filter(strange).collect();
        let solver = || {
            Solver::new(problem)
                .expect("a plain cover")
                .exclude(&strange)
        };

        let grid = case.grid(&solution);
        assert!(
            matches!(solver().uniqueness(), Uniqueness::Unique(one) if case.grid(&one) == grid)
        );
        assert_eq!(solver().count_answers(), 1);
        assert_eq!(tilings(grid), expected);
        assert_eq!(solver().count(), expected);
    }
}

/// Counts the tilings of a grid: the piece with the fewest places left is laid in each of them.
///
/// A piece is named by its digits, and has one list of places. A single 5 is the piece `[5, 5]`, which lies on one cell
/// twice.
fn tilings(grid: [u8; 81]) -> u64 {
    fn count(open: &[Vec<[usize; 2]>]) -> u64 {
        let Some(fewest) = (0..open.len()).min_by_key(|&piece| open[piece].len()) else {
            return 1;
        };
        let lay = |place: &[usize; 2]| {
            let free = |other: &&[usize; 2]| !other.iter().any(|cell| place.contains(cell));
            let others = (0..open.len()).filter(|&piece| piece != fewest);
            let left = others.map(|piece| open[piece].iter().filter(free).copied().collect());
            count(&left.collect::<Vec<_>>())
        };
        open[fewest].iter().map(lay).sum()
    }
    let mut places: BTreeMap<[u8; 2], Vec<[usize; 2]>> = BTreeMap::new();
    for p in 0..81 {
        let right = (p % 9 < 8).then_some(p + 1);
        let below = (p < 72).then_some(p + 9);
        for q in [Some(p), right, below].into_iter().flatten() {
            let [a, b] = [grid[p], grid[q]];
            places.entry([a.min(b), a.max(b)]).or_default().push([p, q]);
        }
    }
    assert_eq!(places.len(), 36 + 9);
    count(&places.into_values().collect::<Vec<_>>())
}

#[test]
fn the_shape_of_the_encoding() {
    let case = read(&texts(EXAMPLE)[1]);
    let problem = case.problem();
    let mut shape = String::new();
    writeln!(
        shape,
        "{} items, {} of them primary; {} options, {} entries",
        problem.item_count(),
        problem.primary_count(),
        problem.option_count(),
        problem.entry_count()
    )
    .unwrap();
    let agreeing = problem.agreeing(case.givens()).expect("the givens agree");
    writeln!(
        shape,
        "second documented case: {} options agree",
        agreeing.len()
    )
    .unwrap();
    for index in [0, 728, 729, 729 + 71 * 72, 729 + 72 * 72, 11096] {
        let option = OptionId::new(index);
        let names = problem
            .entries(option)
            .iter()
            .map(|entry| problem.item_name(entry.item));
        let names: Vec<_> = names.collect();
        writeln!(
            shape,
            "option {index} is {}: {}; facts {:?}",
            case.option_words(option),
            names.join(" "),
            problem.facts(option)
        )
        .unwrap();
    }
    assert_snapshot!("sudominoku-encoding", shape);
}

#[test]
fn every_case_of_one_process_shares_one_problem() {
    let [first, second] = [0, 1].map(|index| read(&texts(EXAMPLE)[index]));
    assert!(first.problem().is_same(second.problem()));
}

#[test]
fn two_equal_digits_in_a_row_are_no_fault_of_the_text() {
    let case = read("1\n6 B2 1 B3\nB9 A3 D9 I4 A9 E5 A2 C6 I1\n");
    let clash = case
        .problem()
        .agreeing(case.givens())
        .expect_err("1 twice in row B");
    let words = [clash.first, clash.second].map(|option| case.option_words(option));
    assert_eq!(words, ["domino 6-1 at B2 B3", "1 at B9"]);
    assert_eq!(case.item_words(clash.item), "digit 1 in row B");
    assert_eq!(solver(&case).uniqueness(), Uniqueness::None);
}

/// Faulty texts, each with what it is about. `S` stands for a good line of singles.
const FAULTY: &[(&str, &str)] = &[
    ("empty text", ""),
    ("no case", "0"),
    ("count too large", "37\n6 B2 1 B3\nS"),
    ("count below zero", "-1\nS"),
    ("count that is not a number", "six\n6 B2 1 B3\nS"),
    ("count forgotten", "6 B2 1 B3\nS"),
    ("three words", "1\n6 B2 1\nS"),
    ("five words", "1\n6 B2 1 B3 B4\nS"),
    ("digit zero", "1\n0 B2 1 B3\nS"),
    ("digit of two figures", "1\n6 B2 11 B3\nS"),
    ("two cells", "1\nB2 B3 6 1\nS"),
    ("row J", "1\n6 I2 1 J2\nS"),
    ("column 0", "1\n6 A0 1 A1\nS"),
    ("column 10", "1\n6 A9 1 A10\nS"),
    ("column before row", "1\n6 2B 1 B3\nS"),
    (
        "word without end",
        "1\n6 BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB 1 B3\nS",
    ),
    ("control character", "1\n6 B\u{1b}[31m 1 B3\nS"),
    ("equal halves", "1\n6 B2 6 B3\nS"),
    ("halves apart", "1\n6 B2 1 B4\nS"),
    ("halves across a corner", "1\n6 B2 1 C3\nS"),
    ("halves across the edge", "1\n6 B9 1 C1\nS"),
    ("halves on one cell", "1\n6 B2 1 B2\nS"),
    ("domino used twice", "2\n6 B2 1 B3\n1 G2 6 G3\nS"),
    ("domino over another", "2\n6 B2 1 B3\n2 B3 3 B4\nS"),
    ("single over a domino", "1\n6 C5 1 C4\nS"),
    (
        "single over a single",
        "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A3 C6 I1",
    ),
    ("eight singles", "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6"),
    ("ten singles", "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1 I2"),
    (
        "single off the board",
        "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 K6 I1",
    ),
    ("fewer dominoes than counted", "2\n6 B2 1 B3\nS"),
    ("more dominoes than counted", "1\n6 B2 1 B3\n2 C4 9 C3\nS"),
    ("cut among the dominoes", "3\n6 B2 1 B3\n"),
    ("cut before the singles", "1\n6 B2 1 B3\n"),
    (
        "the next case among the dominoes",
        "2\n6 B2 1 B3\n1\n6 B2 1 B3\nS",
    ),
    ("no line of singles", "1\n6 B2 1 B3\n0\n"),
    (
        "two cases where one is read",
        "1\n6 B2 1 B3\nS\n1\n6 B2 1 B3\nS\n0\n",
    ),
    ("text after the zero", "1\n6 B2 1 B3\nS\n0\n\n0\n"),
];

/// As other programs write it: the cell first, small letters, commas.
#[test]
fn what_is_clear_is_read() {
    let usual = "2\n6 B2 1 B3\n2 C4 9 C3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let case: Sudominoku = usual.parse().unwrap();
    for text in [
        "2\nB2 6 B3 1\nC4 2 C3 9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n",
        "2\n6,B2,1,B3\n2,C4,9,C3\nC5,A3,D9,I4,A9,E5,A2,C6,I1\n",
        "2\n(6, B2), (1, B3)\nc4 2 9 c3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n",
        "2\nb2 6 b3 1;\n2;c4;9;c3\nc5 a3 d9 i4 a9 e5 a2 c6 i1\n",
    ] {
        assert_eq!(text.parse::<Sudominoku>().as_ref(), Ok(&case), "{text}");
        let stream = format!("{text}0\n");
        let found: Vec<_> = dominox::puzzles::read(stream.as_bytes()).collect();
        assert!(
            matches!(&found[..], [Ok(found)] if found.puzzle.downcast_ref() == Some(&case)),
            "{text}"
        );
    }
    let fault = |text: &str| text.parse::<Sudominoku>().unwrap_err().to_string();
    assert!(fault("1\nB2 6 B4 1\n").starts_with("2:6: B2 and B4 do not touch"));
    assert!(fault("1\nB2 6 B3 6\n").starts_with("2:9: a domino with 6 twice"));
}

#[test]
fn each_fault_is_told_with_its_place() {
    let mut told = String::new();
    for (about, text) in FAULTY {
        let text = text.replace('S', "C5 A3 D9 I4 A9 E5 A2 C6 I1");
        let fault = text.parse::<Sudominoku>().expect_err(about);
        writeln!(told, "{about}\n{fault}\n").unwrap();
    }
    assert_snapshot!("sudominoku-faults", told);
}

#[test]
fn blanks_comments_and_ends_of_lines_do_not_matter() {
    let plain = read("1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n");
    let loose = "\u{feff}# from a book\r\n\r\n 1\r\n\n6  B2\t1 B3 \r\n\
                 # singles\nC5 A3 D9 I4 A9 E5 A2 C6 I1\r\n\n0\n\n";
    assert_eq!(read(loose), plain);
}

#[test]
fn the_documented_cases_print_as_they_are_written() {
    for text in texts(EXAMPLE).iter().chain(&texts(HARD)) {
        assert_eq!(read(text).to_string(), *text);
    }
}

/// Any case that can be written: where dominoes are tried, one after the other, and in which order the other cells
/// are then taken by the singles.
fn any_case() -> impl Strategy<Value = String> {
    let domino = (0..81usize, any::<[bool; 2]>(), 1..=9u8, 1..=9u8);
    let dominoes = proptest::collection::vec(domino, 1..120);
    let order = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    (dominoes, order).prop_map(|(dominoes, order)| {
        let name = |cell: usize| format!("{}{}", char::from(b'A' + (cell / 9) as u8), cell % 9 + 1);
        let (mut taken, mut used, mut lines) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for (p, [down, turned], a, b) in dominoes {
            let q = p + if down { 9 } else { 1 };
            let fits = if down { q < 81 } else { p % 9 < 8 };
            let free = !taken.contains(&p) && !taken.contains(&q);
            if fits && free && a != b && used.insert([a.min(b), a.max(b)]) {
                taken.extend([p, q]);
                let [p, q] = if turned { [q, p] } else { [p, q] };
                lines.push(format!("{a} {} {b} {}\n", name(p), name(q)));
            }
        }
        let free = order.into_iter().filter(|cell| !taken.contains(cell));
        let singles: Vec<_> = free.take(9).map(name).collect();
        format!("{}\n{}{}\n", lines.len(), lines.concat(), singles.join(" "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_reading_are_inverse(text in any_case()) {
        prop_assume!(!text.starts_with('0'));
        let case = read(&text);
        prop_assert_eq!(case.to_string(), text.clone());
        prop_assert_eq!(case.givens().len(), text.lines().count() - 2 + 9);
        for (line, &option) in text.lines().skip(1).zip(case.givens()) {
            if let [a, p, b, q] = line.split(' ').collect::<Vec<_>>()[..] {
                let written = [[a, b, p, q], [b, a, q, p]]
                    .map(|[a, b, p, q]| format!("domino {a}-{b} at {p} {q}"));
                prop_assert!(written.contains(&case.option_words(option)));
            }
        }
    }

    #[test]
    fn a_spoilt_text_is_read_or_refused_at_a_place_in_it(
        text in any_case(),
        at in any::<prop::sample::Index>(),
        spoilt in "[0-9A-J a-i\n#é]{0,3}",
    ) {
        let cut = at.index(text.len());
        let text = format!("{}{spoilt}{}", &text[..cut], &text[cut + 1..]);
        match text.parse::<Sudominoku>() {
            Ok(case) => prop_assert_eq!(read(&case.to_string()), case),
            Err(fault) => {
                prop_assert!((1..=text.lines().count() as u64 + 1).contains(&fault.line));
                let line = text.lines().nth(fault.line as usize - 1).unwrap_or("");
                prop_assert!(fault.column + fault.width <= line.chars().count() as u64 + 1);
            }
        }
    }
}

#[test]
fn the_pieces_of_a_sudominoku_form_the_grid() {
    let case = "2\n6 B2 1 B3\n2 C4 9 C3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let grid = "872643195361975842549218637126754983738169254495832761284597316657381429913426578";
    let grid: Sudoku = grid.parse().expect("a grid");
    let laid = |text: &str| {
        let case: Sudominoku = text.parse().expect("a case");
        let left = case.check(&grid).map_err(|fault| fault.in_words(&case));
        left.map(|left| Solver::new(&left).unwrap().next_solution().is_some())
    };
    assert_eq!(laid(case), Ok(true));
    // The singles at A2 and B1 leave A1 without a neighbour.
    let fault = laid("1\n9 I1 1 I2\nB3 A3 B1 A5 A9 A4 A2 B7 B4\n").unwrap_err();
    assert_eq!(
        fault,
        "the pieces cannot form this grid: no place for a digit at A1, nor for digit 8 in row A, nor for digit 8 in column 1, nor for 1 more"
    );
    // As on a chessboard, the singles leave unequal numbers of white and black cells.
    let odd = "1\n2 C4 9 C3\nB3 A3 D9 I4 A9 E5 A2 C6 I1\n";
    assert_eq!(laid(odd), Ok(false));
}
