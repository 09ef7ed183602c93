//! Examples of each action, for its help and its manual page. A test runs them all.

use clap::Command;

use super::codes;

/// What an example does, and its command.
type Example = (&'static str, &'static str);

/// The examples of the actions.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "solve",
        &[
            (
                "A puzzle in one line",
                "echo '1.....2..3.....4' | dominox solve",
            ),
            (
                "A line for each puzzle of a collection",
                "dominox solve --no-answer none puzzles.txt",
            ),
            (
                "All answers, drawn",
                "dominox solve --all --show board --model 'queens 4'",
            ),
            (
                "A picture of the answer",
                "echo '1.....2..3.....4' | dominox solve --format svg > answer.svg",
            ),
            (
                "A page to be printed: the puzzles, and then the answers",
                "dominox solve --format html --with-puzzles puzzles.txt > puzzles.html",
            ),
            (
                "All solutions with option 4 of a problem",
                "dominox solve --all --assume 4 problem.dlx",
            ),
            (
                "A roster with two to three nurses a shift, as the items `2:3|mon` say",
                "dominox solve roster.dlx",
            ),
            (
                "All solutions that differ by more than a rotation or reflection",
                "dominox solve --all --up-to-symmetry --model 'queens 5'",
            ),
        ],
    ),
    (
        "count",
        &[
            (
                "The number of answers to each puzzle",
                "dominox count puzzles.txt",
            ),
            (
                "A number of solutions too large to list",
                "dominox count --model 'dominoes 20x20'",
            ),
            (
                "Only solutions without an option, named by its items",
                "dominox count --exclude 'a d f' problem.dlx",
            ),
            (
                "The number of essentially different solutions",
                "dominox count --up-to-symmetry problem.dlx",
            ),
        ],
    ),
    (
        "unique",
        &[
            (
                "A word for each puzzle, after its line number",
                "dominox unique -n puzzles.txt",
            ),
            (
                "How many puzzles have one answer, several or none",
                "dominox unique --summary puzzles.txt",
            ),
            (
                "For a script: whether all puzzles have one answer",
                "dominox unique --quiet puzzles.txt && echo good",
            ),
        ],
    ),
    (
        "explain",
        &[
            (
                "Givens that contradict each other",
                "echo '123....4........' | dominox explain",
            ),
            (
                "Items that cannot all be covered, as JSON",
                "dominox explain --exclude 5 --format jsonl problem.dlx",
            ),
        ],
    ),
    (
        "rate",
        &[
            (
                "The rating of each puzzle, with its line",
                "dominox rate -n puzzles.txt",
            ),
            (
                "A collection from easy to hard",
                "dominox rate -n puzzles.txt | sort -k 2V",
            ),
        ],
    ),
    (
        "steps",
        &[
            (
                "All steps, and the answer",
                "echo '1.....2..3.....4' | dominox steps",
            ),
            ("A hint", "echo '1.....2..3.....4' | dominox steps --next"),
            (
                "The steps before pencil marks are needed",
                "dominox steps --until 2.5 puzzles.txt",
            ),
        ],
    ),
    (
        "estimate",
        &[
            (
                "How long listing all solutions would take",
                "dominox estimate --model 'queens 16'",
            ),
            (
                "A closer look",
                "dominox estimate --probes 256 --model 'queens 12'",
            ),
        ],
    ),
    (
        "best",
        &[
            (
                "The three cheapest solutions",
                "dominox best -k 3 problem.dlx",
            ),
            (
                "The roster that goes against the fewest wishes",
                "dominox best roster.dlx",
            ),
            (
                "The most expensive one, as JSON",
                "dominox best --max --format jsonl problem.dlx",
            ),
        ],
    ),
    (
        "sample",
        &[
            (
                "Two random Latin squares, the same each time",
                "dominox sample -n 2 --seed 1 --model 'latin 4'",
            ),
            (
                "A random tiling, drawn",
                "dominox sample --seed 1 --show tiling --model 'dominoes 4x4'",
            ),
        ],
    ),
    (
        "profile",
        &[
            (
                "The digits that can stand in each cell",
                "echo '1.....2..3......' | dominox profile --candidates",
            ),
            (
                "In how many solutions each option occurs",
                "dominox profile --show options problem.dlx",
            ),
        ],
    ),
    (
        "zdd",
        &[
            (
                "The size of the diagram, and the number of solutions",
                "dominox zdd --model 'queens 8'",
            ),
            (
                "A drawing, for Graphviz",
                "dominox zdd --export dot problem.dlx > diagram.dot",
            ),
        ],
    ),
    (
        "symmetries",
        &[
            (
                "The rotations and reflections of a board",
                "dominox symmetries --model 'queens 8'",
            ),
            (
                "The symmetries of your own problem, for a program",
                "dominox symmetries --format jsonl problem.dlx",
            ),
        ],
    ),
    (
        "resume",
        &[
            (
                "Resume a search begun with `count --checkpoint queens.run`, on two threads",
                "dominox resume -j 2 queens.run",
            ),
            (
                "For a minute, with a checkpoint every ten seconds",
                "dominox resume --timeout 60 --every 10 queens.run",
            ),
        ],
    ),
    (
        "split",
        &[
            (
                "Divide a search into four shards",
                "dominox split --into 4 -o queens.plan --model 'queens 10'",
            ),
            (
                "New shards for the parts that were not searched",
                "dominox split --rest queens.plan shard-1.json --into 6 -o rest.plan",
            ),
        ],
    ),
    (
        "run",
        &[
            (
                "Search a shard",
                "dominox run queens.plan --shard 2 -o shard-2.json",
            ),
            (
                "All of them, two at a time",
                "seq 4 | xargs -P 2 -I{} dominox run queens.plan --shard {} -o shard-{}.json",
            ),
        ],
    ),
    (
        "merge",
        &[
            (
                "The number of solutions in all shards",
                "dominox merge queens.plan shard-*.json",
            ),
            (
                "For a script",
                "dominox merge --format jsonl queens.plan shard-*.json",
            ),
        ],
    ),
    (
        "check",
        &[
            (
                "The answers of another program",
                "dominox check puzzles.txt answers.txt",
            ),
            (
                "The answers of dominox, with a line for each puzzle that has none",
                "dominox solve --no-answer none puzzles.txt | dominox check puzzles.txt -",
            ),
        ],
    ),
    (
        "generate",
        &[
            ("A minimal puzzle", "dominox generate sudoku --seed 1"),
            (
                "Three symmetric puzzles of 26 to 28 clues",
                "dominox generate sudoku -n 3 --seed 1 --clues 26..28 --symmetry rotate180",
            ),
            (
                "A small one, with its answer",
                "dominox generate sudoku --size 6 --seed 1 --format jsonl",
            ),
            (
                "A Sudominoku with eight given dominoes",
                "dominox generate sudominoku --dominoes 8 --seed 1",
            ),
        ],
    ),
    (
        "minimize",
        &[
            (
                "A minimal puzzle",
                "echo '1234..12.1..4...' | dominox minimize",
            ),
            (
                "As few clues as possible",
                "echo '1234341221434321' | dominox minimize --fewest",
            ),
            (
                "Ten minimal puzzles, as JSON",
                "echo '1234341221434321' | dominox minimize --limit 10 --format jsonl",
            ),
        ],
    ),
    (
        "canonical",
        &[
            (
                "Whether two puzzles are the same",
                "printf '1..2.3....3.4...\\n4..3.2....2.1...\\n' | dominox canonical | uniq",
            ),
            (
                "The form, and the transformation that leads to it",
                "dominox canonical --transformation puzzles.txt",
            ),
        ],
    ),
    (
        "encode",
        &[
            (
                "A puzzle, for another solver",
                "echo '1.....2..3.....4' | dominox encode > puzzle.dlx",
            ),
            (
                "The number of its solutions",
                "echo '1.....2..3......' | dominox encode | dominox count",
            ),
        ],
    ),
    (
        "convert",
        &[
            (
                "A formula, for a SAT solver or a model counter",
                "dominox convert --to cnf --model 'queens 8' > queens.cnf",
            ),
            (
                "An integer program that finds the cheapest solution",
                "dominox convert --to lp problem.dlx > problem.lp",
            ),
            (
                "From another program's format",
                "dominox convert --from miniexact problem.xc | dominox solve",
            ),
        ],
    ),
    (
        "reduce",
        &[
            (
                "A smaller problem with the same solutions",
                "dominox reduce problem.dlx",
            ),
            (
                "The items and options that are left of a puzzle",
                "echo '1.....2..3......' | dominox reduce | grep -v '^|'",
            ),
        ],
    ),
    (
        "formats",
        &[
            ("All layouts", "dominox formats"),
            ("Those of one kind", "dominox formats sudominoku"),
        ],
    ),
    (
        "model",
        &[
            (
                "The problem, for another solver",
                "dominox model queens 8 > queens.dlx",
            ),
            (
                "A solution of it, drawn",
                "dominox solve --model 'queens 8'",
            ),
        ],
    ),
    (
        "pack",
        &[
            (
                "A packing of pieces and a board that a file draws",
                "dominox pack packing.txt",
            ),
            (
                "Scott's puzzle: the pentominoes in a chessboard without its centre",
                "dominox pack --pieces pentominoes --board 8x8-center",
            ),
            (
                "All packings, up to the symmetries of the board",
                "dominox pack --all --up-to-symmetry --pieces pentominoes --board 3x20",
            ),
            (
                "A picture of a Soma cube",
                "dominox pack --format svg --pieces soma --board 3x3x3 > soma.svg",
            ),
        ],
    ),
    (
        "completions",
        &[
            (
                "For this session of bash",
                "eval \"$(dominox completions bash)\"",
            ),
            (
                "For all sessions of fish",
                "dominox completions fish > ~/.config/fish/completions/dominox.fish",
            ),
        ],
    ),
    (
        "man",
        &[
            (
                "The page of one command",
                "dominox man solve > dominox-solve.1",
            ),
            ("All pages", "dominox man --out-dir man"),
        ],
    ),
];

/// The examples of an action.
pub fn of(action: &str) -> &'static [Example] {
    let of_action = EXAMPLES.iter().find(|(name, _)| *name == action);
    of_action.map_or(&[], |(_, examples)| examples)
}

/// An action with its exit codes and its examples in its help.
pub fn in_help(action: Command) -> Command {
    let mut help = String::new();
    if let Some(before) = action.get_after_help() {
        help += &format!("{before}\n\n");
    }
    help += "Exit codes:";
    for (code, meaning) in codes::of(action.get_name()) {
        help += &format!("\n  {code}  {meaning}");
    }
    let examples = of(action.get_name()).iter();
    let lines = examples.map(|(what, typed)| format!("\n  # {what}\n  {typed}"));
    let lines = Vec::from_iter(lines).join("\n");
    if !lines.is_empty() {
        help += &format!("\n\nExamples:{lines}");
    }
    action.after_long_help(help)
}
