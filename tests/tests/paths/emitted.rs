//! Made by tests/paths.rs: what the compiler makes of its paths.
use asl_runtime::__private::*;
use asl_runtime::error::Failed;
use asl_runtime::Value;
pub(crate) type Find = fn(&Value) -> Result<Value, Failed>;
pub(crate) const ALL: &[Find] = &[
    path_0,
    path_1,
    path_2,
    path_3,
    path_4,
    path_5,
    path_6,
    path_7,
    path_8,
    path_9,
    path_10,
    path_11,
    path_12,
    path_13,
    path_14,
    path_15,
    path_16,
    path_17,
    path_18,
    path_19,
    path_20,
    path_21,
    path_22,
    path_23,
    path_24,
    path_25,
    path_26,
    path_27,
    path_28,
    path_29,
    path_30,
    path_31,
    path_32,
    path_33,
    path_34,
    path_35,
    path_36,
    path_37,
    path_38,
    path_39,
    path_40,
    path_41,
    path_42,
    path_43,
    path_44,
    path_45,
    path_46,
    path_47,
    path_48,
    path_49,
    path_50,
    path_51,
    path_52,
    path_53,
    path_54,
    path_55,
    path_56,
];
/// `$`
fn path_0(data: &Value) -> Result<Value, Failed> {
    Ok(found(Some(data), "$", &[], data)?.clone())
}
/// `$.a`
fn path_1(data: &Value) -> Result<Value, Failed> {
    Ok(found(data.at(["a"]), "$.a", &[Seg::Key("a")], data)?.clone())
}
/// `$.a.b`
fn path_2(data: &Value) -> Result<Value, Failed> {
    Ok(
        found(data.at(["a", "b"]), "$.a.b", &[Seg::Key("a"), Seg::Key("b")], data)?
            .clone(),
    )
}
/// `$['a b']`
fn path_3(data: &Value) -> Result<Value, Failed> {
    Ok(found(data.at(["a b"]), "$['a b']", &[Seg::Key("a b")], data)?.clone())
}
/// `$[0]`
fn path_4(data: &Value) -> Result<Value, Failed> {
    Ok(found(item(data, 0), "$[0]", &[Seg::Index(0)], data)?.clone())
}
/// `$[-1]`
fn path_5(data: &Value) -> Result<Value, Failed> {
    Ok(found(item(data, -1), "$[-1]", &[Seg::Index(-1)], data)?.clone())
}
/// `$.a[0]`
fn path_6(data: &Value) -> Result<Value, Failed> {
    Ok(
        found(
                data.at(["a"]).and_then(|node| item(node, 0)),
                "$.a[0]",
                &[Seg::Key("a"), Seg::Index(0)],
                data,
            )?
            .clone(),
    )
}
/// `$.a[-2].b`
fn path_7(data: &Value) -> Result<Value, Failed> {
    Ok(
        found(
                data
                    .at(["a"])
                    .and_then(|node| item(node, -2))
                    .and_then(|node| node.at(["b"])),
                "$.a[-2].b",
                &[Seg::Key("a"), Seg::Index(-2), Seg::Key("b")],
                data,
            )?
            .clone(),
    )
}
/// `$[1][0].a.b[2]`
fn path_8(data: &Value) -> Result<Value, Failed> {
    Ok(
        found(
                item(data, 1)
                    .and_then(|node| item(node, 0))
                    .and_then(|node| node.at(["a", "b"]))
                    .and_then(|node| item(node, 2)),
                "$[1][0].a.b[2]",
                &[
                    Seg::Index(1),
                    Seg::Index(0),
                    Seg::Key("a"),
                    Seg::Key("b"),
                    Seg::Index(2),
                ],
                data,
            )?
            .clone(),
    )
}
/// `$.a.b.c`
fn path_9(data: &Value) -> Result<Value, Failed> {
    Ok(
        found(
                data.at(["a", "b", "c"]),
                "$.a.b.c",
                &[Seg::Key("a"), Seg::Key("b"), Seg::Key("c")],
                data,
            )?
            .clone(),
    )
}
/// `$.*`
fn path_10(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.*",
        |search| {
            for node_0 in search.children(data) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[*]`
fn path_11(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*]",
        |search| {
            for node_0 in search.children(data) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$.a[*]`
fn path_12(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a[*]",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                for node_1 in search.children(node_0) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[*].a`
fn path_13(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*].a",
        |search| {
            for node_0 in search.children(data) {
                if let Some(node_1) = node_0.at(["a"]) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$.*.*`
fn path_14(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.*.*",
        |search| {
            for node_0 in search.children(data) {
                for node_1 in search.children(node_0) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$.a[*].b[*]`
fn path_15(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a[*].b[*]",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                for node_1 in search.children(node_0) {
                    if let Some(node_2) = node_1.at(["b"]) {
                        for node_3 in search.children(node_2) {
                            search.hit(node_3);
                        }
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[*][0]`
fn path_16(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*][0]",
        |search| {
            for node_0 in search.children(data) {
                if let Some(node_1) = item(node_0, 0) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[*][-1].b`
fn path_17(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*][-1].b",
        |search| {
            for node_0 in search.children(data) {
                if let Some(node_1) = item(node_0, -1).and_then(|node| node.at(["b"])) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[0,1]`
fn path_18(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[0,1]",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(search.item(data, 0));
            union_0.extend(search.item(data, 1));
            for node_0 in union_0 {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[-1,0,0]`
fn path_19(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[-1,0,0]",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(search.item(data, -1));
            union_0.extend(search.item(data, 0));
            union_0.extend(search.item(data, 0));
            for node_0 in union_0 {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$.a[0,2].b`
fn path_20(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a[0,2].b",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                let mut union_1 = search.nodes();
                union_1.extend(search.item(node_0, 0));
                union_1.extend(search.item(node_0, 2));
                for node_1 in union_1 {
                    if let Some(node_2) = node_1.at(["b"]) {
                        search.hit(node_2);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[*,0]`
fn path_21(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*,0]",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(search.children(data));
            union_0.extend(search.item(data, 0));
            for node_0 in union_0 {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[0,1][*,1]`
fn path_22(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[0,1][*,1]",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(search.item(data, 0));
            union_0.extend(search.item(data, 1));
            for node_0 in union_0 {
                let mut union_1 = search.nodes();
                union_1.extend(search.children(node_0));
                union_1.extend(search.item(node_0, 1));
                for node_1 in union_1 {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[1:]`
fn path_23(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[1:]",
        |search| {
            for node_0 in search.slice(data, Some(1), None, 1) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[:-1]`
fn path_24(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[:-1]",
        |search| {
            for node_0 in search.slice(data, None, Some(-1), 1) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$.a[0..1]`
fn path_25(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a[0..1]",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                for node_1 in search.slice(node_0, Some(0), Some(2), 1) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[::2]`
fn path_26(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[::2]",
        |search| {
            for node_0 in search.slice(data, None, None, 2) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[::-1]`
fn path_27(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[::-1]",
        |search| {
            for node_0 in search.slice(data, None, None, -1) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[2:0:-1]`
fn path_28(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[2:0:-1]",
        |search| {
            for node_0 in search.slice(data, Some(2), Some(0), -1) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$[-3:9:2].a`
fn path_29(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[-3:9:2].a",
        |search| {
            for node_0 in search.slice(data, Some(-3), Some(9), 2) {
                if let Some(node_1) = node_0.at(["a"]) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[1:2:0]`
fn path_30(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[1:2:0]",
        |search| {
            for node_0 in search.slice(data, Some(1), Some(2), 0) {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$..a`
fn path_31(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..a",
        |search| {
            for node_0 in search.descendants(data) {
                if let Some(node_1) = node_0.at(["a"]) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..*`
fn path_32(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..*",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[0]`
fn path_33(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[0]",
        |search| {
            for node_0 in search.descendants(data) {
                if let Some(node_1) = item(node_0, 0) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..a..b`
fn path_34(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..a..b",
        |search| {
            for node_0 in search.descendants(data) {
                if let Some(node_1) = node_0.at(["a"]) {
                    for node_2 in search.descendants(node_1) {
                        if let Some(node_3) = node_2.at(["b"]) {
                            search.hit(node_3);
                        }
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$.a..[0,-1:].*`
fn path_35(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a..[0,-1:].*",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                for node_1 in search.descendants(node_0) {
                    let mut union_2 = search.nodes();
                    union_2.extend(search.item(node_1, 0));
                    union_2.extend(search.slice(node_1, Some(-1), None, 1));
                    for node_2 in union_2 {
                        for node_3 in search.children(node_2) {
                            search.hit(node_3);
                        }
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$['a','b']`
fn path_36(data: &Value) -> Result<Value, Failed> {
    found(members(data, ["a", "b"]), "$['a','b']", &[Seg::Key("a','b")], data)
}
/// `$.a[0]['a','a b','a']`
fn path_37(data: &Value) -> Result<Value, Failed> {
    found(
        data
            .at(["a"])
            .and_then(|node| item(node, 0))
            .and_then(|node| members(node, ["a", "a b", "a"])),
        "$.a[0]['a','a b','a']",
        &[Seg::Key("a"), Seg::Index(0), Seg::Key("a','a b','a")],
        data,
    )
}
/// `$[*]['a','b']`
fn path_38(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*]['a','b']",
        |search| {
            for node_0 in search.children(data) {
                if let Some(node_1) = search.members(node_0, ["a", "b"]) {
                    search.hit(&node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..['a','b']`
fn path_39(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..['a','b']",
        |search| {
            for node_0 in search.descendants(data) {
                if let Some(node_1) = search.all_members(node_0, ["a", "b"]) {
                    search.hit(&node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(@.a)]`
fn path_40(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(@.a)]",
        |search| {
            for node_0 in search.objects(data) {
                if node_0.at(["a"]).is_some() {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$.a[?(!@.a)]`
fn path_41(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a[?(!@.a)]",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                for node_1 in search.objects(node_0) {
                    if node_1.at(["a"]).is_none() {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$.a[?(@.a == 1 || @.b == 'text')].a`
fn path_42(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.a[?(@.a == 1 || @.b == 'text')].a",
        |search| {
            if let Some(node_0) = data.at(["a"]) {
                for node_1 in search.objects(node_0) {
                    if !(search
                        .compares(node_1.at(["a"]), Order::Equals, Some(&Value::Int(1)))
                        || search
                            .compares(
                                node_1.at(["b"]),
                                Order::Equals,
                                Some(&Value::String(Text::new_static("text"))),
                            ))
                    {
                        continue;
                    }
                    if let Some(node_2) = node_1.at(["a"]) {
                        search.hit(node_2);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(@.a != @.b)]`
fn path_43(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(@.a != @.b)]",
        |search| {
            for node_0 in search.objects(data) {
                if !search.compares(node_0.at(["a"]), Order::Equals, node_0.at(["b"])) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(@.a == @.b && @.a)]`
fn path_44(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(@.a == @.b && @.a)]",
        |search| {
            for node_0 in search.objects(data) {
                if search.compares(node_0.at(["a"]), Order::Equals, node_0.at(["b"]))
                    && node_0.at(["a"]).is_some()
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?(@.a == @.b)]`
fn path_45(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?(@.a == @.b)]",
        |search| {
            for node_0 in search.objects_below(data) {
                if search.compares(node_0.at(["a"]), Order::Equals, node_0.at(["b"])) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?(@.a >= 50 && @.a < 60.5)].a`
fn path_46(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?(@.a >= 50 && @.a < 60.5)].a",
        |search| {
            for node_0 in search.objects_below(data) {
                if !(search
                    .compares(
                        node_0.at(["a"]),
                        Order::GreaterThanEquals,
                        Some(&Value::Int(50)),
                    )
                    && search
                        .compares(
                            node_0.at(["a"]),
                            Order::LessThan,
                            Some(&Value::Float(60.5)),
                        ))
                {
                    continue;
                }
                if let Some(node_1) = node_0.at(["a"]) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?(@.a > @.b.a || @.a[0] <= @.b[-1])]`
fn path_47(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?(@.a > @.b.a || @.a[0] <= @.b[-1])]",
        |search| {
            for node_0 in search.objects_below(data) {
                if search
                    .compares(
                        node_0.at(["a"]),
                        Order::GreaterThan,
                        node_0.at(["b", "a"]),
                    )
                    || search
                        .compares(
                            node_0.at(["a"]).and_then(|node| item(node, 0)),
                            Order::LessThanEquals,
                            node_0.at(["b"]).and_then(|node| item(node, -1)),
                        )
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?(@.a == true || @.b == null)]`
fn path_48(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?(@.a == true || @.b == null)]",
        |search| {
            for node_0 in search.objects_below(data) {
                if search
                    .compares(node_0.at(["a"]), Order::Equals, Some(&Value::Bool(true)))
                    || search
                        .compares(node_0.at(["b"]), Order::Equals, Some(&Value::Null))
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(!(@.a && (@.b || @.c)))].c`
fn path_49(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(!(@.a && (@.b || @.c)))].c",
        |search| {
            for node_0 in search.objects(data) {
                if node_0.at(["a"]).is_some()
                    && (node_0.at(["b"]).is_some() || node_0.at(["c"]).is_some())
                {
                    continue;
                }
                if let Some(node_1) = node_0.at(["c"]) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?(!(@.a != 'text'))]['b','a']`
fn path_50(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?(!(@.a != 'text'))]['b','a']",
        |search| {
            for node_0 in search.objects_below(data) {
                if !search
                    .compares(
                        node_0.at(["a"]),
                        Order::Equals,
                        Some(&Value::String(Text::new_static("text"))),
                    )
                {
                    continue;
                }
                if let Some(node_1) = search.members(node_0, ["b", "a"]) {
                    search.hit(&node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?('text' >= @['a b'])]`
fn path_51(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?('text' >= @['a b'])]",
        |search| {
            for node_0 in search.objects_below(data) {
                if search
                    .compares(
                        Some(&Value::String(Text::new_static("text"))),
                        Order::GreaterThanEquals,
                        node_0.at(["a b"]),
                    )
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(@.a <= null)].b`
fn path_52(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(@.a <= null)].b",
        |search| {
            for node_0 in search.objects(data) {
                if !search
                    .compares(
                        node_0.at(["a"]),
                        Order::LessThanEquals,
                        Some(&Value::Null),
                    )
                {
                    continue;
                }
                if let Some(node_1) = node_0.at(["b"]) {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[*][?(@.a)].a[?(@.b)]`
fn path_53(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[*][?(@.a)].a[?(@.b)]",
        |search| {
            for node_0 in search.children(data) {
                for node_1 in search.objects(node_0) {
                    if node_1.at(["a"]).is_none() {
                        continue;
                    }
                    if let Some(node_2) = node_1.at(["a"]) {
                        for node_3 in search.objects(node_2) {
                            if node_3.at(["b"]).is_some() {
                                search.hit(node_3);
                            }
                        }
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(1 == 1.0)]`
fn path_54(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(1 == 1.0)]",
        |search| {
            for node_0 in search.objects(data) {
                if search
                    .compares(
                        Some(&Value::Int(1)),
                        Order::Equals,
                        Some(&Value::Float(1.0)),
                    )
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?(1 < 1)]`
fn path_55(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?(1 < 1)]",
        |search| {
            for node_0 in search.objects(data) {
                if search
                    .compares(
                        Some(&Value::Int(1)),
                        Order::LessThan,
                        Some(&Value::Int(1)),
                    )
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?@.a < 50]..[?@.b]`
fn path_56(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?@.a < 50]..[?@.b]",
        |search| {
            for node_0 in search.objects_below(data) {
                if !search
                    .compares(node_0.at(["a"]), Order::LessThan, Some(&Value::Int(50)))
                {
                    continue;
                }
                for node_1 in search.objects_below(node_0) {
                    if node_1.at(["b"]).is_some() {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
