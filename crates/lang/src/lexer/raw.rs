//! Finding the end of a raw block: the brace that closes a `script` or a `chessembly` program.

/// Where the brace that closes a script stands in `body` (the text after the opening brace), by the lexical rules of
/// JavaScript: braces in strings, templates, comments and regular expressions do not count.
pub(super) fn script_end(body: &str) -> Option<usize> {
    let mut scan = ScriptScan { bytes: body.as_bytes(), at: 0, no_regex_before: 0 };
    // Each open brace with the number of parentheses open before it.
    let mut open: Vec<(Open, usize)> = Vec::new();
    // For each open parenthesis: does it belong to an `if`, `while`, `for` or `with`, after which a statement starts?
    let mut parens: Vec<bool> = Vec::new();
    // Does the code before end a value, so that `/` divides?
    let mut value = false;
    let mut control_word = false;
    let mut after_dot = false;
    while let Some(byte) = scan.peek(0) {
        let was_control = std::mem::take(&mut control_word);
        let was_dot = std::mem::take(&mut after_dot);
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                scan.at += 1;
                (control_word, after_dot) = (was_control, was_dot);
            }
            b'/' if matches!(scan.peek(1), Some(b'/' | b'*')) => {
                scan.comment();
                (control_word, after_dot) = (was_control, was_dot);
            }
            b'/' if !value && scan.regex() => value = true,
            b'"' | b'\'' => {
                scan.string(byte);
                value = true;
            }
            b'`' => {
                scan.at += 1;
                value = scan.template();
                if !value {
                    open.push((Open::Template, parens.len()));
                }
            }
            b'{' => {
                scan.at += 1;
                open.push((Open::Brace, parens.len()));
                value = false;
            }
            b'}' => {
                let Some((kind, outer)) = open.pop() else { return Some(scan.at) };
                scan.at += 1;
                parens.truncate(outer);
                value = false;
                if kind == Open::Template {
                    value = scan.template();
                    if !value {
                        open.push((Open::Template, parens.len()));
                    }
                }
            }
            b'(' => {
                scan.at += 1;
                parens.push(was_control);
                value = false;
            }
            b')' => {
                scan.at += 1;
                value = !parens.pop().unwrap_or(false);
            }
            b']' => {
                scan.at += 1;
                value = true;
            }
            b'.' => {
                let dots = if scan.rest().starts_with(b"...") { 3 } else { 1 };
                scan.at += dots;
                after_dot = dots == 1;
                value = false;
            }
            b'+' | b'-' if scan.peek(1) == Some(byte) => scan.at += 2,
            _ if is_word_byte(byte) => {
                let word = scan.word();
                let keyword = !was_dot && KEYWORDS_BEFORE_REGEX.contains(&word);
                control_word = !was_dot && matches!(word, b"if" | b"while" | b"for" | b"with");
                value = !keyword && !control_word;
            }
            _ => {
                scan.at += 1;
                value = false;
            }
        }
    }
    None
}

/// Words after which an expression starts, so that `/` opens a regular expression.
const KEYWORDS_BEFORE_REGEX: [&[u8]; 14] = [
    b"return",
    b"typeof",
    b"case",
    b"in",
    b"of",
    b"delete",
    b"void",
    b"throw",
    b"new",
    b"instanceof",
    b"else",
    b"do",
    b"yield",
    b"await",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Brace,
    /// The `${` of a template.
    Template,
}

struct ScriptScan<'a> {
    bytes: &'a [u8],
    at: usize,
    /// A regular expression was looked for in vain up to here; looking again for every `/` would take forever.
    no_regex_before: usize,
}

impl<'a> ScriptScan<'a> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }

    fn word(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&b| !is_word_byte(b)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn comment(&mut self) {
        let rest = self.rest();
        self.at += if rest[1] == b'/' {
            rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(rest.len())
        } else {
            rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |i| i + 4)
        };
    }

    /// A string ends at its quote or, unclosed, at the line end.
    fn string(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'\n' | b'\r' => return,
                _ => self.at += 1,
            }
            if byte == quote {
                return;
            }
        }
    }

    /// Goes to the end of a template (and answers true) or behind its next `${` (false).
    fn template(&mut self) -> bool {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    return true;
                }
                b'$' if self.peek(1) == Some(b'{') => {
                    self.at += 2;
                    return false;
                }
                _ => self.at += 1,
            }
        }
        true
    }

    /// Passes over a regular expression if one stands here; it must end on its line.
    fn regex(&mut self) -> bool {
        if self.at < self.no_regex_before {
            return false;
        }
        let mut at = self.at + 1;
        let mut in_class = false;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\n' | b'\r' => break,
                b'\\' => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at = at + 1;
                    return true;
                }
                _ => {}
            }
            at += 1;
        }
        self.no_regex_before = at;
        false
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'_' | b'$' | b'#')
}

/// Where the brace that closes a Chessembly program stands in `body` (the text after the opening brace): braces nest,
/// and those in comments (`#` up to the first `;` or the line end) do not count.
pub(super) fn chessembly_end(body: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut in_comment = false;
    for (i, byte) in body.bytes().enumerate() {
        match byte {
            b';' | b'\n' | b'\r' => in_comment = false,
            _ if in_comment => {}
            b'#' => in_comment = true,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(i),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body up to its closing brace, or `...` when there is none.
    fn script(body: &str) -> &str {
        script_end(body).map_or("...", |end| &body[..end])
    }

    #[test]
    fn braces_of_a_script_that_do_not_count() {
        for body in [
            "",
            " a = { b: { } } ",
            " s = '}' + \"}\" + '\\'}' ",
            " t = `}` + `a ${ x + `}${ {a: '}'} }` } }` ",
            " // }\n /* } \n } */ ",
            " r = /}/ ; q = /[/}]/g; if (x) /}/.test(y) ",
            " return /}\"/ ",
            " x = a / b; y = (a) / b; z = a[0] / b } ".trim_end_matches("} "),
            " i++ / 2; o.return / 3 ",
            " f(...[/}/]) ",
            " // it's fine\n n = 1 ",
        ] {
            assert_eq!(script(&format!("{body}}} tail }}")), body);
        }
    }

    #[test]
    fn an_open_script_has_no_end() {
        for body in ["", "{}", "`}", "/* }", "// }", "'\n", "{ if (x) { }"] {
            assert_eq!(script_end(body), None, "{body}");
        }
    }

    #[test]
    fn an_unclosed_string_ends_with_its_line() {
        assert_eq!(script(" s = 'oops }\n } "), " s = 'oops }\n ");
    }

    #[test]
    fn many_slashes_take_linear_time() {
        let body = "/[".repeat(500_000);
        let start = std::time::Instant::now();
        assert_eq!(script_end(&body), None);
        assert!(start.elapsed().as_secs() < 2);
    }

    #[test]
    fn braces_of_a_chessembly_program() {
        let end = |body: &str| chessembly_end(body);
        assert_eq!(end("move(1, 0) { take(1, 1) }; }"), Some(27));
        assert_eq!(end("# } comment ; move(1, 0) }"), Some(25), "the comment ends at `;`");
        assert_eq!(end("# { \n }"), Some(6), "and at the line end");
        assert_eq!(end("{ move(1, 0)"), None);
    }
}
