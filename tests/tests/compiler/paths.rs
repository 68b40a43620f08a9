//! Compiled paths against a simple evaluator, on random documents.
//!
//! `paths/emitted.rs` is the compiler's output for the paths below, and is compiled into this test.
//! `ASL_BLESS=1` rewrites it.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

#[rustfmt::skip]
mod emitted;
mod evaluate;

use std::path::Path as FilePath;
use std::{env, fs};

use asl_codegen::expr::jsonpath::emit::{find, steps};
use asl_codegen::expr::jsonpath::{Dialect, Path, Yield, parse_as};
use asl_codegen::source::Span;
use asl_runtime::{Failure, Value, json};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// One of each kind of step, alone, and after and before others.
const PATHS: [&str; 57] = [
    "$",
    "$.a",
    "$.a.b",
    "$['a b']",
    "$[0]",
    "$[-1]",
    "$.a[0]",
    "$.a[-2].b",
    "$[1][0].a.b[2]",
    "$.a.b.c",
    "$.*",
    "$[*]",
    "$.a[*]",
    "$[*].a",
    "$.*.*",
    "$.a[*].b[*]",
    "$[*][0]",
    "$[*][-1].b",
    "$[0,1]",
    "$[-1,0,0]",
    "$.a[0,2].b",
    "$[*,0]",
    "$[0,1][*,1]",
    "$[1:]",
    "$[:-1]",
    "$.a[0..1]",
    "$[::2]",
    "$[::-1]",
    "$[2:0:-1]",
    "$[-3:9:2].a",
    "$[1:2:0]",
    "$..a",
    "$..*",
    "$..[0]",
    "$..a..b",
    "$.a..[0,-1:].*",
    "$['a','b']",
    "$.a[0]['a','a b','a']",
    "$[*]['a','b']",
    "$..['a','b']",
    "$[?(@.a)]",
    "$.a[?(!@.a)]",
    "$.a[?(@.a == 1 || @.b == 'text')].a",
    "$[?(@.a != @.b)]",
    "$[?(@.a == @.b && @.a)]",
    "$..[?(@.a == @.b)]",
    "$..[?(@.a >= 50 && @.a < 60.5)].a",
    "$..[?(@.a > @.b.a || @.a[0] <= @.b[-1])]",
    "$..[?(@.a == true || @.b == null)]",
    "$[?(!(@.a && (@.b || @.c)))].c",
    "$..[?(!(@.a != 'text'))]['b','a']",
    "$..[?('text' >= @['a b'])]",
    "$[?(@.a <= null)].b",
    "$[*][?(@.a)].a[?(@.b)]",
    "$[?(1 == 1.0)]",
    "$[?(1 < 1)]",
    "$..[?@.a < 50]..[?@.b]",
];

/// Paths that only RFC 9535 has, or that differ there.
const OF_THE_RFC: [&str; 35] = [
    "$['a','b']",
    "$['a',0,'b',1:]",
    "$..['a',*]",
    "$[?@.a]",
    "$.*[?@ == 1 || @ == 'text']",
    "$[?@]",
    "$[?!@]",
    "$..[?@.a == 'text'].b",
    "$[0,?@.a,'b']",
    "$..[?@ > 50,?@ < 20]",
    "$[?@.*]",
    "$[?!@.*]",
    "$[?@..a && @[0,1]]",
    "$[?@[?@.a]]",
    "$..[?@[?@.b == $.a]]",
    "$[?@.b == $['a b'] || @.a <= $.a]",
    "$..[?@ == $.a]",
    "$[?$.a]",
    "$[?$..b]",
    "$..[?length(@) == 4]",
    "$[?length(@.a) >= length(@.b)]",
    "$..[?length(@.a) == length(@['a b'])]",
    "$[?count(@.*) > 1]",
    "$[?count(@..*) != count($.*)]",
    "$[?2 <= count(@['a','b'])]",
    "$..[?value(@.*) == 1]",
    "$[?value(@..a) == 'text']",
    "$[?length(value(@.*)) == 4]",
    "$..[?match(@, 'text')]",
    "$..[?!match(@.a, 'te.')].a",
    "$..[?search(@.a, 'e.') && !search(@.a, 'x.t')]",
    "$[?search(@.a, $.b) || match($.a, @.b)]",
    "$..[?match(@.a, 1)]",
    "$..[?search(value(@.*), 'x')]",
    "$..[?(@.a && (@.b || @.c)) || !(@ == null)]..[?@ >= 90]",
];

fn paths() -> Vec<Path> {
    let read = |dialect: Dialect, text: &str| parse_as(dialect, text, Span::default()).expect(text);
    let own = PATHS.iter().map(|text| read(Dialect::Aws, text));
    own.chain(OF_THE_RFC.iter().map(|text| read(Dialect::Rfc9535, text))).collect()
}

#[test]
fn the_emitted_code_is_the_golden() {
    let functions = paths().into_iter().enumerate().map(|(number, path)| function(number, &path));
    let functions: Vec<TokenStream> = functions.collect();
    let names = (0..PATHS.len() + OF_THE_RFC.len()).map(|number| format_ident!("path_{number}"));
    let file = quote! {
        //! Made by tests/compiler/paths.rs: what the compiler makes of its paths.
        use asl_runtime::__private::*;
        use asl_runtime::error::Failed;
        use asl_runtime::Value;

        pub(crate) type Find = fn(&Value) -> Result<Value, Failed>;

        pub(crate) const ALL: &[Find] = &[#(#names),*];

        #(#functions)*
    };
    let text = prettyplease::unparse(&syn::parse2(file).expect("it is a file of Rust"));
    let golden = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/compiler/paths/emitted.rs");
    if env::var_os("ASL_BLESS").is_some() {
        fs::write(&golden, &text).expect("the golden can be written");
    }
    assert_eq!(
        fs::read_to_string(&golden).expect("there is a golden"),
        text,
        "ASL_BLESS=1 writes it anew"
    );
}

/// A function with the code of an `InputPath`.
fn function(number: usize, path: &Path) -> TokenStream {
    let name = format_ident!("path_{number}");
    let text = &path.text;
    let found = find(path, &quote!(data));
    let steps = steps(path);
    let body = match path.yields() {
        Yield::Place => quote!(Ok(found(#found, #text, #steps, data)?.clone())),
        Yield::Members => quote!(found(#found, #text, #steps, data)),
        Yield::Hits => quote!(let hits = #found; Ok(hits)),
    };
    let doc = format!(" `{text}`");
    quote! {
        #[doc = #doc]
        fn #name(data: &Value) -> Result<Value, Failed> { #body }
    }
}

#[test]
fn compiled_paths_reach_what_the_evaluator_reaches() {
    let paths = paths();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut hits = vec![0_u32; paths.len()];
    for _ in 0..3_000 {
        let document = random.document(5);
        for (number, (path, find)) in paths.iter().zip(emitted::ALL).enumerate() {
            let nodes = evaluate::nodes(path, &document);
            hits[number] += u32::from(!nodes.is_empty());
            let is_one = path.yields() != Yield::Hits;
            match find(&document) {
                Ok(value) if is_one => {
                    assert_eq!(vec![value], nodes, "{} on {document}", path.text);
                }
                Ok(value) => {
                    assert_eq!(value, Value::from(nodes.as_slice()), "{} on {document}", path.text);
                }
                Err(failure) => {
                    let is_sliced = Failure::cause(&failure)
                        .is_some_and(|cause| cause.ends_with("can only be applied to arrays"));
                    let is_missing = nodes.is_empty() && (is_one || is_sliced);
                    assert!(
                        is_missing && failure.error() == Some("States.Runtime"),
                        "{} on {document}: {:?}",
                        path.text,
                        Failure::cause(&failure)
                    );
                }
            }
        }
    }
    let texts = PATHS.iter().chain(&OF_THE_RFC);
    let never: Vec<&str> =
        texts.zip(hits).filter_map(|(path, hits)| (hits == 0).then_some(*path)).collect();
    let expected = ["$[1:2:0]", "$[?(1 < 1)]", "$[?!@]", "$..[?match(@.a, 1)]"];
    assert_eq!(never, expected, "each path but these has hits in some document");
}

/// Random numbers by xorshift, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % bound
    }

    /// A value of limited depth, with few keys, so that paths often have hits.
    fn document(&mut self, depth: u32) -> Value {
        let kinds = if depth == 0 { 4 } else { 12 };
        match self.below(kinds) {
            0 => Value::Null,
            1 => Value::Bool(true),
            2 => json!(self.below(100)),
            3 => Value::text("text"),
            4..8 => (0..self.below(5)).map(|_| self.document(depth - 1)).collect(),
            _ => {
                let keys = ["a", "b", "c", "a b"];
                let count = 1 + self.below(4);
                (0..count)
                    .map(|_| {
                        (
                            keys[usize::try_from(self.below(4)).expect("small")],
                            self.document(depth - 1),
                        )
                    })
                    .collect()
            }
        }
    }
}
