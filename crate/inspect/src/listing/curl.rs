//! Commands of curl for sh, dash, bash, zsh and fish, interactive or in a file.
//! All input is inside quoted words, and there are no comments, which an
//! interactive zsh would run.

use std::{
    fmt::{Display, Write as _},
    net::{Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

use hpack::Kind;

use super::{MAX_BYTES, NoListing, block_name, error_text};
use crate::session::Session;

/// Maximum length of a line, bytes. A terminal truncates lines at 4,095 bytes,
/// and the rest would be outside its quotes.
const MAX_LINE: usize = 4000;

#[derive(Debug, Default)]
pub(super) struct Commands {
    has_command: bool,
    first_reason: Option<&'static str>,
}

impl Commands {
    /// Appends the command of a block, if it is a request.
    pub(super) fn block(
        &mut self,
        out: &mut String,
        session: &Session,
        block: usize,
    ) -> Result<(), NoListing> {
        let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len);
        let fields = session.rows_of(block).iter();
        let sizes = fields.map(|row| length(session.name(row)) + length(session.value(row)));
        if out.len() + sizes.sum::<usize>() > MAX_BYTES {
            return Err(NoListing::TooLarge);
        }
        match command(session, block) {
            None => {}
            Some(Ok(command)) => {
                self.has_command = true;
                *out += &command;
            }
            Some(Err(reason)) => {
                self.first_reason.get_or_insert(reason);
                let name = block_name(session, block);
                *out += &note(&format!(
                    "{name}: curl would not send it as it is: {reason}."
                ));
            }
        }
        if out.len() > MAX_BYTES {
            return Err(NoListing::TooLarge);
        }
        Ok(())
    }

    pub(super) fn finish(&self) -> Result<(), NoListing> {
        match self.first_reason {
            _ if self.has_command => Ok(()),
            Some(reason) => Err(NoListing::NoCommand(reason)),
            None => Err(NoListing::NoRequest),
        }
    }
}

/// A line without effect in any shell.
pub(super) fn note(text: &str) -> String {
    format!(": {}\n", shell_quote(text.as_bytes()))
}

/// Command of a request, or the reason why there is none; `None` if the block
/// is not a request or its target is unknown.
fn command(session: &Session, block: usize) -> Option<Result<String, &'static str>> {
    let all: Vec<_> = session
        .rows_of(block)
        .iter()
        .filter(|row| row.kind != Kind::SizeUpdate)
        .map(|row| (session.name(row), session.value(row)))
        .collect();
    let of = |wanted: &[u8]| {
        let found = all.iter().find(|(name, _)| *name == Some(wanted));
        found.and_then(|(_, value)| *value)
    };
    let method = of(b":method")?;
    let (scheme, path) = (of(b":scheme")?, of(b":path")?);
    let authority = of(b":authority").or_else(|| of(b"host"))?;
    let known = all.iter().filter_map(|&(name, value)| name.zip(value));
    // Curl adds these itself.
    let is_written = |name: &[u8]| !matches!(name, [b':', ..] | b"content-length" | b"host");
    let fields: Vec<_> = known.filter(|(name, _)| is_written(name)).collect();
    if let Some(reason) = find_obstacle([method, scheme, authority, path], &fields) {
        return Some(Err(reason));
    }
    let pseudo = all
        .iter()
        .filter(|(name, _)| name.is_some_and(|name| name.starts_with(b":")));
    if pseudo.count() > 3 + usize::from(of(b":authority").is_some()) {
        return Some(Err("it has a pseudo-header field that curl does not send"));
    }
    // A list above the receiver's limit can be sent nonetheless.
    let found = session.found(block);
    if found.iter().any(|found| found.rule().is_some()) {
        return Some(Err("it breaks a rule of HTTP/2 for its fields"));
    }
    let mut out = note(&block_name(session, block));
    let is_unknown = |field: &(Option<_>, Option<_>)| field.0.is_none() || field.1.is_none();
    if all.iter().any(is_unknown) {
        out += &note("Fields that are not known are left out.");
    }
    if let Some(error) = error_text(session, block) {
        out += &note(&format!("Fields after this error are left out: {error}"));
    }
    let version = match scheme {
        b"http" => "--http2-prior-knowledge",
        _ => "--http2",
    };
    let _ = write!(out, "curl {version} --path-as-is --globoff");
    match method {
        b"GET" => {}
        b"HEAD" => out += " --head",
        method => {
            let _ = write!(out, " --request {}", shell_quote(method));
        }
    }
    let url = [scheme, b"://", authority, path].concat();
    let _ = write!(out, " --url {}", shell_quote(&url));
    for (name, value) in fields {
        // “name:” makes curl remove a header; “name;” sends it empty.
        let field = match value {
            [] => [name, b";"].concat(),
            value => [name, b": ", value].concat(),
        };
        let _ = write!(out, " \\\n  --header {}", shell_quote(&field));
    }
    out.push('\n');
    if out.lines().any(|line| line.len() > MAX_LINE) {
        return Some(Err("a field is longer than a line that can be typed"));
    }
    Some(Ok(out))
}

/// Reason why curl would send something else, or to another host.
fn find_obstacle(
    [method, scheme, authority, path]: [&[u8]; 4],
    fields: &[(&[u8], &[u8])],
) -> Option<&'static str> {
    let all_of = |text: &[u8], others: &[u8]| {
        let is_one = |byte: &u8| byte.is_ascii_alphanumeric() || others.contains(byte);
        !text.is_empty() && text.iter().all(is_one)
    };
    let is_path = path.starts_with(b"/")
        && !path
            .iter()
            .any(|byte| matches!(byte, 0..=b' ' | b'#' | 0x7f..));
    // RFC 9110 §5.6.2. A header “@name” makes curl read a file.
    let is_token = |text: &[u8]| all_of(text, b"!#$%&'*+-.^_`|~");
    // RFC 9113 §8.2.1. Curl splits a value at a line break.
    let has_break = |text: &[u8]| text.iter().any(|byte| matches!(byte, 0 | b'\r' | b'\n'));
    // RFC 9113 §8.2.1. Curl trims them.
    let is_blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    let has_blanks = |text: &[u8]| is_blank(text.first()) || is_blank(text.last());
    if !matches!(scheme, b"http" | b"https") {
        Some("its :scheme is neither http nor https")
    } else if !all_of(authority, b"-._~:[]") || !is_canonical(authority) {
        Some("its :authority is not a host and port")
    } else if !is_path {
        Some("its :path is not a path")
    } else if !is_token(method) {
        Some("its :method is not a token")
    } else if !fields.iter().all(|(name, _)| is_token(name)) {
        Some("the name of a field is not a token")
    } else if fields.iter().any(|(_, value)| has_break(value)) {
        Some("a value has a NUL, CR or LF byte")
    } else if fields.iter().any(|(_, value)| has_blanks(value)) {
        Some("a value begins or ends with a blank, which curl leaves out")
    } else {
        None
    }
}

/// Whether curl uses the host of an authority as written, and the port, if any,
/// is a 16-bit number.
fn is_canonical(authority: &[u8]) -> bool {
    let Ok(authority) = str::from_utf8(authority) else {
        return false;
    };
    let (host, port) = match authority.rfind(':') {
        Some(at) if !authority[at..].contains(']') => authority.split_at(at),
        _ => (authority, ""),
    };
    let is_host = match host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
    {
        Some(address) => is_canonical_form::<Ipv6Addr>(address),
        // Curl normalizes hosts that end in a number as IPv4 addresses.
        None if host
            .rsplit('.')
            .next()
            .is_some_and(|end| end.starts_with(|c: char| c.is_ascii_digit())) =>
        {
            is_canonical_form::<Ipv4Addr>(host)
        }
        None => !host.is_empty() && !host.contains([':', '[', ']']),
    };
    is_host && (port.len() < 2 || is_canonical_form::<u16>(&port[1..]))
}

/// Whether `text` is the canonical form of a value.
fn is_canonical_form<T: FromStr + Display>(text: &str) -> bool {
    text.parse().is_ok_and(|value: T| value.to_string() == text)
}

/// Quotes bytes other than NUL as one word of a shell.
fn shell_quote(bytes: &[u8]) -> String {
    let mut out = String::new();
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        // Fish interprets backslashes within quotes, too.
        for &byte in bytes {
            match byte {
                b'\'' | b'\\' => out.extend(["'\\", char::from(byte).encode_utf8(&mut [0]), "'"]),
                _ => out.push(byte.into()),
            }
        }
        return format!("'{out}'");
    }
    // Command substitution strips trailing line feeds.
    let end = bytes
        .iter()
        .rposition(|&byte| byte != b'\n')
        .map_or(0, |last| last + 1);
    for &byte in &bytes[..end] {
        let is_option = byte == b'-' && out.is_empty();
        if byte.is_ascii_alphanumeric() || !is_option && b" :;,./?=&_-".contains(&byte) {
            out.push(byte.into());
        } else {
            let _ = write!(out, "\\{byte:03o}");
        }
    }
    match bytes.len() - end {
        0 => format!("\"$(printf '{out}')\""),
        lines => format!("\"$(printf '{out}')\"'{}'", "\n".repeat(lines)),
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path, process::Command};

    use input::{Block, Sender};

    use super::*;
    use crate::{Options, listing::Listing};

    /// A request with literal pseudo-header fields.
    fn request(pseudo: [&[u8]; 4], fields: &[(&[u8], &[u8])]) -> Vec<u8> {
        let names: [&[u8]; 4] = [b":method", b":scheme", b":authority", b":path"];
        let mut block = Vec::new();
        for (name, value) in names.into_iter().zip(pseudo).chain(fields.iter().copied()) {
            block.push(0);
            for text in [name, value] {
                hpack::integer::encode(0, 7, text.len() as u64, &mut block);
                block.extend(text);
            }
        }
        block
    }

    fn listed(blocks: &[Vec<u8>], label: &str, remark: &str) -> Result<String, NoListing> {
        let mut session = Session::new(Options::default());
        for bytes in blocks {
            session.push(&Block {
                label: Some(label),
                ..Block::new(Sender::Client, bytes)
            });
        }
        Listing::Curl.of(&session, 0..blocks.len(), remark)
    }

    const PSEUDO: [&[u8]; 4] = [b"GET", b"https", b"a.example:443", b"/"];

    const HOSTILE: [&[u8]; 16] = [
        b"",
        b"'; touch ran; '",
        b"\\'; touch ran; \\'",
        b"\\\\'$(touch ran)`touch ran`\\",
        b"\n'; touch ran #",
        b"a\ntouch ran\n",
        b"\n\n",
        b"\t\x1b[31m\r\x7f\x01",
        b"\xff'; touch ran; '\xfe",
        "\u{9b}\u{202e}é漢'$(touch ran)".as_bytes(),
        b"100%s %d %% -n -- \"$(touch ran)\" ; touch ran & | > ran",
        b"!! !touch ^a^b ~ * ? [a] {a,b} $HOME ${IFS} #",
        b"''\\''\\\\''",
        b"1\x002",
        b"\x01234",
        b"=ls",
    ];

    /// Shells to test, with options before the file. The second zsh is
    /// interactive, without comments.
    const SHELLS: [(&str, &[&str]); 6] = [
        ("sh", &[]),
        ("dash", &[]),
        ("bash", &[]),
        ("zsh", &[]),
        ("zsh", &["-f", "-i"]),
        ("fish", &["--no-config"]),
    ];

    /// Arguments that the commands pass to a fake curl.
    fn arguments(folder: &Path, shell: &str, options: &[&str], locale: &str) -> Option<Vec<u8>> {
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let run = Command::new(shell)
            .args(options)
            .arg("commands")
            .current_dir(folder)
            .envs([("PATH", &*path), ("LC_ALL", locale), ("HOME", ".")])
            .output()
            .ok()?;
        let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!((run.status.code(), &*stderr), (Some(0), ""), "{shell}");
        assert!(!folder.join("ran").exists(), "{shell} ran a value");
        Some(run.stdout)
    }

    #[test]
    fn shells_pass_values_unchanged() {
        let with_break = |value: &&&[u8]| value.iter().any(|byte| b"\0\r\n".contains(byte));
        let values: Vec<&[u8]> = HOSTILE
            .iter()
            .filter(|one| !with_break(one))
            .copied()
            .collect();
        let fields: Vec<(&[u8], &[u8])> = values.iter().map(|value| (&b"x"[..], *value)).collect();
        let [_, scheme, authority, _] = PSEUDO;
        let block = request(
            [b"-'$|`touch`", scheme, authority, b"/$(touch${IFS}ran)'"],
            &fields,
        );
        let hostile = "$(touch ran)\n'; touch ran; ' # `touch ran`";
        let text = listed(&[block], hostile, hostile).unwrap();
        let mut wanted = b"--http2\0--path-as-is\0--globoff\0--request\0-'$|`touch`\0".to_vec();
        wanted.extend(b"--url\0https://a.example:443/$(touch${IFS}ran)'\0");
        for value in values {
            let end = if value.is_empty() { &b";"[..] } else { b": " };
            wanted.extend([b"--header\0x", end, value, b"\0"].concat());
        }
        let folder = std::env::temp_dir().join(format!("commands-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("commands"), text).unwrap();
        let fake = folder.join("curl");
        fs::write(&fake, "#!/bin/sh\nprintf '%s\\0' \"$@\"\n").unwrap();
        let made = Command::new("chmod").arg("+x").arg(&fake).status();
        assert!(made.unwrap().success());
        let mut tried = Vec::new();
        for (shell, options) in SHELLS {
            for locale in ["C", "C.UTF-8"] {
                if let Some(found) = arguments(&folder, shell, options, locale) {
                    let [found, wanted] = [&found, &wanted].map(|text| text.escape_ascii());
                    let at = format!("{shell} {options:?} {locale}");
                    assert_eq!(found.to_string(), wanted.to_string(), "{at}");
                    tried.push(shell);
                }
            }
        }
        fs::remove_dir_all(&folder).unwrap();
        let usual = ["dash", "bash"];
        assert!(usual.iter().all(|shell| tried.contains(shell)), "{tried:?}");
    }

    #[test]
    fn rejects_values_that_cannot_be_typed_or_sent() {
        let long = [b'a'; 5000];
        for (value, reason) in [
            (&long[..], "longer than a line"),
            (b"1\r\nb: 2", "CR"),
            (b" 1", "blank"),
            (b"1\t", "blank"),
        ] {
            let refused = listed(&[request(PSEUDO, &[(b"x", value)])], "", "");
            assert!(refused.unwrap_err().to_string().contains(reason));
        }
    }

    #[test]
    fn rejects_requests_that_curl_would_change() {
        let [method, scheme, authority, path] = PSEUDO;
        let of_path = |path| ([method, scheme, authority, path], &b"x"[..]);
        let of_authority = |authority| ([method, scheme, authority, path], &b"x"[..]);
        for ((pseudo, name), reason) in [
            (([method, b"file", authority, path], &b"x"[..]), ":scheme"),
            (([method, b"", authority, path], b"x"), ":scheme"),
            (of_path(b"*"), ":path"),
            (of_path(b".evil.example/"), ":path"),
            (of_path(b"@evil.example/"), ":path"),
            (of_path(b""), ":path"),
            (of_path(b"/a b"), ":path"),
            (of_path(b"/a#b"), ":path"),
            (of_authority(b"user@evil.example"), ":authority"),
            (of_authority(b"evil.example/?"), ":authority"),
            (of_authority(b""), ":authority"),
            (of_authority(b"a.example:65536"), ":authority"),
            (of_authority(b"[::1]:99999"), ":authority"),
            (of_authority(b"[0:0::1]"), ":authority"),
            (of_authority(b"a:1:2"), ":authority"),
            (of_authority(b"a:081"), ":authority"),
            (of_authority(b"127.1"), ":authority"),
            (of_authority(b"a.0x7f"), ":authority"),
            (of_path(b"/\xff"), ":path"),
            (([b"G T", scheme, authority, path], b"x"), ":method"),
            ((PSEUDO, b"@/etc/passwd"), "name of a field"),
            ((PSEUDO, b"a: b"), "name of a field"),
            ((PSEUDO, b""), "name of a field"),
            ((PSEUDO, b"X"), "rule of HTTP/2"),
            ((PSEUDO, b"connection"), "rule of HTTP/2"),
            ((PSEUDO, b":path"), "pseudo-header"),
        ] {
            let hostile = request(pseudo, &[(name, b"1")]);
            let refused = listed(std::slice::from_ref(&hostile), "", "")
                .unwrap_err()
                .to_string();
            assert!(refused.contains(reason), "{refused}");
            let both = listed(&[hostile, request(PSEUDO, &[])], "", "").unwrap();
            let [note, name, command] = both.lines().collect::<Vec<_>>()[..] else {
                panic!("{both}");
            };
            assert!(note.starts_with(": 'Block 1, client: ") && note.contains(reason));
            assert!(name == ": 'Block 2, client'" && command.starts_with("curl "));
        }
        let mut limited = Session::new(Options {
            max_header_list_size: Some(1),
            ..Options::default()
        });
        limited.push(&Block::new(Sender::Client, &request(PSEUDO, &[])));
        assert!(Listing::Curl.of(&limited, 0..1, "").is_ok());
        let nul = listed(&[request(PSEUDO, &[(b"x", b"\0")])], "", "").unwrap_err();
        assert!(nul.to_string().contains("NUL"));
        assert_eq!(listed(&[vec![0x88]], "", ""), Err(NoListing::NoRequest));
    }
}
