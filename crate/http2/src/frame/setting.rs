//! §6.5.1: the parameters of SETTINGS.

/// One parameter of SETTINGS (§6.5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Identifier.
    pub id: u16,
    /// Value.
    pub value: u32,
}

impl Setting {
    /// Length of a parameter, bytes.
    pub const LEN: usize = 6;

    /// SETTINGS_HEADER_TABLE_SIZE.
    pub const HEADER_TABLE_SIZE: u16 = 1;
    /// SETTINGS_ENABLE_PUSH.
    pub const ENABLE_PUSH: u16 = 2;
    /// SETTINGS_MAX_CONCURRENT_STREAMS.
    pub const MAX_CONCURRENT_STREAMS: u16 = 3;
    /// SETTINGS_INITIAL_WINDOW_SIZE.
    pub const INITIAL_WINDOW_SIZE: u16 = 4;
    /// SETTINGS_MAX_FRAME_SIZE.
    pub const MAX_FRAME_SIZE: u16 = 5;
    /// SETTINGS_MAX_HEADER_LIST_SIZE.
    pub const MAX_HEADER_LIST_SIZE: u16 = 6;
    /// SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441 §3).
    pub const ENABLE_CONNECT_PROTOCOL: u16 = 8;
    /// SETTINGS_NO_RFC7540_PRIORITIES (RFC 9218 §2.1).
    pub const NO_RFC7540_PRIORITIES: u16 = 9;

    /// Parses a parameter. Any six bytes are valid.
    #[must_use]
    pub const fn parse(bytes: [u8; Self::LEN]) -> Self {
        let [a, b, c, d, e, f] = bytes;
        Self {
            id: u16::from_be_bytes([a, b]),
            value: u32::from_be_bytes([c, d, e, f]),
        }
    }

    /// Name without SETTINGS_, if the parameter is known.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        NAMES.get(usize::from(self.id)).copied().flatten()
    }
}

const NAMES: [Option<&str>; 10] = [
    None,
    Some("HEADER_TABLE_SIZE"),
    Some("ENABLE_PUSH"),
    Some("MAX_CONCURRENT_STREAMS"),
    Some("INITIAL_WINDOW_SIZE"),
    Some("MAX_FRAME_SIZE"),
    Some("MAX_HEADER_LIST_SIZE"),
    None,
    Some("ENABLE_CONNECT_PROTOCOL"),
    Some("NO_RFC7540_PRIORITIES"),
];

/// Payload of SETTINGS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings<'a>(&'a [u8]);

impl<'a> Settings<'a> {
    /// Wraps a payload; an incomplete parameter at its end is ignored.
    #[must_use]
    pub const fn new(payload: &'a [u8]) -> Self {
        Self(payload)
    }

    /// Returns the parameters, in order.
    pub fn iter(self) -> impl Iterator<Item = Setting> + use<'a> {
        let (parameters, _) = self.0.as_chunks();
        parameters.iter().copied().map(Setting::parse)
    }
}
