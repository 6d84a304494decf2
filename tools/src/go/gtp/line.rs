//! Lines of the protocol: commands come in, answers go out (GTP 2, sections 2.3 to 2.7).

/// A command: `[ID] NAME ARGUMENTS`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number, digits as they came in.
    pub(super) id: String,
    /// Its name; empty where there is a number and nothing else.
    pub(super) name: String,
    /// The words behind it.
    pub(super) arguments: Vec<String>,
}

impl Line {
    /// Reads a line; `None` where it holds no command.
    ///
    /// Control characters are nothing, but a tab is a blank; what stands behind `#` is a comment.
    pub(super) fn read(bytes: &[u8]) -> Option<Line> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.split('#').next().unwrap_or_default();
        let kept = |letter: char| match letter {
            '\t' => Some(' '),
            letter => (!letter.is_control()).then_some(letter),
        };
        let text: String = text.chars().filter_map(kept).collect();
        let mut words = text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).peekable();
        words.peek()?;
        let id = words.next_if(|word| is_id(word)).unwrap_or_default();
        let name = words.next().unwrap_or_default();
        Some(Line { id, name, arguments: words.collect() })
    }

    /// The answer to this command, with the empty line that ends it.
    pub(super) fn answer(&self, answer: &Result<String, String>) -> String {
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let blank = if text.is_empty() { "" } else { " " };
        format!("{sign}{}{blank}{text}\n\n", self.id)
    }
}

/// Whether a word is a number from 0 to 2^31 - 1 (section 2.2).
fn is_id(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && word.parse::<i32>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::Line;

    fn read(text: &str) -> Option<(String, String, String)> {
        Line::read(text.as_bytes()).map(|line| (line.id, line.name, line.arguments.join("|")))
    }

    fn line(id: &str, name: &str, arguments: &str) -> Option<(String, String, String)> {
        Some((id.to_owned(), name.to_owned(), arguments.to_owned()))
    }

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(read("name\n"), line("", "name", ""));
        assert_eq!(read("  7\tplay  b \u{1}A1\r\n"), line("7", "play", "b|A1"));
        assert_eq!(read("play b c3 # a1\n"), line("", "play", "b|c3"));
        assert_eq!(read("na\u{7f}m\u{0}e"), line("", "name", ""));
        assert_eq!(read("2147483647 name"), line("2147483647", "name", ""));
        assert_eq!(read("2147483648 name"), line("", "2147483648", "name"));
        assert_eq!(read("12\n"), line("12", "", ""));
        for nothing in ["", "\n", " \t\r\n", "# name", "  #"] {
            assert_eq!(read(nothing), None, "{nothing:?}");
        }
        assert_eq!(Line::read(b"\xff\xfe name\n").unwrap().arguments, ["name"]);
    }

    #[test]
    fn answers_are_framed() {
        let line = Line::read(b"12 name").unwrap();
        assert_eq!(line.answer(&Ok("x".to_owned())), "=12 x\n\n");
        assert_eq!(line.answer(&Ok(String::new())), "=12\n\n");
        assert_eq!(Line::read(b"name").unwrap().answer(&Err("no".to_owned())), "? no\n\n");
    }
}
