//! A message type's text as words and marks.

use super::MessageTypeError;

/// Characters that are tokens by themselves; everything else up to one of them or to white space is
/// one word.
const MARKS: [char; 7] = [';', '{', '}', '(', ')', '=', ','];

/// The tokens of a text, taken one after the other.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// The next token and what follows it; none at the end.
    fn split(&self) -> Option<(&'a str, &'a str)> {
        let rest = self.rest.trim_start();
        let end = match rest.starts_with(MARKS) {
            true => 1,
            false => rest
                .find(|c: char| c.is_whitespace() || MARKS.contains(&c))
                .unwrap_or(rest.len()),
        };
        (end > 0).then(|| rest.split_at(end))
    }

    /// Takes the next token if it is `mark`.
    pub(super) fn eat(&mut self, mark: &str) -> bool {
        match self.split() {
            Some((token, rest)) if token == mark => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Takes the next token, which has to be `mark`.
    pub(super) fn expect(&mut self, mark: &'static str) -> Result<(), MessageTypeError> {
        match self.eat(mark) {
            true => Ok(()),
            false => Err(self.unexpected(mark)),
        }
    }

    /// Takes the next token, which has to be a word.
    pub(super) fn word(&mut self, expected: &'static str) -> Result<&'a str, MessageTypeError> {
        match self.split() {
            Some((token, rest)) if !token.starts_with(MARKS) => {
                self.rest = rest;
                Ok(token)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn unexpected(&self, expected: &'static str) -> MessageTypeError {
        MessageTypeError::Expected {
            expected,
            found: self.split().map(|(token, _)| token.into()),
        }
    }
}
