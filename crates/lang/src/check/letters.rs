//! FEN letters: each piece type gets one of its own.

use std::collections::BTreeSet;

/// What is known of a type before the letters are given out.
pub struct Wish {
    /// The name of the type.
    pub name: String,
    /// The letter it states, if it states one.
    pub stated: Option<char>,
    /// The game of the chain that defined it: types of base games choose first.
    pub layer: usize,
}

/// Letters for all types: those stated, then for each game of the chain in turn, in order, the first free
/// letter of the name, else of the alphabet, else a letter with apostrophes.
///
/// Two types that state one letter both get it: that is an error told elsewhere.
pub fn give(wishes: &[Wish]) -> Vec<String> {
    let mut letters: Vec<Option<String>> = vec![None; wishes.len()];
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let last = wishes.iter().map(|wish| wish.layer).max().unwrap_or(0);
    // How many apostrophes are in use once all letters are taken.
    let mut marks = 1;
    for layer in 0..=last {
        let of_layer = || wishes.iter().enumerate().filter(move |(_, wish)| wish.layer == layer);
        for (index, wish) in of_layer() {
            if let Some(letter) = wish.stated {
                letters[index] = Some(letter.to_string());
                taken.insert(letter.to_string());
            }
        }
        for (index, wish) in of_layer() {
            if letters[index].is_none() {
                let letter = first_free(&wish.name, &taken, &mut marks);
                taken.insert(letter.clone());
                letters[index] = Some(letter);
            }
        }
    }
    letters.into_iter().flatten().collect()
}

fn first_free(name: &str, taken: &BTreeSet<String>, marks: &mut usize) -> String {
    let of_name = name.chars().map(|c| c.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
    let free = of_name.chain('A'..='Z').map(|c| c.to_string()).find(|letter| !taken.contains(letter));
    if let Some(letter) = free {
        return letter;
    }
    loop {
        let mark = "'".repeat(*marks);
        let own = name.chars().map(|c| c.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
        let free = own.chain('A'..='Z').map(|c| format!("{c}{mark}")).find(|letter| !taken.contains(letter));
        match free {
            Some(letter) => return letter,
            None => *marks += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row<'r> = (&'r str, Option<char>, usize);

    fn given(wishes: &[Row<'_>]) -> String {
        let wishes: Vec<Wish> = wishes
            .iter()
            .map(|&(name, stated, layer)| Wish { name: name.to_string(), stated, layer })
            .collect();
        give(&wishes).join(" ")
    }

    #[test]
    fn the_first_free_letter_of_the_name_then_of_the_alphabet() {
        let table: &[(&[Row<'_>], &str)] = &[
            (&[("King", None, 0), ("Knight", None, 0)], "K N"),
            (&[("King", None, 0), ("Kangaroo", Some('K'), 0)], "I K"),
            (&[("King", None, 0), ("Nn", None, 1), ("Knight", None, 0)], "K A N"),
            (&[("기사", None, 0), ("bb", None, 0)], "A B"),
            (&[("Rook", None, 0), ("Roo", None, 1), ("Or", None, 1)], "R O A"),
        ];
        for (wishes, expected) in table {
            assert_eq!(given(wishes), *expected, "{wishes:?}");
        }
    }

    #[test]
    fn apostrophes_once_the_alphabet_is_used_up() {
        let names: Vec<Row<'_>> = vec![("x", None, 0); 60];
        let letters = given(&names);
        let all: Vec<&str> = letters.split(' ').collect();
        assert_eq!((all[0], all[1], all[25]), ("X", "A", "Z"));
        assert_eq!((all[26], all[27], all[52]), ("X'", "A'", "X''"));
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(distinct.len(), 60);
    }
}
