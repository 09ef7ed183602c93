//! The desk: takes each question, answers it at once or begins a job, and keeps the job that is under way.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use crate::fault::Fault;
use crate::job::{Job, SLICE, Turn};
use crate::question::Question;
use crate::request::Request;
use crate::{answers, counting, deciding, editing, making, marking, person, reading};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Answers a question, both as JSON. The answer has a `status`; of a question that cannot be answered it is `error`, with a `message`
/// and, if the text of the puzzle is at fault, its `place`.
///
/// ```
/// let answer = dominox_web::ask(r#"{"do": "count", "text": "queens 8"}"#);
/// assert!(answer.contains(r#""count":"92""#));
/// ```
///
/// It never panics. A job that is not over is kept for this thread, and `more` continues with it.
pub fn ask(request: &str) -> String {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        DESK.with_borrow_mut(|desk| desk.ask(request).unwrap_or_else(|fault| fault.answer()))
    }));
    let answer = answer.unwrap_or_else(|panic| {
        DESK.take();
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or(panic.downcast_ref::<&str>().copied());
        json!({"status": "bug", "message": words.unwrap_or("an unknown fault")})
    });
    answer.to_string()
}

#[derive(Default)]
struct Desk {
    job: Option<Box<dyn Job>>,
}

impl Desk {
    fn ask(&mut self, request: &str) -> Result<Value, Fault> {
        let request = Request::parse(request)?;
        let action = request.text("do")?;
        let nodes = request.count("nodes", SLICE, 1 << 32)?;
        match action {
            "more" => return self.advance(nodes),
            "show" => {
                let number = request.count("number", 1, u64::MAX)?;
                return self.job()?.show(number);
            }
            _ => self.job = None,
        }
        match action {
            "generate" => return self.begin(making::job(&request)?, nodes),
            "put" => return editing::put(&request),
            _ => {}
        }
        let question = Question::of(&request)?;
        let job = match action {
            "read" => return Ok(reading::read(&question)),
            "candidates" => return marking::candidates(&question),
            "profile" => return marking::profile(&question),
            "sample" => return marking::sample(&question, &request),
            "encode" => return marking::encode(&question),
            "why" => return Ok(deciding::why(&question)),
            "solve" => answers::solve(question)?,
            "list" => answers::list(question, &request)?,
            "count" => counting::job(question, &request)?,
            "unique" => deciding::unique(question)?,
            "steps" => person::job(question, person::Manner::All)?,
            "hint" => person::job(question, person::Manner::Next)?,
            "rate" => person::job(question, person::Manner::Rating)?,
            other => return Err(Fault::new(format_args!("nothing is known of `{other}`"))),
        };
        self.begin(job, nodes)
    }

    fn begin(&mut self, job: Box<dyn Job>, nodes: u64) -> Result<Value, Fault> {
        self.job = Some(job);
        self.advance(nodes)
    }

    fn advance(&mut self, nodes: u64) -> Result<Value, Fault> {
        match self.job()?.advance(nodes) {
            Turn::Running(progress) => Ok(progress),
            Turn::Done(answer) => Ok(answer),
        }
    }

    fn job(&mut self) -> Result<&mut dyn Job, Fault> {
        match &mut self.job {
            Some(job) => Ok(&mut **job),
            None => Err(Fault::new("there is nothing to go on with")),
        }
    }
}
