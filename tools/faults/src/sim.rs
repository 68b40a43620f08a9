//! A store on the simulated disk, whose power and calls fail at chosen moments.

use asl_durable::StoreError;
use asl_durable::testing::{Action, Core, DiskFault, SimDisk};

use crate::environment::Stage;
use crate::lying_disk::LyingDisk;
use crate::machines::ALL;
use crate::plan::Plan;
use asl_language::random::SplitMix64;

/// The faults of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    Nothing,
    /// A single loss of power, at this change of the disk.
    At(u64),
    /// Losses of power and failing calls at random moments, this many in all.
    Often(u32),
}

/// Ways in which a disk breaks its promises, to test that this is detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lie {
    None,
    /// A loss of power also drops the last synced bytes.
    ForgetsLast,
    /// A loss of power drops everything that was ever written.
    ForgetsAll,
    /// A loss of power restores the disk of one crash before.
    TurnsBack,
    /// It reports syncs of files that it has not done.
    NeverSyncs,
}

impl Lie {
    /// All of them.
    pub(crate) const ALL: [Self; 4] =
        [Self::ForgetsLast, Self::ForgetsAll, Self::TurnsBack, Self::NeverSyncs];
}

pub(crate) struct Sim {
    disk: SimDisk,
    dice: SplitMix64,
    trouble: Trouble,
    lie: Lie,
    /// The disk after the last crash.
    before: SimDisk,
    /// The call that fails, if any.
    fails_at: Option<u64>,
    /// Number of deaths of the process.
    pub(crate) crashes: u32,
}

impl Sim {
    pub(crate) fn new(trouble: Trouble, lie: Lie, seed: u64) -> Self {
        let mut dice = SplitMix64::new(seed);
        let disk = SimDisk::new(dice.next_u64());
        Self { before: disk.kill(), disk, dice, trouble, lie, fails_at: None, crashes: 0 }
    }

    /// Number of changes since the last crash.
    pub(crate) fn changes(&self) -> u64 {
        self.disk.changes()
    }

    /// The current disk.
    pub(crate) fn into_disk(self) -> SimDisk {
        self.disk
    }

    /// Chooses the next fault.
    fn arm(&mut self) {
        self.fails_at = None;
        self.disk.limit_space(None);
        match self.trouble {
            Trouble::At(change) if self.crashes == 0 => self.disk.stop_at(change),
            Trouble::Often(most) if self.crashes < most => self.arm_any(),
            Trouble::Nothing | Trouble::At(_) | Trouble::Often(_) => {}
        }
    }

    fn arm_any(&mut self) {
        if self.dice.percent(20) {
            let short = self.disk.calls() + self.dice.below(20);
            self.disk.fail_at(short, DiskFault::Short);
        }
        // Recovery takes only a few calls, so place some of the faults there.
        let ahead = self.dice.below(*self.dice.clone().pick(&[6, 25, 80]));
        match self.dice.below(10) {
            0 => self.fail(ahead, DiskFault::Failed),
            1 => self.fail(ahead, DiskFault::NoSpace),
            2 => self.fail(ahead, DiskFault::NoFiles),
            _ => self.disk.stop_at(self.disk.changes() + ahead),
        }
    }

    fn fail(&mut self, ahead: u64, fault: DiskFault) {
        let call = self.disk.calls() + ahead;
        self.disk.fail_at(call, fault);
        self.fails_at = Some(call);
    }
}

impl Stage for Sim {
    type Disk = LyingDisk;

    fn open(
        &mut self,
        plan: &Plan,
        now: u64,
    ) -> Result<(Core<LyingDisk>, Vec<Action>), StoreError> {
        self.arm();
        let disk = LyingDisk { disk: self.disk.clone(), lies: self.lie == Lie::NeverSyncs };
        Core::open(disk, ALL, &plan.options, now)
    }

    fn is_broken(&self) -> bool {
        self.disk.is_stopped() || self.fails_at.is_some_and(|call| self.disk.calls() > call)
    }

    fn crash(&mut self) {
        self.crashes += 1;
        // After an error the process may also end by itself while the system continues.
        let is_power = self.disk.is_stopped() || self.dice.percent(50);
        let seed = self.dice.next_u64();
        let after = if is_power { self.disk.crash(seed) } else { self.disk.kill() };
        let after = match self.lie {
            Lie::None | Lie::NeverSyncs => after,
            Lie::ForgetsLast => forgetful(&after),
            Lie::ForgetsAll => SimDisk::new(seed),
            Lie::TurnsBack => self.before.kill(),
        };
        self.before = after.kill();
        self.disk = after;
    }

    fn holds(&self, text: &str) -> bool {
        let contents = self.disk.files().into_iter().filter_map(|file| self.disk.contents(&file));
        let text = text.as_bytes();
        contents.into_iter().any(|bytes| bytes.windows(text.len()).any(|window| window == text))
    }
}

/// The disk without the last bytes of its last file.
fn forgetful(disk: &SimDisk) -> SimDisk {
    let disk = disk.kill();
    let journals = disk.files().into_iter().filter(|file| file.starts_with("journal"));
    if let Some(file) = journals.max()
        && let Some(mut bytes) = disk.contents(&file)
    {
        bytes.truncate(bytes.len().saturating_sub(40));
        disk.set_contents(&file, Some(bytes));
    }
    disk
}
