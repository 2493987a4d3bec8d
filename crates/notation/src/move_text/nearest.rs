//! The legal moves that look most like a text.

/// How many are named.
const LIMIT: usize = 6;

/// The texts nearest to `text`, nearest first: fewest changed letters, then the longest common beginning.
pub(super) fn nearest(text: &str, texts: &[String]) -> Vec<String> {
    // Longer texts than any move are cut: they are far from all moves alike.
    let wanted: Vec<char> = text.chars().take(24).collect();
    let mut ranked: Vec<(usize, usize, &String)> = texts
        .iter()
        .map(|legal| {
            let letters: Vec<char> = legal.chars().collect();
            let common = wanted.iter().zip(&letters).take_while(|(a, b)| a == b).count();
            (distance(&wanted, &letters), usize::MAX - common, legal)
        })
        .collect();
    ranked.sort();
    ranked.into_iter().take(LIMIT).map(|(_, _, legal)| legal.clone()).collect()
}

/// Edit distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        for (a, b, expected) in
            [("", "", 0), ("", "abc", 3), ("e2e4", "e2e4", 0), ("e1e3", "e1e2", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(&chars(a), &chars(b)), expected, "{a} {b}");
        }
    }

    #[test]
    fn moves_of_the_same_piece_come_first() {
        let texts: Vec<String> = "a2a3 b2b3 e1e2 e2e4 e2e3".split(' ').map(String::from).collect();
        assert_eq!(nearest("e1e3", &texts)[..2], ["e1e2", "e2e3"]);
    }
}
