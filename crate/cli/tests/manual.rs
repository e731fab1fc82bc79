//! What shells, `man` and lawyers are given.

use crate::support::{self, run};

#[test]
fn shells_and_man_know_every_command() {
    for (arguments, wanted) in [
        (&["bash"][..], "--max-header-list-size"),
        (&["zsh"], "what-if"),
        (&["fish"], "keylog"),
        (&["elvish"], "what-if"),
    ] {
        let script = run("completions", arguments, b"");
        assert_eq!(script.status, 0, "{}", script.err);
        assert!(script.out.contains(wanted), "{arguments:?}");
    }
    for (arguments, title, wanted) in [
        (&[][..], ".TH hpack-inspect 1", "what\\-if"),
        (
            &["decode"],
            ".TH hpack-inspect-decode 1",
            "max\\-header\\-list\\-size",
        ),
        (
            &["what-if"],
            ".TH hpack-inspect-what-if 1",
            "max\\-table\\-size",
        ),
    ] {
        let page = run("man", arguments, b"");
        assert_eq!(page.status, 0, "{}", page.err);
        assert!(page.out.contains(title), "{}", &page.out[..200]);
        assert!(page.out.contains(wanted), "{arguments:?}");
    }
    assert_eq!(run("man", &["nothing"], b"").status, 2);
}

#[test]
fn licences_are_those_of_the_program_and_of_its_parts() {
    let licences = run("licenses", &[], b"");
    assert_eq!(licences.status, 0, "{}", licences.err);
    for wanted in ["MIT License", "HPACK Inspector", "\nclap ", "Unicode-3.0"] {
        assert!(licences.out.contains(wanted), "{wanted}");
    }
}

/// A terminal is not told from a pipe by a test, but can be asked for.
#[test]
fn colours_are_only_for_those_who_see_them() {
    let table = |colours: bool| {
        let mut decode = std::process::Command::new(env!("CARGO_BIN_EXE_hpack-inspect"));
        decode.args(["decode", "-"]).env_remove("NO_COLOR");
        if colours {
            decode.env("CLICOLOR_FORCE", "1");
        }
        support::run_as(decode, b"828680").out
    };
    let (plain, painted) = (table(false), table(true));
    assert!(!plain.contains('\x1b'), "{plain}");
    assert!(painted.contains("\x1b[1mblock 1\x1b[0m"), "{painted:?}");
    let mut parts = painted.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    let stripped = parts.fold(first, |text, part| {
        text + part.split_once('m').map_or("", |(_, rest)| rest)
    });
    assert_eq!(stripped, plain);
}
