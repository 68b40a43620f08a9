//! Tasks whose results the user types.

use std::io::{self, BufRead as _, Write as _};
use std::sync::{Mutex, PoisonError};

use asl_runtime::Value;
use asl_testing::runner::{Call, CallReply};

use super::error::throw;

/// The terminal, for one question at a time.
#[derive(Default)]
pub(super) struct Terminal(Mutex<()>);

impl Terminal {
    /// Asks for the result of a call, until the user types one.
    pub(super) fn ask(&self, call: &Call) -> CallReply {
        let _one = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let attempt = match call.attempt {
            0 => String::new(),
            retries => format!(", attempt {}", u64::from(retries) + 1),
        };
        write(&format!(
            "\n{} calls {}{attempt} with\n{:#}\n",
            call.state,
            call.resource,
            call.payload()
        ));
        loop {
            write("result as JSON, or !Error cause: ");
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            if !matches!(read, Ok(1..)) {
                return throw("States.TaskFailed", "the terminal was closed");
            }
            match answer(line.trim()) {
                Ok(reply) => return reply,
                Err(problem) => write(&format!("{problem}\n")),
            }
        }
    }
}

/// The reply that a line stands for.
fn answer(line: &str) -> Result<CallReply, String> {
    if let Some(error) = line.strip_prefix('!') {
        let (error, cause) = error.split_once(' ').unwrap_or((error, ""));
        if error.is_empty() {
            return Err("write the name of the error behind the `!`".to_owned());
        }
        return Ok(throw(error, cause.trim()));
    }
    Value::from_json_str(line)
        .map(CallReply::Payload)
        .map_err(|error| format!("this is not JSON: {error}"))
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // A question that cannot be shown is answered as any other.
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_results_or_errors() {
        assert_eq!(answer("{\"a\": 1}"), Ok(CallReply::Payload(asl_runtime::json!({"a": 1}))));
        assert_eq!(answer("!Busy try later"), Ok(throw("Busy", "try later")));
        assert_eq!(answer("!Busy"), Ok(throw("Busy", "")));
        assert!(answer("").is_err() && answer("! later").is_err());
    }
}
