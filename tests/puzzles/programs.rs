//! Programs pasted whole, in the languages that people write them in: the board is read, and nothing else is a fault.

use dominox::puzzles;

const LINE: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

fn rows() -> impl Iterator<Item = &'static str> {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9])
}

/// The rows with `gap` between cells, between `open` and `close`, and with `end` between rows.
fn board(open: &str, gap: &str, close: &str, end: &str) -> String {
    let row = |row: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        format!("{open}{}{close}", cells.join(gap))
    };
    rows().map(row).collect::<Vec<_>>().join(end)
}

/// Programs, with the board at `<>`.
fn programs() -> Vec<(&'static str, &'static str, String)> {
    let braces = board("        {", ", ", "}", ",\n");
    let brackets = board("    [", ", ", "]", ",\n");
    let lines = rows().collect::<Vec<_>>().join("\n");
    let spaced = board("", " ", "", "\n");
    let quoted = board("        {'", "','", "'}", ",\n").replace("'0'", "'.'");
    vec![
        (
            "Java",
            "package org.example;\n\nimport java.util.Arrays;\n\npublic class Sudoku {\n    private static final int SIZE = 9;\n    private int[][] board = {\n<>\n    };\n\n    /**\n     * Solves it.\n     */\n    public boolean solve(int row, int col) {\n        if (row == SIZE) return true;\n        for (int n = 1; n <= 9; n++) {\n            if (isValid(row, col, n)) {\n                board[row][col] = n;\n            }\n        }\n        return false;\n    }\n\n    public static void main(String[] args) {\n        System.out.println(Arrays.deepToString(new Sudoku().board));\n    }\n}\n",
            braces.clone(),
        ),
        (
            "Rust",
            "use std::collections::HashSet;\n\nconst N: usize = 9;\n\n#[derive(Debug)]\nstruct Solver {\n    board: [[u8; 9]; 9],\n}\n\nimpl Solver {\n    fn solve(&mut self) -> bool {\n        for r in 0..9 {\n            if self.board[r][0] == 0 {\n                return false;\n            }\n        }\n        true\n    }\n}\n\nfn main() {\n    let board: [[u8; 9]; 9] = [\n<>,\n    ];\n    let mut s = Solver { board };\n    match s.solve() {\n        true => println!(\"ok\"),\n        false => {}\n    }\n}\n",
            brackets.clone(),
        ),
        (
            "Kotlin",
            "package sudoku\n\nimport kotlin.math.sqrt\n\nval board = arrayOf(\n<>\n)\n\nfun solve(board: Array<IntArray>): Boolean {\n    for (r in 0..8) {\n        if (board[r][0] == 0) return false\n    }\n    return true\n}\n\nfun main() {\n    if (solve(board)) println(\"ok\") else println(\"none\")\n}\n",
            board("    intArrayOf(", ", ", ")", ",\n"),
        ),
        (
            "Go",
            "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nconst n = 9\n\nvar board = [9][9]int{\n<>,\n}\n\nfunc solve(b *[9][9]int) bool {\n\tfor r := 0; r < 9; r++ {\n\t\tfor c := range b[r] {\n\t\t\tb[r][c] = 0\n\t\t}\n\t}\n\treturn true\n}\n\nfunc main() {\n\tif !solve(&board) {\n\t\tos.Exit(1)\n\t}\n\tdefer fmt.Println(board)\n}\n",
            braces.clone(),
        ),
        (
            "C++",
            "#include <iostream>\n#include <vector>\nusing namespace std;\n\nclass Solution {\npublic:\n    bool solve(vector<vector<char>>& board) {\n        for (int i = 0; i < 9; ++i)\n            if (board[i][0] == '.') {\n                for (char c = '1'; c <= '9'; ++c)\n                    board[i][0] = c;\n                return false;\n            }\n        return true;\n    }\n};\n\nint main() {\n    vector<vector<char>> board = {\n<>\n    };\n    for (auto& row : board) {\n        cout << row[0] << '\\n';\n    }\n}\n",
            quoted,
        ),
        (
            "C++ braces",
            "#include <vector>\n\nint main() {\n    std::vector<std::vector<int>> board{\n<>\n    };\n}\n",
            braces.clone(),
        ),
        (
            "C",
            "#include <stdio.h>\n#define N 9\n\n/* A solver\n * by backtracking.\n */\nint grid[N][N] = {\n<>\n};\n\nstatic int solve(int k)\n{\n    if (k == N * N)\n        return 1;\n    for (int d = 1; d <= 9; d++) {\n        if (grid[k / N][k % N] != 0)\n            continue;\n    }\n    return 0;\n}\n\nint main(void)\n{\n    printf(\"%d\\n\", solve(0));\n}\n",
            braces.clone(),
        ),
        (
            "C#",
            "using System;\n\nnamespace Sudoku\n{\n    class Program\n    {\n        static int[,] board = new int[,]\n        {\n<>\n        };\n\n        static bool Solve()\n        {\n            for (int r = 0; r < 9; r++)\n            {\n                return false;\n            }\n            return true;\n        }\n    }\n}\n",
            braces.clone(),
        ),
        (
            "Swift",
            "import Foundation\n\nvar board: [[Int]] = [\n<>\n]\n\nfunc solve(_ b: inout [[Int]]) -> Bool {\n    for r in 0..<9 {\n        guard b[r][0] == 0 else { continue }\n    }\n    return true\n}\n\nprint(solve(&board))\n",
            brackets.clone(),
        ),
        (
            "Ruby",
            "require 'set'\n\nBOARD = [\n<>\n]\n\ndef solve(board)\n  81.times do |i|\n    r, c = i.divmod(9)\n    next unless board[r][c].zero?\n    (1..9).each { |d| puts d }\n  end\n  true\nend\n\nputs solve(BOARD).inspect\n",
            brackets.clone(),
        ),
        (
            "PHP",
            "<?php\n\n$board = [\n<>\n];\n\nfunction solve(&$board) {\n    foreach ($board as $row) {\n        echo implode(' ', $row) . \"\\n\";\n    }\n}\n\nsolve($board);\n",
            brackets.clone(),
        ),
        (
            "Scala",
            "object Main extends App {\n  val board = Array(\n<>\n  )\n  println(board.map(_.mkString(\" \")).mkString(\"\\n\"))\n}\n",
            board("    Array(", ", ", ")", ",\n"),
        ),
        (
            "Lua",
            "local board = {\n<>\n}\n\nlocal function solve(b)\n  for r = 1, 9 do\n    if b[r][1] == 0 then\n      return false\n    end\n  end\n  return true\nend\n\nprint(solve(board))\n",
            braces,
        ),
        (
            "Haskell",
            "module Main where\n\nimport Data.List (transpose)\n\nboard :: [[Int]]\nboard =\n  [ <>\n  ]\n\nmain :: IO ()\nmain = mapM_ print (transpose board)\n",
            board("[", ",", "]", "\n  , "),
        ),
        (
            "tuples",
            "from typing import List\n\nboard = (\n<>\n)\n\nclass Solver:\n    def __init__(self, board: List[List[int]]) -> None:\n        self.board = [list(row) for row in board]\n\n    @staticmethod\n    def ok(b, r, c, n):\n        return n not in b[r]\n",
            board("    (", ", ", ")", ",\n"),
        ),
        (
            "numpy",
            "import numpy as np\n\nboard = np.array([\n<>\n], dtype=np.int8)\n\nprint(np.matrix(board))\n",
            brackets,
        ),
        ("printed by numpy", "[<>]\n", board("[", " ", "]", "\n ")),
        (
            "shown by numpy",
            "array([<>])\n",
            board("[", ", ", "]", ",\n       "),
        ),
        ("Matlab", "board = [<>];\n", board("", " ", "", "; ")),
        (
            "Matlab, in lines",
            "board = [\n<>\n];\n",
            board("", " ", "", ";\n"),
        ),
        (
            "triple quotes",
            "#!/usr/bin/env python3\n\"\"\"A Sudoku solver.\"\"\"\nimport sys\nfrom itertools import product\n\nPUZZLE = \"\"\"\n<>\n\"\"\"\n\ndef parse(text):\n    # rows\n    return [[int(c) if c != '.' else 0 for c in line] for line in text.split()]\n\nif __name__ == \"__main__\":\n    for row in parse(PUZZLE):\n        print(\" \".join(map(str, row)))\n",
            lines.clone(),
        ),
        (
            "quotes beside the rows",
            "puzzle = \"\"\"<>\"\"\"\n\ngrid = [list(map(int, row)) for row in puzzle.split(\"\\n\")]\nprint(grid)\n",
            lines.clone(),
        ),
        (
            "quotes beside spaced rows",
            "puzzle = '''<>'''.strip()\nrows = puzzle.splitlines()\n",
            spaced.clone(),
        ),
        (
            "a backslash",
            "import sys\n\npuzzle = \"\"\"\\\n<>\n\"\"\".strip()\n\nfor line in puzzle.splitlines():\n    print(line)\n",
            spaced,
        ),
        (
            "JavaScript",
            "const puzzle = `\n<>\n`;\nfunction solve(b) {\n  const i = b.indexOf('.');\n  if (i < 0) return b;\n  return [...'123456789'].map(d => solve(b.replace('.', d))).find(Boolean);\n}\nconsole.log(solve(puzzle));\nmodule.exports = { solve };\n",
            lines,
        ),
        (
            "a line in C",
            "#include <stdio.h>\n\nchar *grid = \"<>\";\n\nint main(void) { puts(grid); }\n",
            LINE.into(),
        ),
        (
            "Norvig",
            "def cross(A, B):\n    \"Cross product of elements in A and elements in B.\"\n    return [a+b for a in A for b in B]\n\ngrid1  = '<>'\n\ndigits   = '123456789'\nrows     = 'ABCDEFGHI'\nunitlist = ([cross(rows, c) for c in cols] +\n            [cross(rs, cs) for rs in ('ABC','DEF','GHI') for cs in ('123','456','789')])\n",
            LINE.into(),
        ),
    ]
}

/// The text of an exercise: its board is read, the answer next to it is not.
#[test]
fn labels_before_arrays_are_no_fault() {
    let rows = board("[", ",", "]", "\n,");
    let texts = [
        format!("Input: board = [{rows}]\nOutput: [{rows}]\n"),
        format!("board: [{rows}]\n"),
        format!("Expected: [\n{rows}\n]\nInput: [\n{rows}\n]\n"),
    ];
    for text in texts {
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        assert!(matches!(&found[..], [Ok(_)]), "{found:?}\n{text}");
    }
}

#[test]
fn a_program_of_any_language_is_its_board() {
    for (language, program, board) in programs() {
        let text = program.replace("<>", &board);
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        let [Ok(found)] = &found[..] else {
            panic!("{language}: {found:?}\n{text}");
        };
        let expected = LINE.bytes().filter(|&byte| byte != b'0').count();
        assert_eq!(found.puzzle.givens().len(), expected, "{language}");
    }
}

#[test]
fn bars_and_texts_make_boards_too() {
    let rows = Vec::from_iter(rows());
    let numbers = rows.iter().map(|row| {
        let digits = row.chars().map(String::from);
        Vec::from_iter(digits).join(", ")
    });
    let barred = Vec::from_iter(numbers).join("|\n");
    let texts = |end: &str| {
        let quoted = rows.iter().map(|row| format!("\"{row}{end}\""));
        Vec::from_iter(quoted).join("\n  ")
    };
    for text in [
        format!("start = [|{barred}|];\n"),
        format!("array[1..9, 1..9] of int: start = [| {barred} |];\n"),
        format!("const char *p = {};\n", texts("")),
        format!("const char *p = {};\n", texts("\\n")),
        format!("const char *p =\n  {};\n", texts("")),
    ] {
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        let [Ok(found)] = &found[..] else {
            panic!("{found:?}\n{text}");
        };
        let expected = LINE.bytes().filter(|&byte| byte != b'0').count();
        assert_eq!(found.puzzle.givens().len(), expected, "{text}");
    }
}

#[test]
fn brackets_with_bars_are_not_too_deep() {
    for text in [
        "[|".repeat(40),
        "[[|".repeat(40),
        format!("[|{}", "[".repeat(60)),
    ] {
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        assert!(found.iter().all(Result::is_err), "{found:?}");
    }
}

/// A board with a row that is too short is a fault, never nothing.
#[test]
fn a_bad_board_in_a_program_is_a_fault() {
    for (language, program, board) in programs() {
        let last = board.rfind('7').expect("a digit");
        let start = board[..last].trim_end_matches([' ', ',', '\'']).len();
        let short = format!("{}{}", &board[..start], &board[last + 1..]);
        let text = program.replace("<>", &short);
        let found: Vec<_> = puzzles::read(text.as_bytes()).collect();
        assert!(
            found.iter().any(Result::is_err),
            "{language}: {found:?}\n{text}"
        );
        assert!(
            found.iter().all(Result::is_err),
            "{language}: {found:?}\n{text}"
        );
    }
}
