//! How much there is to a pattern once all repetition is written out.

use nightrider_model::{Pattern, PieceType};

/// The most legs that the sequences of one piece may come to.
const MOST_LEGS: u64 = 4096;

/// Whether the sequences of a piece are too long to be worked with.
pub(crate) fn is_too_complex(piece: &PieceType) -> bool {
    let legs = piece.patterns().map(|pattern| weigh(pattern).legs);
    legs.fold(0, u64::saturating_add) > MOST_LEGS
}

/// The measure of a pattern.
struct Weight {
    /// Legs, all told.
    legs: u64,
    /// Ways to go with every direction resolved.
    ways: u64,
    /// Legs of the longest such way.
    length: u64,
}

fn weigh(pattern: &Pattern) -> Weight {
    let one = |ways: usize| Weight { legs: 1, ways: ways as u64, length: 1 };
    match pattern {
        Pattern::Step { directions, .. }
        | Pattern::Slide { directions, .. }
        | Pattern::Hop { directions, .. } => one(directions.len()),
        Pattern::Leap(..) => one(8),
        Pattern::Castle | Pattern::Promote | Pattern::Anywhere | Pattern::Program(_) => one(1),
        Pattern::Where(pattern, _) => weigh(pattern),
        Pattern::Any(patterns) => {
            let none = Weight { legs: 0, ways: 0, length: 0 };
            patterns.iter().map(weigh).fold(none, |all, one| Weight {
                legs: all.legs.saturating_add(one.legs),
                ways: all.ways.saturating_add(one.ways),
                length: all.length.max(one.length),
            })
        }
        Pattern::Then(patterns) => {
            let none = Weight { legs: 0, ways: 1, length: 0 };
            patterns.iter().map(weigh).fold(none, |all, one| Weight {
                legs: all.legs.saturating_add(one.legs),
                ways: all.ways.saturating_mul(one.ways),
                length: all.length.saturating_add(one.length),
            })
        }
        Pattern::Repeat(pattern, times) => {
            let one = weigh(pattern);
            let length = one.length.saturating_mul(u64::from(*times));
            Weight { legs: one.ways.saturating_mul(length), ways: one.ways, length }
        }
    }
}

#[cfg(test)]
mod tests {
    use nightrider_model::Compass;

    use super::*;

    #[test]
    fn repetitions_multiply() {
        let slide = Pattern::Slide { directions: Compass::ALL.to_vec(), max: None };
        let twice = |pattern| Pattern::Repeat(Box::new(pattern), 2);
        let weight = weigh(&twice(Pattern::Then(vec![slide.clone(), slide.clone()])));
        // Two legs in 64 ways, written out twice.
        assert_eq!((weight.legs, weight.ways, weight.length), (256, 64, 4));
        let mut deep = slide;
        for _ in 0..60 {
            deep = twice(deep);
        }
        assert!(weigh(&deep).legs > MOST_LEGS);
    }
}
