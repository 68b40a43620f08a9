//! Methods of `.proto` files.

use super::Beside;
use crate::ir::function::{Call, Described, Field, NamedKind, Others, Rpc, Shape};

const ORDERS: &str = r#"syntax = "proto3";
package shop.v1;

import "google/protobuf/timestamp.proto";
import "shop/v1/line.proto";

service Orders {
  rpc Find(FindRequest) returns (Order);
  rpc Watch(FindRequest) returns (stream Order);
}

message FindRequest {
  int64 order_id = 1;
  repeated Line lines = 2;
}

enum State {
  OPEN = 0;
  SENT = 1;
}

message Order {
  int64 id = 1;
  State state = 2;
  optional string note = 3;
  google.protobuf.Timestamp made_at = 4;
  map<string, double> prices = 5;
  Order before = 6;
}
"#;

const LINE: &str =
    "syntax = \"proto3\";\npackage shop.v1;\nmessage Line { string sku = 1; uint32 amount = 2; }\n";

fn orders(test: &str) -> Beside {
    Beside::new(
        test,
        &[("protos/shop/v1/orders.proto", ORDERS), ("protos/shop/v1/line.proto", LINE)],
    )
}

const FIND: &str = "protos/shop/v1/orders.proto#Orders#Find";

fn rpc(described: &Described) -> &Rpc {
    let Call::Rpc(rpc) = &described.call else { panic!("is gRPC") };
    rpc
}

#[test]
fn a_method_is_read_with_its_imports() {
    let beside = orders("method");
    for operation in [
        FIND,
        "file:protos/shop/v1/orders.proto#shop.v1.Orders#Find",
        "protos/shop/v1/orders.proto#orders#find",
    ] {
        let (described, report) = beside.describe(operation);
        let described = described.unwrap_or_else(|| panic!("{report}"));
        assert_eq!(
            (rpc(&described).service.as_str(), rpc(&described).method.as_str()),
            ("shop.v1.Orders", "Find")
        );
        let pool =
            prost_reflect::DescriptorPool::decode(rpc(&described).descriptors.as_ref()).unwrap();
        assert!(pool.get_message_by_name("shop.v1.Line").is_some());
        assert!(pool.get_message_by_name("google.protobuf.Timestamp").is_some());
    }
}

#[test]
fn fields_have_the_names_and_shapes_of_the_json_mapping() {
    let beside = orders("fields");
    let (described, _) = beside.describe(FIND);
    let described = described.unwrap();
    assert_eq!(described.others, Others::None);
    let [order_id, lines] = described.arguments.as_slice() else { panic!("two arguments") };
    assert_eq!((order_id.name.as_str(), order_id.alias.as_deref()), ("orderId", Some("order_id")));
    assert_eq!((&order_id.shape, order_id.required), (&Shape::Integer, false));
    assert!(matches!(&lines.shape, Shape::Array(line) if matches!(**line, Shape::Named(_))));
    let Shape::Named(id) = described.result else { panic!("a message") };
    let NamedKind::Object { fields, open: false } = &described.shapes.get(id).unwrap().kind else {
        panic!("an object")
    };
    let field = |name: &str| -> &Field { fields.iter().find(|field| field.name == name).unwrap() };
    assert!(field("id").required && !field("note").required && !field("before").required);
    assert_eq!(
        (&field("madeAt").shape, &field("before").shape),
        (&Shape::String, &described.result)
    );
    assert_eq!(field("prices").shape, Shape::Map(Box::new(Shape::Number)));
}

#[test]
fn faults_of_files_and_names_are_shown_where_they_are() {
    let documents = [
        ("orders.proto", ORDERS),
        ("broken.proto", "syntax = \"proto3\";\nmessage A { strin b = 1 }\n"),
        ("type.proto", "syntax = \"proto3\";\nmessage A {\n  Missing b = 1;\n}\n"),
        ("empty.proto", "syntax = \"proto3\";\n"),
    ];
    let beside = Beside::new("faults", &documents);
    let report = |operation: &str| beside.describe(operation).1;
    let import = report("orders.proto#Orders#Find");
    assert!(
        import.contains("error[ASL2156]: ")
            && import.contains("line.proto")
            && import.contains("orders.proto:5:"),
        "{import}"
    );
    let broken = report("broken.proto#A#B");
    assert!(broken.contains("error[ASL2156]: ") && broken.contains("broken.proto:2:"), "{broken}");
    let unresolved = report("type.proto#A#B");
    assert!(unresolved.contains("Missing") && unresolved.contains("type.proto:3:"), "{unresolved}");
    assert!(
        report("empty.proto#A#B").contains("error[ASL2151]: no service of the file is called `A`")
    );
    let beside = orders("names");
    let report = |operation: &str| beside.describe(operation).1;
    let service = report("protos/shop/v1/orders.proto#Order#Find");
    assert!(service.contains("did you mean `shop.v1.Orders`?"), "{service}");
    let method = report("protos/shop/v1/orders.proto#Orders#Fnid");
    assert!(
        method.contains("no method of `shop.v1.Orders` is called `Fnid`")
            && method.contains("`Find`"),
        "{method}"
    );
    let streams = report("protos/shop/v1/orders.proto#Orders#Watch");
    assert!(streams.contains("error[ASL2157]: `Watch` streams"), "{streams}");
}

#[test]
fn arguments_are_checked_against_the_message() {
    let beside = orders("arguments");
    assert_eq!(
        beside.call(FIND, r#"{"orderId": 7, "lines": [{"sku": "a", "amount": "2"}]}"#).1,
        ""
    );
    assert_eq!(beside.call(FIND, r#"{"order_id": "7"}"#).1, "");
    let findings = |arguments: &str| beside.findings(FIND, arguments);
    assert_eq!(
        findings(r#"{"orderid": 7, "x": 1}"#),
        [
            "error[ASL2153]: `f` has no argument `orderid`",
            "error[ASL2153]: `f` has no argument `x`"
        ]
    );
    assert_eq!(
        findings(r#"{"lines": [{"sku": 1}]}"#),
        ["error[ASL2155]: `lines[0].sku` must be a string"]
    );
    assert_eq!(
        findings(r#"{"orderId": "x"}"#),
        ["error[ASL2155]: `orderId` must be a whole number"]
    );
}

#[test]
fn mutated_files_bring_nothing_down() {
    let pieces = [
        "\"",
        "{",
        "}",
        ";",
        "7",
        "import \"orders.proto\";",
        "stream ",
        "Order",
        "\n",
        "map<",
        "oneof x {",
    ];
    for at in (0..ORDERS.len()).step_by(5) {
        let piece = pieces[at % pieces.len()];
        let mutated =
            format!("{}{piece}{}", &ORDERS[..at], &ORDERS[(at + at % 5).min(ORDERS.len())..]);
        let beside = Beside::new(
            "mutated-proto",
            &[("shop/v1/orders.proto", &mutated), ("shop/v1/line.proto", LINE)],
        );
        beside.call("shop/v1/orders.proto#Orders#Find", r#"{"orderId": 7, "lines": [{"sku": 1}]}"#);
    }
}
