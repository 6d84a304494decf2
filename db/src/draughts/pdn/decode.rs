//! Bytes to text: files are UTF-8, Latin-1, or some of each, with any ends of lines.

/// The text of a file, with `\n` at the ends of lines and without a byte order mark.
///
/// Each line by itself is read as UTF-8 if it is that, and as Latin-1 if not: collections are put
/// together from files of both kinds. `\r\n` and a lone `\r` end a line as `\n` does.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            // Latin-1 is the first 256 characters of Unicode.
            Err(_) => text.extend(line.iter().map(|byte| char::from(*byte))),
        }
    }
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn a_line_is_utf_8_or_latin_1() {
        assert_eq!(decode("\u{FEFF}Fran\u{e7}ois\n".as_bytes()), "Fran\u{e7}ois\n");
        assert_eq!(decode(b"Fran\xE7ois\nFran\xC3\xA7ois"), "Fran\u{e7}ois\nFran\u{e7}ois");
    }

    #[test]
    fn every_end_of_a_line_is_the_same() {
        assert_eq!(decode(b"a\r\nb\rc\n\r\n"), "a\nb\nc\n\n");
        assert_eq!(decode(b""), "");
    }
}
