//! What the exit codes mean, for the help and the manual pages.

/// An exit code, and what it means.
type Code = (&'static str, &'static str);

// What codes mean for several actions.
const PRINTED: Code = ("0", "printed");
const CONTRADICTORY: Code = ("1", "the givens of the puzzle contradict each other");
const BAD: Code = ("2", "bad input or usage");
const BAD_OR_SECOND: Code = ("2", "bad input or usage, or a second puzzle");
const STOPPED: Code = (
    "3",
    "stopped by a limit or a signal: the results are partial",
);

/// What the exit codes of an action mean; for any other name, those of dominox itself.
pub fn of(action: &str) -> &'static [Code] {
    match action {
        "formats" | "model" | "completions" | "man" => &[
            PRINTED,
            ("2", "bad arguments, or output that cannot be written"),
        ],
        "symmetries" => &[
            PRINTED,
            BAD_OR_SECOND,
            (
                "3",
                "stopped by the time limit or a signal, or abandoned after much work: there may be more symmetries",
            ),
        ],
        "split" => &[("0", "the plan was written"), CONTRADICTORY, BAD_OR_SECOND],
        "run" => &[("0", "the shard was searched"), BAD, STOPPED],
        "merge" => &[
            ("0", "the results of all shards were added up"),
            (
                "2",
                "bad input or usage, or files that do not belong together",
            ),
            ("3", "some shard has no result, or was stopped"),
        ],
        "generate" => &[
            ("0", "all puzzles were made"),
            ("1", "the rules of the variant have no answer"),
            ("2", "bad arguments, or a request that no puzzle can meet"),
            (
                "3",
                "stopped by a limit or a signal, or abandoned after many tries",
            ),
        ],
        "minimize" => &[
            ("0", "every puzzle is minimal now"),
            ("1", "some puzzle has no answer, or several"),
            BAD,
            STOPPED,
        ],
        "canonical" => &[("0", "every form was printed"), BAD, STOPPED],
        "reduce" => &[
            PRINTED,
            ("1", "the problem has no solution"),
            BAD_OR_SECOND,
            (
                "3",
                "stopped by the time limit: perhaps more can be removed",
            ),
        ],
        "encode" | "convert" => &[PRINTED, CONTRADICTORY, BAD_OR_SECOND],
        "count" => &[("0", "every puzzle was counted"), BAD, STOPPED],
        "estimate" => &[("0", "every puzzle was estimated"), BAD, STOPPED],
        "zdd" => &[("0", "every diagram was built"), BAD, STOPPED],
        "unique" | "rate" | "steps" => &[
            ("0", "every puzzle has exactly one answer"),
            ("1", "some puzzle has none, or several"),
            BAD,
            STOPPED,
        ],
        "explain" => &[
            ("0", "no puzzle has an answer, and each line says why"),
            ("1", "some puzzle has an answer"),
            BAD,
            STOPPED,
        ],
        "check" => &[
            ("0", "every answer is right"),
            ("1", "some answer is wrong or missing"),
            BAD,
            STOPPED,
        ],
        "resume" => &[
            (
                "0",
                "the search that was saved is over: with `solve` and `best`, it found an answer",
            ),
            ("1", "the puzzle has no answer"),
            BAD,
            STOPPED,
        ],
        "solve" | "pack" | "best" | "sample" | "profile" => &[
            ("0", "every puzzle has an answer"),
            ("1", "some puzzle has none"),
            BAD,
            STOPPED,
        ],
        _ => &[
            ("0", "every puzzle was counted or has an answer"),
            ("1", "some puzzle has no answer"),
            BAD,
            STOPPED,
        ],
    }
}
