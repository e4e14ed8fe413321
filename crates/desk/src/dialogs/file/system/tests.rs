//! Tests of requests to the system's file dialog, against a desktop portal that exists only here.

use super::super::request::{ALL, GAMES, LIBRARIES};
use super::*;

#[test]
fn endings_are_written_as_the_system_wants_them() {
    assert_eq!(patterns(&ALL), ["*"]);
    assert!(patterns(&LIBRARIES).contains(&"txt".to_owned()));
    assert!(patterns(&GAMES).iter().all(|pattern| !pattern.starts_with('.')));
    if cfg!(target_os = "linux") {
        assert_eq!(patterns(&GAMES), ["pgn", "PGN", "pgn.zst", "PGN.ZST"]);
    }
}

#[cfg(target_os = "linux")]
mod portal {
    use std::collections::HashMap;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::sync::Arc;
    use std::thread;

    use zbus::connection::Builder;
    use zbus::message::Header;
    use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
    use zbus::{Connection, interface};

    use super::super::super::request::{IfExists, PGN};
    use super::*;
    use crate::model::Model;
    use crate::roster::NoEngines;

    /// The environment variable that passes the address of the bus to the test that runs on it.
    const VARIABLE: &str = "HEIRLOOM_TEST_BUS";
    /// The configuration of a bus that starts no services.
    const BUS: &str = "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context=\"default\">\
        <allow send_destination=\"*\"/><allow receive_sender=\"*\"/><allow own=\"*\"/></policy></busconfig>";

    /// A file dialog that answers by itself after a while: with a file to save to, or with nothing.
    struct Portal;

    fn answer(
        header: &Header<'_>,
        connection: &Connection,
        options: &HashMap<String, OwnedValue>,
        uri: Option<&str>,
    ) -> OwnedObjectPath {
        let token: String = options["handle_token"].try_clone().unwrap().try_into().unwrap();
        let sender = header.sender().unwrap().trim_start_matches(':').replace('.', "_");
        let handle =
            OwnedObjectPath::try_from(format!("/org/freedesktop/portal/desktop/request/{sender}/{token}"))
                .unwrap();
        let (connection, path) = (connection.clone(), handle.clone());
        let (code, uris) = uri.map_or((1_u32, Vec::new()), |uri| (0, vec![uri.to_owned()]));
        thread::spawn(move || {
            thread::sleep(2 * SOONER_THAN_A_PERSON);
            let results = HashMap::from([("uris", Value::from(uris))]);
            let body = (code, results);
            let signal = connection.emit_signal(
                None::<&str>,
                path.as_str(),
                "org.freedesktop.portal.Request",
                "Response",
                &body,
            );
            pollster::block_on(signal).unwrap();
        });
        handle
    }

    #[interface(name = "org.freedesktop.portal.FileChooser")]
    impl Portal {
        #[zbus(property, name = "version")]
        fn version(&self) -> u32 {
            4
        }

        fn open_file(
            &self,
            #[zbus(header)] header: Header<'_>,
            #[zbus(connection)] connection: &Connection,
            _parent: &str,
            _title: &str,
            options: HashMap<String, OwnedValue>,
        ) -> OwnedObjectPath {
            answer(&header, connection, &options, None)
        }

        fn save_file(
            &self,
            #[zbus(header)] header: Header<'_>,
            #[zbus(connection)] connection: &Connection,
            _parent: &str,
            _title: &str,
            options: HashMap<String, OwnedValue>,
        ) -> OwnedObjectPath {
            let name: String = options["current_name"].try_clone().unwrap().try_into().unwrap();
            answer(&header, connection, &options, Some(&format!("file:///games/a%20folder/{name}")))
        }
    }

    #[test]
    #[ignore = "is run by the test below, on a bus of its own"]
    fn on_a_bus() {
        if std::env::var_os(VARIABLE).is_none() {
            return;
        }
        let model = Model::new(Arc::new(NoEngines), Arc::new(|| {}));
        let ask = |purpose: Purpose| {
            let request = Request::new(Language::open, purpose, &[PGN], None, &model);
            Task::wait(&mut Some(super::ask(&Parent::new(), &request, Language::German, model.wake())))
        };
        let begin = Instant::now();
        assert_eq!(ask(Purpose::Open), Some(Answer::Missing));
        assert!(begin.elapsed() < Duration::from_secs(10));
        let portal = async {
            let builder = Builder::session()?.name("org.freedesktop.portal.Desktop")?;
            builder.serve_at("/org/freedesktop/portal/desktop", Portal)?.build().await
        };
        let _portal = pollster::block_on(portal).unwrap();
        assert_eq!(ask(Purpose::Open), Some(Answer::Cancelled));
        let chosen = ask(Purpose::Save("Große Partie.pgn".into(), IfExists::Append));
        assert_eq!(chosen, Some(Answer::Chosen("/games/a folder/Große Partie.pgn".into())));
    }

    #[test]
    fn a_portal_is_asked_where_there_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("bus.conf");
        std::fs::write(&config, BUS).unwrap();
        let mut daemon = Command::new("dbus-daemon");
        daemon.arg(format!("--config-file={}", config.display())).args(["--nofork", "--print-address=1"]);
        // Without a bus there is nothing to test.
        let Ok(mut daemon) = daemon.stdout(Stdio::piped()).spawn() else { return };
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let mut tests = Command::new(std::env::current_exe().unwrap());
        tests.args(["--ignored", "--exact", "dialogs::file::system::tests::portal::on_a_bus"]);
        let ran = tests.env(VARIABLE, "1").env("DBUS_SESSION_BUS_ADDRESS", address.trim()).output();
        daemon.kill().unwrap();
        daemon.wait().unwrap();
        let ran = ran.unwrap();
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(
            ran.status.success() && said.contains("1 passed"),
            "{said}{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }
}
