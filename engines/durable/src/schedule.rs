//! Executions that start at times which a cron pattern gives, in a store of any kind.
//!
//! An execution has the name of its schedule and its planned time, and a store starts a name once. So
//! several processes may have the same schedules: whichever comes first starts the execution.

use std::fmt;
use std::str::FromStr as _;
use std::time::Duration;

use asl_runtime::value::{Text, Value};
use croner::Cron;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::{CallError, Durable, List, Order, Start};

/// Time after which a run counts as missed.
const GRACE: SignedDuration = SignedDuration::from_secs(60);
/// Maximum number of runs that are started before the time is read again.
const AT_ONCE: usize = 1_000;
/// Longest sleep: the clock may be set meanwhile.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// First and longest pause after a start that failed.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// Maximum characters of a name.
const LONGEST_NAME: usize = 60;
/// The planned time in the name of an execution, in UTC.
const PLANNED: &str = "%Y%m%dT%H%M%SZ";

/// A schedule: the times at which a store starts executions of a machine, each one once.
///
/// ```
/// use asl_durable::{Missed, Schedule};
/// use asl_runtime::json;
///
/// # fn main() -> Result<(), asl_durable::ScheduleError> {
/// let nightly = Schedule::new("nightly", "report", "30 2 * * *")?
///     .zone("Europe/Berlin")?
///     .input(json!({ "format": "pdf" }))
///     .missed(Missed::Last);
/// # drop(nightly);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Schedule {
    name: Text,
    machine: Text,
    cron: Cron,
    zone: TimeZone,
    input: Value,
    missed: Missed,
}

/// The treatment of runs whose time has passed by more than a minute, because no process was there
/// or the store was away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Missed {
    /// They are left out.
    #[default]
    Skip,
    /// The last one of them starts.
    Last,
    /// All of them start, the oldest first.
    All,
}

/// The reason why a schedule cannot be used.
#[derive(Clone, PartialEq, Eq)]
pub struct ScheduleError(String);

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

asl_runtime::__readable_error!(ScheduleError);

/// Schedules in progress. Dropping it ends them; executions that they have started continue.
#[derive(Debug)]
#[must_use = "dropping it ends the schedules"]
pub struct Schedules {
    _tasks: JoinSet<()>,
}

impl Schedule {
    /// A schedule in UTC. The name consists of letters, digits, `-` and `_`. The pattern has the five
    /// fields of cron, or six with seconds before them, such as `0 30 2 * * MON-FRI`; `L`, `#` and `W`
    /// work as usual.
    ///
    /// # Errors
    /// The name or the pattern cannot be used.
    pub fn new(
        name: impl Into<Text>,
        machine: impl Into<Text>,
        pattern: &str,
    ) -> Result<Self, ScheduleError> {
        let name = name.into();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
            return Err(ScheduleError(format!(
                "the name of a schedule has 1 to {LONGEST_NAME} letters, digits, `-` and `_`: `{}`",
                name.escape_debug()
            )));
        }
        let cron = Cron::from_str(pattern).map_err(|error| {
            let pattern = pattern.escape_debug();
            ScheduleError(format!("the pattern `{pattern}` of schedule `{name}`: {error}"))
        })?;
        let (zone, input) = (TimeZone::UTC, Value::Null);
        Ok(Self { name, machine: machine.into(), cron, zone, input, missed: Missed::Skip })
    }

    /// The schedule in a time zone, such as `Europe/Berlin`. Where clocks are set forward, a run in
    /// the hour that is left out starts after it; where they are set back, a run at a fixed time
    /// starts once.
    ///
    /// # Errors
    /// The system does not know the zone.
    pub fn zone(mut self, name: &str) -> Result<Self, ScheduleError> {
        self.zone = TimeZone::get(name).map_err(|error| {
            ScheduleError(format!("the zone of schedule `{}`: {error}", self.name))
        })?;
        Ok(self)
    }

    /// Sets the input of its executions. Their `$$.Execution.Name` has the planned time.
    #[must_use]
    pub fn input(self, input: impl Into<Value>) -> Self {
        Self { input: input.into(), ..self }
    }

    /// Sets the treatment of runs that were missed.
    #[must_use]
    pub fn missed(self, missed: Missed) -> Self {
        Self { missed, ..self }
    }

    /// The name of the run at this time.
    fn run_name(&self, planned: Timestamp) -> String {
        format!("{}-{}", self.name, planned.strftime(PLANNED))
    }

    /// The label of its executions.
    fn label(&self) -> String {
        format!("schedule:{}", self.name)
    }

    /// The first time after this one, if there is any.
    fn after(&self, time: Timestamp) -> Option<Timestamp> {
        let time = time.to_zoned(self.zone.clone());
        self.cron.find_next_occurrence(&time, false).ok().as_ref().map(Zoned::timestamp)
    }

    /// The runs that are to start after one moment up to another one, the oldest first, and the time
    /// up to which that are all.
    fn due(&self, done: Timestamp, now: Timestamp) -> (Vec<Timestamp>, Timestamp) {
        let fresh = now.saturating_sub(GRACE).unwrap_or(Timestamp::MIN);
        let first = match self.missed {
            Missed::All => done,
            Missed::Skip => done.max(fresh),
            Missed::Last => {
                let until = fresh.to_zoned(self.zone.clone());
                let last = self.cron.find_previous_occurrence(&until, true).ok();
                let before = last.map(|last| last.timestamp() - SignedDuration::from_secs(1));
                before.map_or(done, |before| done.max(before))
            }
        };
        let (mut due, mut reached) = (Vec::new(), first);
        while let Some(next) = self.after(reached).filter(|next| *next <= now) {
            due.push(next);
            reached = next;
            if due.len() >= AT_ONCE {
                return (due, reached);
            }
        }
        (due, now.max(done))
    }
}

impl fmt::Debug for Schedule {
    /// Omits the input.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule")
            .field("name", &self.name)
            .field("machine", &self.machine)
            .field("pattern", &self.cron.pattern.as_str())
            .finish_non_exhaustive()
    }
}

impl Durable {
    /// Starts executions by schedules, until the result is dropped or the store is closed. Each run
    /// starts once, also if several processes that share the store have the schedule, as long as its
    /// execution is not purged within the difference of their clocks.
    ///
    /// Runs that were missed since the last one are known from the schedule's executions in the store.
    /// These have the label `schedule:NAME`.
    ///
    /// Must be called within a tokio runtime with time enabled.
    ///
    /// # Errors
    /// The store was opened without a machine of that name.
    pub fn schedule(
        &self,
        schedules: impl IntoIterator<Item = Schedule>,
    ) -> Result<Schedules, ScheduleError> {
        let schedules: Vec<Schedule> = schedules.into_iter().collect();
        for Schedule { name, machine, .. } in &schedules {
            if self.machines().iter().all(|known| known.machine != machine.as_str()) {
                let machine = machine.escape_debug();
                return Err(ScheduleError(format!(
                    "the machine `{machine}` of schedule `{name}` is not among those of the store"
                )));
            }
        }
        let runs = schedules.into_iter().map(|schedule| run(self.clone(), schedule));
        Ok(Schedules { _tasks: runs.collect() })
    }
}

/// Starts the runs of a schedule, until the store is closed.
async fn run(store: Durable, schedule: Schedule) {
    let opened = Timestamp::now();
    let Some(last) = persist(|| last_run(&store, &schedule)).await else { return };
    let mut done = last.unwrap_or(opened);
    loop {
        let (due, reached) = schedule.due(done, Timestamp::now());
        for planned in due {
            let name = schedule.run_name(planned);
            if persist(|| start(&store, &schedule, &name)).await.is_none() {
                return;
            }
        }
        done = reached;
        let Some(next) = schedule.after(done) else { return };
        let left = next.duration_since(Timestamp::now());
        sleep(Duration::try_from(left).unwrap_or_default().min(LONGEST_SLEEP)).await;
    }
}

/// Starts a run. It may have started already, also with the input of another version of a program.
async fn start(store: &Durable, schedule: &Schedule, name: &str) -> Result<(), CallError> {
    let start = Start::new(schedule.machine.clone(), schedule.input.clone());
    match store.start_with(start.name(name).label(schedule.label())).await {
        Ok(_) | Err(CallError::NameTaken { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The planned time of the last run that the store has.
async fn last_run(store: &Durable, schedule: &Schedule) -> Result<Option<Timestamp>, CallError> {
    let list = List::default().machine(schedule.machine.clone()).label(schedule.label());
    let page = store.list(list.order(Order::NewestFirst).limit(1)).await?;
    Ok(page.executions.first().and_then(|last| {
        let (_, planned) = last.id.rsplit_once('-')?;
        let planned = jiff::civil::DateTime::strptime(PLANNED, planned).ok()?;
        Some(planned.to_zoned(TimeZone::UTC).ok()?.timestamp())
    }))
}

/// Makes a call until it succeeds. Returns `None` if the store is closed.
async fn persist<T, F>(mut call: impl FnMut() -> F) -> Option<T>
where
    F: Future<Output = Result<T, CallError>>,
{
    let mut pause = PAUSE;
    loop {
        match call().await {
            Ok(value) => return Some(value),
            Err(CallError::Closed) => return None,
            Err(_) => sleep(pause).await,
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn due(schedule: &Schedule, done: &str, now: &str) -> Vec<String> {
        let (due, _) = schedule.due(time(done), time(now));
        due.iter().map(|planned| schedule.run_name(*planned)).collect()
    }

    #[test]
    fn missed_runs_start_by_policy() {
        let hourly = Schedule::new("hourly", "report", "0 * * * *").unwrap();
        let (done, now) = ("2026-11-29T10:00:00Z", "2026-11-29T14:00:30Z");
        assert_eq!(due(&hourly, done, now), ["hourly-20261129T140000Z"], "on time");
        let late = "2026-11-29T14:30:00Z";
        assert_eq!(due(&hourly, done, late), [""; 0]);
        let last = hourly.clone().missed(Missed::Last);
        assert_eq!(due(&last, done, late), ["hourly-20261129T140000Z"]);
        assert_eq!(due(&last, done, now), ["hourly-20261129T130000Z", "hourly-20261129T140000Z"]);
        assert_eq!(due(&last, "2026-11-29T14:00:00Z", late), [""; 0], "it has started");
        let all = hourly.missed(Missed::All);
        assert_eq!(due(&all, done, late).len(), 4);
        assert_eq!(due(&all, late, done), [""; 0], "a clock that was set back");
    }

    #[test]
    fn many_missed_runs_start_in_parts() {
        let all = Schedule::new("all", "report", "* * * * * *").unwrap().missed(Missed::All);
        let (mut done, now) = (time("2026-11-29T10:00:00Z"), time("2026-11-29T11:00:00Z"));
        let mut counts = Vec::new();
        while done < now {
            let (due, reached) = all.due(done, now);
            counts.push(due.len());
            done = reached;
        }
        assert_eq!(counts, [1_000, 1_000, 1_000, 600]);
    }

    #[test]
    fn runs_follow_the_clocks_of_their_zone() {
        let berlin = Schedule::new("nightly", "report", "30 2 * * *").unwrap();
        let berlin = berlin.zone("Europe/Berlin").unwrap().missed(Missed::All);
        // Clocks are set forward from 2:00 to 3:00 on March 29, and back on October 25.
        let spring = due(&berlin, "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z");
        assert_eq!(spring, ["nightly-20260329T010000Z", "nightly-20260330T003000Z"]);
        let autumn = due(&berlin, "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z");
        assert_eq!(autumn, ["nightly-20261025T003000Z", "nightly-20261026T013000Z"]);
    }

    #[test]
    fn what_cannot_be_used_is_an_error() {
        let error = |name: &str, pattern: &str| {
            Schedule::new(name.to_owned(), "report", pattern).unwrap_err().to_string()
        };
        assert!(error("a name", "* * * * *").contains("letters, digits"));
        assert!(error("name", "61 * * * *").contains("`61 * * * *` of schedule `name`"));
        let schedule = Schedule::new("name", "report", "* * * * *").unwrap();
        assert!(
            schedule.zone("Europe/Nowhere").unwrap_err().to_string().contains("Europe/Nowhere")
        );
    }
}
