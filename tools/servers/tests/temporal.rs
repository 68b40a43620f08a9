//! The Temporal server, killed and started again.

use asl_servers::temporal::{Data, Server, installed};

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
fn a_server_on_disk_starts_again_after_it_was_killed() {
    let program = match installed() {
        Ok(program) => program,
        Err(why) => {
            eprintln!("skipped: {why}");
            return;
        }
    };
    let mut server = Server::start(&program, Data::OnDisk).expect("it starts");
    let (address, first) = (server.address(), server.id());
    server.kill();
    assert_eq!(server.id(), None);
    server.restart().expect("it starts again");
    assert_eq!(server.address(), address);
    assert_ne!(server.id(), first);
}
