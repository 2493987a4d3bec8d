//! "Did you mean": the nearest name by edit distance.

/// The candidate nearest to `word`, if one is near enough to be a likely slip of the pen.
///
/// A slip is an insertion, a deletion, a replacement or a swap of neighbours; letters that differ only in case count
/// nothing against a candidate. Longer words may hold more slips: one for two to five letters, two up to eight, else
/// three; a single letter only suggests itself in another case. Ties go to the earlier candidate.
/// Where nothing is that near, a word with the same beginning will do (`castling` for `castle`).
///
/// ```
/// use nightrider_lang::suggest::nearest;
/// assert_eq!(nearest("foward", ["forward", "backward"]), Some("forward"));
/// assert_eq!(nearest("Bishp", ["Bishop", "Knight"]), Some("Bishop"));
/// assert_eq!(nearest("castle", ["en_passant", "castling"]), Some("castling"));
/// assert_eq!(nearest("castle", ["en_passant", "check"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let folded: Vec<char> = word.to_lowercase().chars().collect();
    if folded.len() > LONGEST {
        return None;
    }
    let allowed = match folded.len() {
        0..=1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for &candidate in &candidates {
        if candidate == word {
            continue;
        }
        let other: Vec<char> = candidate.to_lowercase().chars().collect();
        if other.len() > LONGEST || other.len().abs_diff(folded.len()) > allowed {
            continue;
        }
        let distance = edit_distance(&folded, &other);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
        .or_else(|| candidates.into_iter().find(|other| same_stem(word, other)))
}

/// Whether two words start alike for most of their length, as `castle` and `castling` do.
fn same_stem(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    common >= 4 && a != b && 3 * common >= 2 * a.chars().count() && 2 * common >= b.chars().count()
}

/// Words longer than this are not compared: nobody mistypes them, and the comparison is quadratic.
const LONGEST: usize = 64;

/// Edits that turn `a` into `b`, a swap of neighbours counting one (optimal string alignment).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut before_last = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, &y) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before_last[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let distance = |a: &str, b: &str| {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            edit_distance(&a, &b)
        };
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("move", "mvoe"), 1, "a swap is one slip");
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("기사", "기수"), 1, "letters, not bytes");
    }

    #[test]
    fn only_likely_slips_are_suggested() {
        assert_eq!(nearest("vicotry", ["victory", "draw"]), Some("victory"));
        assert_eq!(nearest("queen", ["Queen", "King"]), Some("Queen"), "the wrong case only");
        assert_eq!(nearest("n", ["N", "S"]), Some("N"));
        assert_eq!(nearest("x", ["N", "S"]), None);
        assert_eq!(nearest("ad", ["remove", "add"]), Some("add"));
        assert_eq!(nearest("explode", ["remove", "create"]), None);
        assert_eq!(nearest(&"a".repeat(5000), ["aaaa"]), None);
    }
}
