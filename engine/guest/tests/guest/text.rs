use botpit_guest::escape;

#[test]
fn plain_text_stays_as_it_is() {
    for text in ["rusher", "naïve 猫 🦀", r"C:\bots\a.wasm", ""] {
        assert_eq!(escape(text.as_bytes(), 64), text);
    }
}

#[test]
fn what_could_harm_a_terminal_or_a_page_is_escaped() {
    for (text, expected) in [
        (&b"\x1b[2Jhi\x07"[..], r"\u{1b}[2Jhi\u{7}"),
        (b"a\nb\r\tc\0", r"a\nb\r\tc\u{0}"),
        ("\u{202e}gpj.exe".as_bytes(), r"\u{202e}gpj.exe"),
        ("\u{2066}x\u{2069}\u{200b}\u{feff}".as_bytes(), r"\u{2066}x\u{2069}\u{200b}\u{feff}"),
        ("\u{9b}31m\u{e0041}\u{2028}".as_bytes(), r"\u{9b}31m\u{e0041}\u{2028}"),
        (b"\xff\xc3(\xe2\x82", r"\xff\xc3(\xe2\x82"),
    ] {
        let escaped = escape(text, 64);
        assert_eq!(escaped, expected);
        assert_eq!(escape(escaped.as_bytes(), 64), escaped, "escaping twice changes nothing");
    }
}

#[test]
fn a_long_text_is_cut_between_characters_and_escapes() {
    assert_eq!(escape(b"12345", 5), "12345");
    assert_eq!(escape(b"123456", 5), "1234…");
    assert_eq!(escape("äöüßÄÖ".as_bytes(), 3), "äö…");
    assert_eq!(escape(b"ab\x1b\x1b", 5), "ab…");
    assert_eq!(escape(b"abc\n", 4), "abc…");
    assert_eq!(escape(b"abc\n", 5), r"abc\n");
    assert_eq!(escape(b"\x1b", 1), "…");
    assert_eq!(escape(b"ab", 1), "…");
    assert_eq!(escape(b"ab", 0), "");
    assert_eq!(escape(&[0xff; 100_000], 200).chars().count(), 197);
}
