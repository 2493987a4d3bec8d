//! The pages about diagnostics show what they say: each failing block has the problem, each mended one has not.

use nightrider::compile_source;
use nightrider::lang::NoLoader;
use nightrider::lang::codes::Code;

/// The blocks of a page with a fence.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let opening = format!("```{fence}\n");
    page.split(&opening).skip(1).filter_map(|rest| Some(rest.split_once("```")?.0.to_string())).collect()
}

/// The codes of a text's diagnostics.
fn found(text: &str) -> Vec<Code> {
    compile_source("page.chesslang", text, &NoLoader).diagnostics.iter().map(|found| found.code).collect()
}

#[test]
fn failing_blocks_fail_and_mended_blocks_are_clean() {
    let of_the_checker = |code: &&Code| ["02", "03", "04"].contains(&&code.id()[1..3]);
    let mut shown = 0;
    for code in Code::ALL.iter().filter(of_the_checker) {
        for text in blocks(code.page(), "chesslang,fails") {
            assert!(found(&text).contains(code), "{code} is not found in\n{text}\n{:?}", found(&text));
            shown += 1;
        }
        for text in blocks(code.page(), "chesslang") {
            assert_eq!(found(&text), [], "{code}:\n{text}");
        }
        assert!(code.page().lines().count() > 2, "{code} has a page");
    }
    assert!(shown > 45, "nearly every page shows its problem, and here are {shown}");
}
