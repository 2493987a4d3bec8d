//! `nightrider explain CODE`: the page about a diagnostic.

use std::io::Write;

use nightrider::lang::codes::Code;
use nightrider::lang::suggest::nearest;

use crate::failure::Failure;

/// Print the page about a diagnostic: what it means and how to mend it
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The code of the diagnostic, such as E0120; without one, all codes are listed
    pub code: Option<String>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(id) = &arguments.code else {
        for code in Code::ALL {
            writeln!(out, "{}  {}", code.id(), code.title())?;
        }
        return Ok(());
    };
    let Some(code) = Code::from_id(id.trim()) else {
        let shown: String = id.chars().take(40).flat_map(char::escape_debug).collect();
        // `explain 202`, or `explain E202`.
        let digits = id.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let numbered = Code::ALL.iter().find(|code| digits.len() >= 3 && code.id().ends_with(digits));
        let help = match numbered
            .map(|code| code.id())
            .or_else(|| nearest(&id.to_ascii_uppercase(), Code::ALL.iter().map(|code| code.id())))
        {
            Some(near) => format!("did you mean {near}? "),
            None => String::new(),
        };
        return Err(Failure::Input(format!(
            "there is no diagnostic `{shown}`: {help}`nightrider explain` lists all codes"
        )));
    };
    write!(out, "{}", code.page())?;
    if !code.page().ends_with('\n') {
        writeln!(out)?;
    }
    Ok(())
}
