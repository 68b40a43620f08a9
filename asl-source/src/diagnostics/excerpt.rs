//! Excerpts of a file for messages: the lines to show, and the part of long lines. A definition may
//! be one line of a megabyte.

use std::ops::Range;

use super::text::{printable, visible};
use crate::span::{Position, Span};
use crate::span::{Source, Sources};

/// A place to mark.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) label: Option<String>,
    pub(super) is_primary: bool,
}

/// Consecutive lines with the marks in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    pub(super) path: String,
    pub(super) first_line: u32,
    pub(super) text: String,
    pub(super) marks: Vec<ExcerptMark>,
    /// Byte offset of the first mark in `text`, and in the file.
    columns: (Position, Position),
}

/// A mark as a byte range of [`Excerpt::text`].
#[derive(Debug)]
pub(super) struct ExcerptMark {
    pub(super) range: Range<usize>,
    pub(super) label: Option<String>,
    pub(super) is_primary: bool,
}

/// Maximum length of a line that is shown whole, in bytes.
const LONG_LINE: usize = 240;

/// Characters shown of longer lines, before a mark and from it on.
const BEFORE: usize = 40;
const BEHIND: usize = 160;

/// Maximum distance of two marks in one excerpt, in lines.
const FAR: u32 = 200;

/// A mark's line and the part of it to show, both as byte ranges of the file.
#[derive(Debug)]
struct Piece<'m> {
    mark: &'m Mark,
    line: u32,
    shown: Range<usize>,
    marked: Range<usize>,
}

/// The excerpts with these marks, in the order of their first marks. Empty for a file without text.
pub(super) fn excerpts(marks: &[Mark], sources: &Sources) -> Vec<Excerpt> {
    let mut groups: Vec<(&Source, Vec<Piece<'_>>)> = Vec::new();
    for mark in marks {
        let Some(source) = sources.file(mark.span.file).filter(|source| !source.text.is_empty())
        else {
            continue;
        };
        let piece = piece(mark, source);
        let home = groups
            .iter_mut()
            .find(|(other, pieces)| std::ptr::eq(*other, source) && fits(pieces, &piece));
        match home {
            Some((_, pieces)) => pieces.push(piece),
            None => groups.push((source, vec![piece])),
        }
    }
    groups.into_iter().map(|(source, pieces)| excerpt(source, &pieces)).collect()
}

fn piece<'m>(mark: &'m Mark, source: &Source) -> Piece<'m> {
    let start = floor(&source.text, mark.span.start as usize);
    let line = source.position(mark.span.start).line;
    let whole = source.lines().line(&source.text, line);
    // Only the first line of a place is marked: it has the name, and messages stay short.
    let start = start.min(whole.end);
    let end = floor(&source.text, mark.span.end as usize).clamp(start, whole.end);
    let shown = if whole.len() <= LONG_LINE { whole } else { window(&source.text, &whole, start) };
    let marked = start..end.min(shown.end);
    Piece { mark, line, shown, marked }
}

/// The part of a long line around a place.
fn window(text: &str, line: &Range<usize>, place: usize) -> Range<usize> {
    let before = text.get(line.start..place).unwrap_or_default();
    let behind = text.get(place..line.end).unwrap_or_default();
    let start =
        before.char_indices().rev().take(BEFORE).last().map_or(place, |(at, _)| line.start + at);
    let end = behind.char_indices().nth(BEHIND).map_or(line.end, |(at, _)| place + at);
    start..end
}

/// True if a piece fits into the excerpt of these pieces.
fn fits(pieces: &[Piece<'_>], piece: &Piece<'_>) -> bool {
    let near = pieces.iter().all(|other| other.line.abs_diff(piece.line) <= FAR);
    let mut same_line = pieces.iter().filter(|other| other.line == piece.line);
    near && same_line
        .all(|other| other.shown.start <= piece.marked.start && piece.marked.end <= other.shown.end)
}

fn excerpt(source: &Source, pieces: &[Piece<'_>]) -> Excerpt {
    let lines = pieces.iter().map(|piece| piece.line);
    let first_line = lines.clone().min().unwrap_or(1);
    let last_line = lines.max().unwrap_or(first_line);
    let mut text = String::new();
    let mut marks: Vec<Option<ExcerptMark>> = pieces.iter().map(|_| None).collect();
    for line in first_line..=last_line {
        if line > first_line {
            text.push('\n');
        }
        push_line(&mut text, &mut marks, source, pieces, line);
    }
    let marks: Vec<ExcerptMark> = marks.into_iter().flatten().collect();
    let columns = columns(source, pieces, &text, &marks, first_line);
    Excerpt { path: printable(&source.shown, 400), first_line, text, marks, columns }
}

/// Adds a line, or the part of it that its first piece shows.
fn push_line(
    text: &mut String,
    marks: &mut [Option<ExcerptMark>],
    source: &Source,
    pieces: &[Piece<'_>],
    line: u32,
) {
    let whole = source.lines().line(&source.text, line);
    let here = |piece: &&Piece<'_>| piece.line == line;
    let shown = pieces
        .iter()
        .find(here)
        .map_or_else(|| window_if_long(&source.text, &whole), |piece| piece.shown.clone());
    if shown.start > whole.start {
        text.push('…');
    }
    let offset = text.len();
    text.push_str(&visible(source.text.get(shown.clone()).unwrap_or_default()));
    if shown.end < whole.end {
        text.push('…');
    }
    for (piece, mark) in pieces.iter().zip(marks).filter(|(piece, _)| here(piece)) {
        let place = |at: usize| {
            offset + visible(source.text.get(shown.start..at).unwrap_or_default()).len()
        };
        let range = place(piece.marked.start)..place(piece.marked.end);
        *mark = Some(ExcerptMark {
            range,
            label: piece.mark.label.clone(),
            is_primary: piece.mark.is_primary,
        });
    }
}

fn window_if_long(text: &str, line: &Range<usize>) -> Range<usize> {
    if line.len() <= LONG_LINE { line.clone() } else { window(text, line, line.start) }
}

fn columns(
    source: &Source,
    pieces: &[Piece<'_>],
    text: &str,
    marks: &[ExcerptMark],
    first_line: u32,
) -> (Position, Position) {
    // The renderer prints the place of the primary mark, else that of the first one.
    let Some((piece, mark)) = pieces.iter().zip(marks).next() else { return Default::default() };
    let before = text.get(..mark.range.start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    let line = first_line + u32::try_from(before.matches('\n').count()).unwrap_or_default();
    let seeming = Position { line, column: u32::try_from(column).unwrap_or(u32::MAX) };
    (seeming, source.position(piece.mark.span.start))
}

impl Excerpt {
    /// Corrects the column: the renderer counts it within the shown part of the line.
    pub(super) fn with_true_column(&self, picture: &str) -> String {
        let (seeming, real) = self.columns;
        if seeming == real {
            return picture.to_owned();
        }
        let header = |position: Position| format!("{}:{position}\n", self.path);
        picture.replacen(&header(seeming), &header(real), 1)
    }
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
