//! Masks a whole capture.

use super::Capture;
use crate::mask::{Addresses, Keep, mask_about, problems, sentence};

impl Capture {
    /// Masks all text that `keep` does not keep.
    pub fn mask(&mut self, keep: &Keep) {
        problems(&mut self.problems);
        let mut addresses = Addresses::default();
        for connection in &mut self.connections {
            connection.session = connection.session.masked(keep);
            let about = &mut connection.about;
            if !keep.keeps_addresses() {
                for end in [&mut about.client, &mut about.server] {
                    *end = end.map(|end| addresses.replace(end));
                }
            }
            mask_about(about, keep);
            for error in &mut connection.errors {
                error.message = sentence(&error.message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use input::capture::{About, Sink as _, Tls};

    use super::*;
    use crate::Options;

    fn masked(all: &[About], keep: &Keep) -> Vec<About> {
        let mut capture = Capture::new(Options::default());
        for (number, about) in all.iter().enumerate() {
            capture.connection(number, about);
        }
        capture.mask(keep);
        capture
            .connections
            .into_iter()
            .map(|one| one.about)
            .collect()
    }

    #[test]
    fn addresses_are_replaced_alike_unless_they_are_kept() {
        let between = |client: &str, server: &str| About {
            client: client.parse().ok(),
            server: server.parse().ok(),
            ..About::default()
        };
        let all = [
            between("10.9.8.7:40000", "10.9.8.6:443"),
            between("10.9.8.7:40001", "[fd00::1]:443"),
            // As packets without an address or a port are.
            between("0.0.0.0:443", "10.9.8.6:0"),
        ];
        let keep = Keep::also(&["Addresses".to_owned()]);
        for (keep, expected) in [
            (
                Keep::default(),
                [
                    "192.0.2.1:50001 → 192.0.2.2:50002",
                    "192.0.2.1:50003 → [2001:db8::3]:50002",
                    "port 50002 → 192.0.2.2",
                ],
            ),
            (
                keep,
                all.each_ref()
                    .map(About::name)
                    .each_ref()
                    .map(|name| &**name),
            ),
        ] {
            let found = masked(&all, &keep);
            assert_eq!(found.iter().map(About::name).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn only_labels_that_were_made_and_names_of_hosts_stay() {
        for (label, expected) in [
            ("pasted frames", "pasted frames"),
            ("NetLog socket 41", "NetLog socket 41"),
            ("hunter2", "bbbaaba"),
            ("hunter2.bin", "bbbaababbab"),
        ] {
            let label = Some(label.to_owned());
            let about = About {
                label,
                ..About::default()
            };
            assert_eq!(masked(&[about], &Keep::default())[0].name(), expected);
        }
        for (name, expected) in [
            ("a.example", "a.example"),
            ("10.9.8.7", "aabbbbbb"),
            ("hunter2 x", "bbbaaba j"),
        ] {
            let tls = Some(Tls {
                server_name: Some(name.to_owned()),
                missing: Some(format!("Secrets of “{name}” are missing.")),
                ..Tls::default()
            });
            let about = About {
                tls,
                ..About::default()
            };
            let tls = masked(&[about], &Keep::default()).remove(0).tls.unwrap();
            assert_eq!(tls.server_name.as_deref(), Some(expected));
            assert!(!tls.missing.unwrap().contains(name));
        }
    }
}
