//! Tests that long and wide programs become code of limited nesting, for rustc and small stacks,
//! and of linear size.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::{Environment, Fault, compile, emit_module};

/// Brackets within each other that rustc reads on a stack of 8 MiB by far.
const DEEPEST: usize = 400;

fn code(text: &str) -> Result<TokenStream, Vec<Fault>> {
    let program = compile(text, &Environment::default())?;
    Ok(emit_module(
        &program,
        &Ident::new("program", Span::call_site()),
        &quote!(::runtime::__private),
    ))
}

/// The brackets within each other, and the tokens.
fn measure(tokens: TokenStream) -> (usize, usize) {
    let (mut deepest, mut count, mut open) = (0, 0, vec![(tokens, 1)]);
    while let Some((tokens, depth)) = open.pop() {
        deepest = deepest.max(depth);
        for token in tokens {
            count += 1;
            if let TokenTree::Group(group) = token {
                open.push((group.stream(), depth + 1));
            }
        }
    }
    (deepest, count)
}

fn measured(text: &str) -> (usize, usize) {
    measure(
        code(text).unwrap_or_else(|faults| panic!("{}: {faults:?}", &text[..text.len().min(60)])),
    )
}

/// `count` parts, each with its number for `#`.
fn parts(part: &str, separator: &str, count: usize) -> String {
    let parts: Vec<String> = (0..count).map(|at| part.replace('#', &at.to_string())).collect();
    parts.join(separator)
}

/// Programs of so many parts, none of which contains another one.
fn flat(count: usize) -> Vec<String> {
    vec![
        parts("(.a, .b)", " | ", count),
        parts("(.a, .b)", " , ", count),
        parts(".[]", " | ", count),
        parts("select(.a)", " | ", count),
        parts(".a?", " | ", count),
        parts("try .a catch (.b, .c)", " | ", count),
        parts("(.a // (.b, .c))", " | ", count),
        parts("((.a, .b) and .c)", " | ", count),
        parts("(.[] + 1)", " | ", count),
        parts("(. as [$a] ?// $a | $a, .)", " | ", count),
        parts("(label $f | .[], break $f)", " | ", count),
        parts("(reduce .[] as $x (0; . + $x), 1)", " | ", count),
        parts("foreach .[] as $x (0; . + $x)", " | ", count),
        parts("map(select(.a))", " | ", count),
        parts("(.a |= (., 1))", " | ", count),
        format!("path({})", parts("(.a, .b)", " | ", count)),
        format!("del({})", parts("(.a, .b)", " , ", count)),
        format!("first({})", parts("(.a, .b)", " | ", count)),
        format!("[{}]", parts("(.a, .b)", " | ", count)),
        format!("[{}]", parts(".a#", ", ", count)),
        format!("[{}]", parts(".[]", ", ", count)),
        format!("{{{}}}", parts("a#: .b#", ", ", count)),
        format!("{{{}}}", parts("a#: (.a, .b)", ", ", count)),
        format!("{{{}}}", parts("(.k, \"x#\"): .[]", ", ", count)),
        format!("\"{}\"", parts("x\\(.a)", "", count)),
        format!("\"{}\"", parts("x\\(.a, .b)", "", count)),
        format!("if {} end", parts(".a# then .b", " elif ", count)),
        format!("if {} end", parts("(.a, .b) then .c, .d", " elif ", count)),
        format!("{} f{}", parts("def f#: 1, 2;", " ", count), count - 1),
        format!("def f0: .a, .b; {} f{}", parts_from("def f#: (.a, .b) | f@;", count), count - 1),
        format!("def f0: 1, 2; {} f{}", parts_from("def f#: f@ + f@;", count), count - 1),
        format!("def f(g): {}; f(.a, .b)", parts("g", " | ", count)),
        format!(". as [{}] | 1", parts("$a#", ", ", count.min(200))),
        format!(". as {} | 1", parts("[$a#]", " ?// ", count.min(500))),
    ]
}

/// Definitions 1 to `count`, with the number for `#` and the one before for `@`.
fn parts_from(part: &str, count: usize) -> String {
    let each =
        (1..count).map(|at| part.replace('#', &at.to_string()).replace('@', &(at - 1).to_string()));
    each.collect::<Vec<_>>().join(" ")
}

#[test]
fn long_programs_make_flat_code_as_long_as_they_are() {
    for (short, long) in flat(300).into_iter().zip(flat(1200)) {
        let ((_, of_short), (depth, of_long)) = (measured(&short), measured(&long));
        let shown = &short[..short.len().min(60)];
        assert!(depth <= DEEPEST, "{shown}: {depth} levels");
        assert!(of_long <= 5 * of_short, "{shown}: {of_short} and {of_long} tokens");
    }
}

#[test]
fn whatever_may_nest_makes_code_of_bounded_depth() {
    for (open, middle, close) in [
        ("[", ".", "]"),
        ("{a: ", ".", "}"),
        ("(.a, ", ".b", ")"),
        ("-", ".", ""),
        ("try (", ".a", ") catch .b"),
        ("first(", ".[]", ")"),
        ("limit(1; ", ".[]", ")"),
        ("if . then ", "1, 2", " else 2 end"),
        ("if (.a, .b) then ", "1", " else 2 end"),
        (".[] as $x | ", "$x", ""),
        (". as [$x] ?// $x | ", "$x", ""),
        ("label $f | .[], ", "1", ""),
        ("reduce .[] as $x (0; ", ".", ")"),
        ("foreach .[] as $x (0; ", ".", "; .a)"),
        ("def f: .[], .; f | ", ".", ""),
        ("path(", ".a", ")"),
        ("map(", ".[]", ")"),
        ("(.a |= ", ".[]", ")"),
        ("\"\\(", ".[]", ")\""),
        (".[", ".[]", "]"),
        ("(.[] and ", ".a", ")"),
        ("(.[] // ", ".a", ")"),
        (".[] + (", ".a", ")"),
        ("", ".a", "[]"),
        ("", ".a", ".b"),
        ("", ".a", " + .[]"),
        ("", ".a", "?"),
    ] {
        for count in [60, 110] {
            let text = format!("{}{middle}{}", open.repeat(count), close.repeat(count));
            let (depth, _) = measured(&text);
            assert!(depth <= DEEPEST, "{open}: {depth} levels");
        }
    }
}

#[test]
fn what_cannot_be_cut_is_refused() {
    for text in [
        format!(". as {{{}}} | 1", parts("(.a, .b): $a#", ", ", 300)),
        format!("def f({}): 1; f({})", parts("$a#", "; ", 300), parts("(.a, .b)", "; ", 300)),
        format!(". as [{}] | 1", parts("$a#", ", ", 5_000)),
    ] {
        let faults = code(&text).unwrap_err();
        assert_eq!(faults[0].code.id(), "ASL2012", "{:?}", faults[0]);
    }
}
