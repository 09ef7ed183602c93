//! Models: printed, counted through a pipe, drawn.

use dominox::puzzles::MODELS;

use crate::run::{assert_transcript, dominox, transcripts};

/// The number of solutions of each model in a small size, with its source.
const COUNTS: [(&str, &str); 10] = [
    ("queens 6", "4"),                   // A000170
    ("langford 4", "2"),                 // twice A014552
    ("pentominoes 3x20", "8"),           // 2 and their reflections
    ("dominoes 4x4", "36"),              // A004003
    ("latin 4", "576"),                  // A002860
    ("latin 5 --reduced", "56"),         // A000315
    ("soma", "11520"),                   // 240 in 48 positions
    ("packing dominoes x4 in 2x4", "5"), // as dominoes 2x4
    ("matching 8", "105"),               // A001147: 7·5·3·1
    ("sudoku 2x2", "288"),               // A107739
];

#[test]
fn every_model_counts_right() {
    for model in MODELS {
        let mut names = COUNTS.iter().filter_map(|(spec, _)| spec.split(' ').next());
        assert!(
            names.any(|name| name == model.name),
            "{} is counted",
            model.name
        );
    }
    for (spec, count) in COUNTS {
        let piped = dominox(&format!("model {spec}")).pipe("count");
        assert_eq!(piped.answer(), format!("{count}\n"), "{spec}");
        let named = dominox(&format!("count --model '{spec}'"));
        assert_eq!(named.answer(), piped.answer(), "{spec}");
    }
}

#[test]
fn transcript() {
    let runs = [
        dominox("model queens 3"),
        dominox("model queens 4").pipe("solve -"),
        dominox("solve --model 'queens 8'"),
        dominox("solve --all --model 'queens 4'"),
        dominox("solve --show options --model 'queens 4'"),
        dominox("solve --model 'queens 3'"),
        dominox("unique --model 'langford 3'"),
        dominox("unique --witness --model 'langford 3'"),
        dominox("solve --limit 2 --model 'sudoku 2x2'"),
        dominox("count --tilings --model 'dominoes 6x6'"),
    ];
    assert_transcript!("models", transcripts(runs));
}

#[test]
fn wrong_models() {
    let runs = [
        "model",
        "model quens 8",
        "model chess",
        "model queens",
        "model queens eight",
        "model queens 0",
        "model queens 8 8",
        "model pentominoes 7x9",
        "model dominoes 3",
        "model latin 4 --redcued",
        "model sudoku 1x9",
        "model soma 3",
        "solve --model 'quens 8'",
        "count --model ''",
    ];
    let runs = runs.map(dominox);
    for run in &runs {
        run.assert_refused();
    }
    assert_transcript!("wrong-models", transcripts(runs));
}
