//! A running server: on loopback, with a port and a folder of its own.

use std::fs::{self, File};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::packages::target;
use crate::problem::Problem;
use crate::restate::free_port;

/// Maximum time until a server answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it ends the server and removes its folder.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// The user and the group that the server runs as, where this process may not: the server
    /// refuses root.
    user: Option<(u32, u32)>,
    settings: Vec<String>,
    process: Option<Child>,
}

impl Server {
    /// Starts an empty server with the programs of this folder and settings such as `fsync=off`,
    /// and waits until it answers.
    ///
    /// # Errors
    /// It does not start, or does not answer: the error contains the last line of its log.
    pub fn start(programs: &Path, settings: &[&str]) -> Result<Self, Problem> {
        let mut server = Self::new(programs, settings)?;
        let mut command = server.command("initdb");
        command.args(["--username=asl", "--auth=trust", "--encoding=UTF8", "--no-locale"]);
        command.arg("--no-sync").arg("-D").arg(server.data());
        server.complete(command)?;
        server.restart()?;
        Ok(server)
    }

    /// Starts a standby of this server, which follows it, and waits until it answers. The function
    /// `pg_promote` makes it a server of its own.
    ///
    /// # Errors
    /// As for [`Server::start`].
    pub fn standby(&self, settings: &[&str]) -> Result<Self, Problem> {
        let mut standby = Self::new(&self.programs, settings)?;
        let mut command = standby.command("pg_basebackup");
        command.arg("-d").arg(self.url()).arg("-D").arg(standby.data());
        command.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]);
        standby.complete(command)?;
        standby.restart()?;
        Ok(standby)
    }

    fn new(programs: &Path, settings: &[&str]) -> Result<Self, Problem> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = target().join(format!("postgres/{}-{number}", std::process::id()));
        let server = Self {
            programs: programs.to_owned(),
            folder,
            port: free_port()?,
            user: unprivileged(),
            settings: settings.iter().map(ToString::to_string).collect(),
            process: None,
        };
        fs::create_dir_all(&server.folder).map_err(|error| server.at(&error))?;
        server.give_away()?;
        Ok(server)
    }

    /// The address of its database: `postgres://asl@127.0.0.1:../postgres`.
    pub fn url(&self) -> String {
        format!("postgres://asl@127.0.0.1:{}/postgres", self.port)
    }

    /// Its port of loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with its data.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its process id while it runs.
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    /// Kills it as `kill -9` does. The processes of its connections end when they notice.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Ends it in order: it closes its connections, and writes what it has.
    ///
    /// # Errors
    /// It does not end.
    pub fn stop(&mut self) -> Result<(), Problem> {
        let mut command = self.command("pg_ctl");
        command.args(["stop", "--mode=fast", "--wait", "-D"]).arg(self.data());
        self.complete(command)?;
        self.kill();
        Ok(())
    }

    /// Starts it again with the data on disk, and waits until it answers.
    ///
    /// # Errors
    /// As for [`Server::start`].
    pub fn restart(&mut self) -> Result<(), Problem> {
        self.kill();
        let from = Instant::now();
        loop {
            match self.run() {
                Ok(()) => return Ok(()),
                // The processes of the connections of one that was killed hold its memory.
                Err(_) if from.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    /// Runs a command to its end.
    fn complete(&self, mut command: Command) -> Result<(), Problem> {
        let output = command.output().map_err(|error| self.at(&error))?;
        if output.status.success() {
            return Ok(());
        }
        let (program, errors) = (command.get_program(), String::from_utf8_lossy(&output.stderr));
        let last = errors.lines().last().unwrap_or("");
        Err(Problem::new(format!("{} failed: {last}", program.display())))
    }

    /// Starts the process, and waits until it answers.
    fn run(&mut self) -> Result<(), Problem> {
        let log = || {
            let open = File::options().create(true).append(true).open(self.log());
            open.map_err(|error| self.at(&error))
        };
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-p").arg(self.port.to_string());
        command.args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
        for setting in &self.settings {
            command.arg("-c").arg(setting);
        }
        command.stdin(Stdio::null()).stdout(log()?).stderr(log()?);
        self.process = Some(command.spawn().map_err(|error| self.at(&error))?);
        let from = Instant::now();
        while !self.answers() {
            if let Some(Ok(Some(status))) = self.process.as_mut().map(Child::try_wait) {
                let words = self.last_words();
                return Err(Problem::new(format!("PostgreSQL has ended ({status}): {words}")));
            }
            if from.elapsed() > PATIENCE {
                let words = self.last_words();
                return Err(Problem::new(format!("PostgreSQL does not answer: {words}")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Returns true if it accepts connections: its lock file says that it is ready.
    fn answers(&self) -> bool {
        let lock = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let mut lines = lock.lines();
        let is_ours = lines.next().is_some_and(|id| {
            self.process.as_ref().is_some_and(|process| process.id().to_string() == id.trim())
        });
        is_ours
            && lock.lines().nth(7).is_some_and(|it| matches!(it.trim(), "ready" | "standby"))
            && TcpStream::connect(("127.0.0.1", self.port)).is_ok()
    }

    /// A program of the server as the server's user.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(&self.folder).env("LC_ALL", "C").env("TZ", "UTC");
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            use std::os::unix::process::CommandExt as _;
            command.uid(user).gid(group);
        }
        command
    }

    /// Makes the server's user the owner of the folder.
    fn give_away(&self) -> Result<(), Problem> {
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            std::os::unix::fs::chown(&self.folder, Some(user), Some(group))
                .map_err(|error| self.at(&error))?;
        }
        Ok(())
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// The last line of its log.
    fn last_words(&self) -> String {
        let text = fs::read_to_string(self.log()).unwrap_or_default();
        text.lines().last().unwrap_or("it has said nothing").to_owned()
    }

    fn at(&self, error: &std::io::Error) -> Problem {
        Problem::new(format!("{}: {error}", self.folder.display()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        // If it cannot be removed, it stays in cargo's target folder. Its processes may still be
        // writing.
        for _ in 0..50 {
            if fs::remove_dir_all(&self.folder).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The user `nobody` and its group if this process is root's.
#[cfg(unix)]
fn unprivileged() -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt as _;

    let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    is_root.then_some((65_534, 65_534))
}

#[cfg(not(unix))]
fn unprivileged() -> Option<(u32, u32)> {
    None
}
