//! The syntax of SGF: trees of nodes, nodes of properties, properties of values (FF[4], "EBNF").
//!
//! A value is kept as the characters between its brackets, escapes resolved: a backslash takes the
//! next character as it is, and goes away with a line end behind it. What a property means is not known here,
//! so each comes back as it was. Of a tree the main line is kept, the first variation of each.
//!
//! ```
//! use retrograde_db::go::read_main_line;
//!
//! let nodes = read_main_line(r"two lines: (;FF[4]C[a \] bracket](;B[aa])(;B[bb]))").unwrap();
//! assert_eq!((nodes.len(), nodes[0].value("C")), (2, Some("a ] bracket")));
//! assert_eq!(nodes[1].values("B"), ["aa"]);
//! assert_eq!(nodes[0].to_string(), r";FF[4]C[a \] bracket]");
//! ```

use std::fmt;

use thiserror::Error;

/// A property: its letters and its values, one at least.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SgfProperty {
    /// Its letters, such as `AB`.
    pub name: String,
    /// Its values, escapes resolved.
    pub values: Vec<String>,
}

/// A node: its properties, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SgfNode {
    /// They are.
    pub properties: Vec<SgfProperty>,
}

/// A text is no SGF.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("SGF, line {line}: expected {expected}, found {found}")]
pub struct SgfSyntaxError {
    /// Which line, 1 for the first.
    pub line: usize,
    /// What should stand there.
    pub expected: &'static str,
    /// What does.
    pub found: String,
}

impl SgfNode {
    /// The values of a property; none where the node does not have it.
    #[must_use]
    pub fn values(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|property| property.name == name);
        found.map_or(&[], |property| &property.values)
    }

    /// The first value of a property.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// Adds a property.
    pub(super) fn push(&mut self, name: &str, values: Vec<String>) {
        self.properties.push(SgfProperty { name: name.to_owned(), values });
    }
}

impl fmt::Display for SgfNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(";")?;
        for SgfProperty { name, values } in &self.properties {
            f.write_str(name)?;
            for value in values {
                write!(f, "[{}]", value.replace('\\', "\\\\").replace(']', "\\]"))?;
            }
        }
        Ok(())
    }
}

/// Reads the nodes of the main line of the first game of a text: of several variations the first one.
/// What stands before the first game is skipped, as the standard asks for.
///
/// # Errors
/// Where the text is not a game tree. All variations are read, those too that are left out.
pub fn read_main_line(text: &str) -> Result<Vec<SgfNode>, SgfSyntaxError> {
    let begin = text
        .char_indices()
        .find(|&(place, letter)| letter == '(' && text[place + 1..].trim_start().starts_with(';'));
    let mut reader = Reader { text, place: begin.map_or(text.len(), |(place, _)| place) };
    let mut nodes = Vec::new();
    // For each tree that is open: whether it is on the main line, and whether it has had a variation.
    let mut open: Vec<(bool, bool)> = Vec::new();
    loop {
        match reader.next() {
            Some('(') => {
                let main = open
                    .last_mut()
                    .is_none_or(|(main, branched)| *main && !std::mem::replace(branched, true));
                open.push((main, false));
                reader.expect(';', "; and a node behind (")?;
                let node = reader.node()?;
                nodes.extend(main.then_some(node));
            }
            Some(';') if open.last().is_some_and(|(_, branched)| !branched) => {
                let node = reader.node()?;
                nodes.extend(open.last().is_some_and(|&(main, _)| main).then_some(node));
            }
            Some(')') if !open.is_empty() => {
                open.pop();
                if open.is_empty() {
                    return Ok(nodes);
                }
            }
            found if open.is_empty() => return Err(reader.error("a game that begins with (;", found)),
            found => return Err(reader.error("a node, a variation, or ) at the end", found)),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    place: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.place..];
        let trimmed = rest.trim_start();
        self.place += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    /// The next character that is no blank.
    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.place += letter.len_utf8();
        Some(letter)
    }

    fn error(&self, expected: &'static str, found: Option<char>) -> SgfSyntaxError {
        let line = 1 + self.text[..self.place].matches('\n').count();
        let found = found.map_or_else(|| "the end".to_owned(), |letter| format!("{letter:?}"));
        SgfSyntaxError { line, expected, found }
    }

    fn expect(&mut self, letter: char, expected: &'static str) -> Result<(), SgfSyntaxError> {
        match self.next() {
            Some(found) if found == letter => Ok(()),
            found => Err(self.error(expected, found)),
        }
    }

    /// Reads the properties of a node, whose semicolon has been read.
    fn node(&mut self) -> Result<SgfNode, SgfSyntaxError> {
        let mut node = SgfNode::default();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
            let mut name = String::new();
            let mut next = Some(letter);
            while let Some(letter) = next.filter(char::is_ascii_alphabetic) {
                // Older files write lower case letters between, which do not count.
                if letter.is_ascii_uppercase() {
                    name.push(letter);
                }
                self.place += 1;
                next = self.peek();
            }
            if name.is_empty() || next != Some('[') {
                return Err(self.error("a property of capital letters, and [ behind it", next));
            }
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                self.place += 1;
                values.push(self.property_value()?);
            }
            match node.properties.iter_mut().find(|property| property.name == name) {
                // Forbidden by the standard, and found in files: the values belong together.
                Some(property) => property.values.extend(values),
                None => node.properties.push(SgfProperty { name, values }),
            }
        }
        Ok(node)
    }

    /// Reads a value up to its bracket.
    fn property_value(&mut self) -> Result<String, SgfSyntaxError> {
        let mut value = String::new();
        let mut letters = self.text[self.place..].char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.place += place + 1;
                    return Ok(value);
                }
                '\\' => match letters.next() {
                    Some((_, '\n')) => {}
                    Some((_, '\r')) => {
                        let behind = letters.clone().next();
                        if behind.is_some_and(|(_, letter)| letter == '\n') {
                            letters.next();
                        }
                    }
                    Some((_, escaped)) => value.push(escaped),
                    None => break,
                },
                other => value.push(other),
            }
        }
        self.place = self.text.len();
        Err(self.error("] at the end of a value", None))
    }
}
