//! Types that contain themselves: directly, in a box, in a list, and through others.

use asl_runtime::shape::{Fit, Kinds, Misfit, Shape, Step};

use super::agreement::{agree, agree_in_part};
use super::types;

types! {
    struct Node {
        name: String,
        children: Vec<Node>,
        next: Option<Box<Self>>,
    }
    struct Tree<T> {
        value: T,
        kids: Vec<Tree<T>>,
    }
    enum Expression {
        Number(i64),
        Sum(Box<Expression>, Box<Expression>),
        Call { name: String, arguments: Vec<Expression> },
    }
    struct Company {
        name: String,
        people: Vec<Person>,
    }
    struct Person {
        age: u8,
        // Without it, each shape would need the other one.
        #[shape(any)]
        company: Option<Box<Company>>,
        boss: Option<Box<Self>>,
    }
    struct Holder<T> {
        held: T,
    }
    // Nothing is known of it within a type of the user.
    struct Held {
        inside: Option<Box<Holder<Self>>>,
    }
    struct Ping<T> {
        value: T,
        #[shape(any)]
        pong: Option<Box<Pong<T>>>,
    }
    struct Pong<T> {
        ping: Vec<Ping<T>>,
    }
}

fn leaf(name: &str) -> Node {
    Node { name: name.into(), children: Vec::new(), next: None }
}

#[test]
fn in_a_list_and_in_a_box() {
    agree(&[Node { children: vec![leaf("m")], next: Some(Box::new(leaf("q"))), ..leaf("n") }]);
    let two = || Box::new(Expression::Number(2));
    agree(&[
        Expression::Sum(two(), two()),
        Expression::Call { name: "f".into(), arguments: vec![*two()] },
    ]);
}

#[test]
fn with_a_parameter() {
    let tree = |value| Tree { value, kids: Vec::new() };
    agree(&[Tree { value: 4_u8, kids: vec![tree(3)] }]);
    agree(&[Tree { value: tree(3_u8), kids: vec![Tree { value: tree(1), kids: Vec::new() }] }]);
}

#[test]
fn through_other_types() {
    let person = |company| Person { age: 3, company, boss: None };
    let company = |people| Company { name: "c".into(), people };
    agree_in_part(&[company(vec![person(Some(Box::new(company(Vec::new()))))])]);
    agree_in_part(&[Person { boss: Some(Box::new(person(None))), ..person(None) }]);
    let held = Held { inside: Some(Box::new(Holder { held: Held { inside: None } })) };
    agree_in_part(&[held]);
}

#[test]
fn through_types_with_parameters() {
    let ping = || Ping { value: 1_u8, pong: None };
    let pong = Some(Box::new(Pong { ping: vec![ping()] }));
    agree_in_part(&[Ping { pong, ..ping() }]);
}

/// rustc asks these questions, so they must have an end while it compiles.
const _: () = {
    let path = &[Step::Member("people"), Step::Item, Step::Member("boss"), Step::Member("age")];
    assert!(Kinds::at(Company::WRITTEN, path).includes(Kinds::NUMBER));
    assert!(!Kinds::at(Company::WRITTEN, path).may_be(Kinds::TEXT));
    assert!(matches!(Misfit::of(Company::WRITTEN, Company::READ).fit, Fit::Always));
    assert!(matches!(Misfit::of(Node::WRITTEN, Node::READ).fit, Fit::Always));
    assert!(matches!(Misfit::of(Company::WRITTEN, Person::READ).fit, Fit::Never));
};
