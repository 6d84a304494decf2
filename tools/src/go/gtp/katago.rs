//! Rules as KataGo names and describes them (KataGo, `docs/GTP_Extensions.md`, `kata-get-rules`).
//!
//! Only those are taken that are one of the rule sets here: area counting with positional superko and
//! suicide (`tromp-taylor`, `goe`) or without (`chinese-ogs`), and with situational superko and suicide
//! (`new-zealand`) or without (`aga`, `bga`, `french`). What KataGo calls `chinese` has no superko; the
//! name stands for the rules as they are written here.

use retrograde_db::go::{Counting, Repetition, Rules, Suicide};
use serde_json::{Map, Value, json};

/// Names that KataGo has, and ours for the same rules.
const NAMES: [(&str, &str); 11] = [
    ("tromptaylor", "tromp-taylor"),
    ("tromp_taylor", "tromp-taylor"),
    ("bga", "aga"),
    ("french", "aga"),
    ("goe", "simplified-ing"),
    ("ing", "simplified-ing"),
    ("simplified_ing", "simplified-ing"),
    ("chinese-ogs", "chinese"),
    ("chinese_ogs", "chinese"),
    ("new_zealand", "new-zealand"),
    ("nz", "new-zealand"),
];

/// The rules as one JSON object.
pub(super) fn describe(rules: &Rules) -> String {
    let aga = rules.counting == Counting::PassStones;
    json!({
        "friendlyPassOk": rules.name != Rules::TROMP_TAYLOR.name,
        "hasButton": false,
        "ko": if rules.repetition == Repetition::Positional { "POSITIONAL" } else { "SITUATIONAL" },
        "scoring": "AREA",
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": "NONE",
        "whiteHandicapBonus": if aga { "N-1" } else { "0" },
    })
    .to_string()
}

/// Reads a name, or an object such as [`describe`] writes. Fails with the reason.
pub(super) fn read(text: &str) -> Result<&'static Rules, String> {
    let text = text.trim();
    if text.starts_with('{') {
        let object =
            serde_json::from_str(text).map_err(|error| format!("these rules are no JSON: {error}"))?;
        return read_object(&object);
    }
    let name = text.to_ascii_lowercase();
    let ours = NAMES.iter().find(|(theirs, _)| *theirs == name).map_or(name.as_str(), |&(_, ours)| ours);
    Rules::named(ours).ok_or_else(|| {
        let names: Vec<&str> = Rules::ALL.iter().map(|rules| rules.name).collect();
        format!("rules {text:?} are not played here: expected one of {}", names.join(", "))
    })
}

fn read_object(object: &Map<String, Value>) -> Result<&'static Rules, String> {
    let (mut repetition, mut suicide) = (Repetition::Positional, Suicide::Allowed);
    for (key, value) in object {
        match (key.as_str(), value) {
            ("ko", Value::String(ko)) if ko == "POSITIONAL" => repetition = Repetition::Positional,
            ("ko", Value::String(ko)) if ko == "SITUATIONAL" => repetition = Repetition::Situational,
            ("suicide", Value::Bool(true)) => suicide = Suicide::Allowed,
            ("suicide", Value::Bool(false)) => suicide = Suicide::Forbidden,
            ("scoring", Value::String(scoring)) if scoring == "AREA" => {}
            ("tax", Value::String(tax)) if tax == "NONE" => {}
            ("hasButton", Value::Bool(false)) | ("friendlyPassOk", Value::Bool(_)) => {}
            // Of no account: there are no handicap stones.
            ("whiteHandicapBonus", Value::String(bonus)) if ["0", "N", "N-1"].contains(&bonus.as_str()) => {}
            _ => return Err(format!("rules with {key} {value} are not played here")),
        }
    }
    let same = |rules: &&Rules| rules.repetition == repetition && rules.suicide == suicide;
    Ok(Rules::ALL.iter().find(same).expect("both repetitions are there with suicide and without"))
}

#[cfg(test)]
mod tests {
    use retrograde_db::go::Rules;

    use super::{describe, read};

    #[test]
    fn rules_are_read_as_they_are_described() {
        for rules in Rules::ALL {
            let again = read(&describe(rules)).unwrap();
            assert_eq!((again.repetition, again.suicide), (rules.repetition, rules.suicide));
            assert_eq!(read(rules.name), Ok(rules));
        }
        assert_eq!(
            describe(&Rules::AGA),
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#
        );
    }

    #[test]
    fn other_rules_are_refused_with_a_reason() {
        assert_eq!(read("French"), Ok(&Rules::AGA));
        assert_eq!(read(r#"{"ko":"SITUATIONAL","suicide":true}"#), Ok(&Rules::NEW_ZEALAND));
        assert_eq!(read(r#"{"suicide":false}"#), Ok(&Rules::CHINESE));
        for (text, reason) in [
            ("japanese", "not played here: expected one of tromp-taylor,"),
            (r#"{"ko":"SIMPLE"}"#, r#"rules with ko "SIMPLE""#),
            (r#"{"scoring":"TERRITORY"}"#, r#"rules with scoring "TERRITORY""#),
            ("{", "no JSON"),
        ] {
            let refused = read(text).unwrap_err();
            assert!(refused.contains(reason) && !refused.contains('\n'), "{text}: {refused}");
        }
    }
}
