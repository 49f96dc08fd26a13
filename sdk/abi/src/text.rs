/// Whether a character of somebody else's text is to be escaped wherever it is shown: it steers a terminal, is invisible,
/// or changes the direction of text.
pub const fn is_unsafe_in_text(char: char) -> bool {
    matches!(char,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}
