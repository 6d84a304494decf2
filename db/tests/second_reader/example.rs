//! The bytes that `FORMAT.md` has as examples are those that the writer writes.

use retrograde_db::file::{IndexScheme, Rows, RulesId, TableHeader};
use retrograde_db::{DistanceKind, Plies, Value};

use crate::reader::read;
use crate::{header, write, write_distances};

/// The bytes of a section: those of all lines that are set in.
fn documented(from: &str, to: &str) -> Vec<u8> {
    let (_, section) = include_str!("../../FORMAT.md").split_once(from).unwrap();
    let section = section.split_once(to).map_or(section, |(section, _)| section);
    let lines = section.lines().filter_map(|line| line.strip_prefix("    "));
    lines.flat_map(str::split_whitespace).map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn the_example_of_the_document_is_what_the_writer_writes() {
    let documented = documented("## 6. An example", "## 7.");
    // Three rows of eight that are alike and one of losses; 32 draws; four without a pattern.
    let rows_of_eight = [[2, 2, 2, 0, 0, 0, 0, 0].repeat(3), vec![0; 8]].concat();
    let codes = [rows_of_eight, vec![1; 32], vec![2, 1, 0, 2]].concat();
    let rows = Rows { above: 8, behind: 0 };
    let (rules, index_scheme, subject) = (RulesId(1), IndexScheme(1), "example".to_owned());
    let header = TableHeader { rules, index_scheme, subject, rows, ..header(codes.len(), 32) };
    let written = write(&header, &codes);
    assert_eq!(written, documented, "{written:02X?}");
    assert_eq!(read(&documented).unwrap().values, codes);
}

#[test]
fn the_distances_of_the_document_are_what_the_writer_writes() {
    let documented = documented("## 8. Distances", "## 9.");
    let code = |value, plies| DistanceKind::Win.code_of(value, Plies(plies));
    let codes = [code(Value::Win, 5), None, code(Value::Loss, 2), code(Value::Win, 3), None, None];
    let written = write_distances(&codes, 4, DistanceKind::Win);
    assert_eq!(written[11], 3);
    let tail = 5 + 2 * (1 + 4) + 20;
    assert_eq!(written[32..written.len() - tail], documented, "{written:02X?}");
}
