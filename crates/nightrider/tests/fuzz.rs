//! The bodies of the fuzz targets on bytes from seeds, so that they run everywhere and always.

mod fuzz_bodies;

/// Bytes that look random but are the same every time.
fn bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// A text with some of its bytes changed, doubled or taken out.
fn spoilt(text: &str, seed: u64) -> Vec<u8> {
    let mut spoilt = text.as_bytes().to_vec();
    for choice in bytes(seed, 24).chunks(3) {
        let at = (usize::from(choice[0]) << 8 | usize::from(choice[1])) % spoilt.len().max(1);
        match choice[2] % 3 {
            0 => spoilt[at] = choice[2],
            1 => drop(spoilt.remove(at)),
            _ => spoilt.insert(at, choice[2] & 0x7f),
        }
    }
    spoilt
}

#[test]
fn parse_and_check() {
    for seed in 0..200 {
        fuzz_bodies::parse_and_check(&bytes(seed, 200));
    }
    for (seed, game) in nightrider::library::LIBRARY.iter().enumerate() {
        fuzz_bodies::parse_and_check(&spoilt(game.text, seed as u64));
    }
}

#[test]
fn fen() {
    let texts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3 +1+0",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    ];
    for seed in 0..400_u64 {
        let text = texts[seed as usize % texts.len()];
        let mut input = vec![seed as u8];
        input.extend(if seed % 4 == 0 { text.as_bytes().to_vec() } else { spoilt(text, seed) });
        fuzz_bodies::fen(&input);
        fuzz_bodies::fen(&bytes(seed, 60));
    }
}

#[test]
fn random_games() {
    let plies: usize = (0..300).map(|seed| fuzz_bodies::random_games(&bytes(seed, 180))).sum();
    assert!(plies > 3000, "most games drawn from the grammar can be played, but only {plies} plies were");
}

#[test]
fn decisions() {
    let asked: usize = (0..300).map(|seed| fuzz_bodies::decisions(&bytes(seed, 300))).sum();
    assert!(asked > 3000, "most positions have moves with questions, but only {asked} were looked at");
}

#[test]
fn programs() {
    let plies: usize = (0..60).map(|seed| fuzz_bodies::programs(&bytes(seed, 160))).sum();
    assert!(plies > 200, "most boards can be played on, but only {plies} plies were compared");
}
