//! Made by tests/compiler/paths.rs: what the compiler makes of its paths.
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
    path_57,
    path_58,
    path_59,
    path_60,
    path_61,
    path_62,
    path_63,
    path_64,
    path_65,
    path_66,
    path_67,
    path_68,
    path_69,
    path_70,
    path_71,
    path_72,
    path_73,
    path_74,
    path_75,
    path_76,
    path_77,
    path_78,
    path_79,
    path_80,
    path_81,
    path_82,
    path_83,
    path_84,
    path_85,
    path_86,
    path_87,
    path_88,
    path_89,
    path_90,
    path_91,
];
/// `$`
fn path_0(data: &Value) -> Result<Value, Failed> {
    Ok(found(whole(data), "$", &[], data)?.clone())
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
            for node_0 in search.slice_of_array(data, Some(1), None, 1) {
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
            for node_0 in search.slice_of_array(data, None, Some(-1), 1) {
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
                for node_1 in search.slice_of_array(node_0, Some(0), Some(2), 1) {
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
            for node_0 in search.slice_of_array(data, None, None, 2) {
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
            for node_0 in search.slice_of_array(data, None, None, -1) {
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
            for node_0 in search.slice_of_array(data, Some(2), Some(0), -1) {
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
            for node_0 in search.slice_of_array(data, Some(-3), Some(9), 2) {
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
            for node_0 in search.slice_of_array(data, Some(1), Some(2), 0) {
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
/// `$['a','b']`
fn path_57(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$['a','b']",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(data.get("a"));
            union_0.extend(data.get("b"));
            for node_0 in union_0 {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$['a',0,'b',1:]`
fn path_58(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$['a',0,'b',1:]",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(data.get("a"));
            union_0.extend(search.item(data, 0));
            union_0.extend(data.get("b"));
            union_0.extend(search.slice(data, Some(1), None, 1));
            for node_0 in union_0 {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$..['a',*]`
fn path_59(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..['a',*]",
        |search| {
            for node_0 in search.descendants(data) {
                let mut union_1 = search.nodes();
                union_1.extend(node_0.get("a"));
                union_1.extend(search.children(node_0));
                for node_1 in union_1 {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?@.a]`
fn path_60(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?@.a]",
        |search| {
            for node_0 in search.children(data) {
                if node_0.at(["a"]).is_some() {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$.*[?@ == 1 || @ == 'text']`
fn path_61(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$.*[?@ == 1 || @ == 'text']",
        |search| {
            for node_0 in search.children(data) {
                for node_1 in search.children(node_0) {
                    if search.compares(Some(node_1), Order::Equals, Some(&Value::Int(1)))
                        || search
                            .compares(
                                Some(node_1),
                                Order::Equals,
                                Some(&Value::String(Text::new_static("text"))),
                            )
                    {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?@]`
fn path_62(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?@]",
        |search| {
            for node_0 in search.children(data) {
                if Some(node_0).is_some() {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?!@]`
fn path_63(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?!@]",
        |search| {
            for node_0 in search.children(data) {
                if Some(node_0).is_none() {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?@.a == 'text'].b`
fn path_64(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?@.a == 'text'].b",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if !search
                        .compares(
                            node_1.at(["a"]),
                            Order::Equals,
                            Some(&Value::String(Text::new_static("text"))),
                        )
                    {
                        continue;
                    }
                    if let Some(node_2) = node_1.at(["b"]) {
                        search.hit(node_2);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[0,?@.a,'b']`
fn path_65(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[0,?@.a,'b']",
        |search| {
            let mut union_0 = search.nodes();
            union_0.extend(search.item(data, 0));
            for node_0 in search.children(data) {
                if node_0.at(["a"]).is_some() {
                    union_0.push(node_0);
                }
            }
            union_0.extend(data.get("b"));
            for node_0 in union_0 {
                search.hit(node_0);
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?@ > 50,?@ < 20]`
fn path_66(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?@ > 50,?@ < 20]",
        |search| {
            for node_0 in search.descendants(data) {
                let mut union_1 = search.nodes();
                for node_1 in search.children(node_0) {
                    if search
                        .compares(
                            Some(node_1),
                            Order::GreaterThan,
                            Some(&Value::Int(50)),
                        )
                    {
                        union_1.push(node_1);
                    }
                }
                for node_1 in search.children(node_0) {
                    if search
                        .compares(Some(node_1), Order::LessThan, Some(&Value::Int(20)))
                    {
                        union_1.push(node_1);
                    }
                }
                for node_1 in union_1 {
                    search.hit(node_1);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?@.*]`
fn path_67(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?@.*]",
        |search| {
            for node_0 in search.children(data) {
                if search
                    .exists(|search| {
                        for node_1 in search.children(node_0) {
                            search.hit(node_1);
                        }
                    })
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?!@.*]`
fn path_68(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?!@.*]",
        |search| {
            for node_0 in search.children(data) {
                if !search
                    .exists(|search| {
                        for node_1 in search.children(node_0) {
                            search.hit(node_1);
                        }
                    })
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?@..a && @[0,1]]`
fn path_69(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?@..a && @[0,1]]",
        |search| {
            for node_0 in search.children(data) {
                if search
                    .exists(|search| {
                        for node_1 in search.descendants(node_0) {
                            if let Some(node_2) = node_1.at(["a"]) {
                                search.hit(node_2);
                            }
                        }
                    })
                    && search
                        .exists(|search| {
                            let mut union_1 = search.nodes();
                            union_1.extend(search.item(node_0, 0));
                            union_1.extend(search.item(node_0, 1));
                            for node_1 in union_1 {
                                search.hit(node_1);
                            }
                        })
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?@[?@.a]]`
fn path_70(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?@[?@.a]]",
        |search| {
            for node_0 in search.children(data) {
                if search
                    .exists(|search| {
                        for node_1 in search.children(node_0) {
                            if node_1.at(["a"]).is_some() {
                                search.hit(node_1);
                            }
                        }
                    })
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?@[?@.b == $.a]]`
fn path_71(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?@[?@.b == $.a]]",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if search
                        .exists(|search| {
                            for node_2 in search.children(node_1) {
                                if search
                                    .compares(node_2.at(["b"]), Order::Equals, data.at(["a"]))
                                {
                                    search.hit(node_2);
                                }
                            }
                        })
                    {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?@.b == $['a b'] || @.a <= $.a]`
fn path_72(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?@.b == $['a b'] || @.a <= $.a]",
        |search| {
            for node_0 in search.children(data) {
                if search.compares(node_0.at(["b"]), Order::Equals, data.at(["a b"]))
                    || search
                        .compares(
                            node_0.at(["a"]),
                            Order::LessThanEquals,
                            data.at(["a"]),
                        )
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?@ == $.a]`
fn path_73(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?@ == $.a]",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if search.compares(Some(node_1), Order::Equals, data.at(["a"])) {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?$.a]`
fn path_74(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?$.a]",
        |search| {
            for node_0 in search.children(data) {
                if data.at(["a"]).is_some() {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?$..b]`
fn path_75(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?$..b]",
        |search| {
            for node_0 in search.children(data) {
                if search
                    .exists(|search| {
                        for node_1 in search.descendants(data) {
                            if let Some(node_2) = node_1.at(["b"]) {
                                search.hit(node_2);
                            }
                        }
                    })
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?length(@) == 4]`
fn path_76(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?length(@) == 4]",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if compared(
                        length(Some(node_1), search).as_ref(),
                        Order::Equals,
                        Some(&Value::Int(4)),
                        search,
                    ) {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?length(@.a) >= length(@.b)]`
fn path_77(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?length(@.a) >= length(@.b)]",
        |search| {
            for node_0 in search.children(data) {
                if compared(
                    length(node_0.at(["a"]), search).as_ref(),
                    Order::GreaterThanEquals,
                    length(node_0.at(["b"]), search).as_ref(),
                    search,
                ) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?length(@.a) == length(@['a b'])]`
fn path_78(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?length(@.a) == length(@['a b'])]",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if compared(
                        length(node_1.at(["a"]), search).as_ref(),
                        Order::Equals,
                        length(node_1.at(["a b"]), search).as_ref(),
                        search,
                    ) {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?count(@.*) > 1]`
fn path_79(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?count(@.*) > 1]",
        |search| {
            for node_0 in search.children(data) {
                if compared(
                    search
                        .count(|search| {
                            for node_1 in search.children(node_0) {
                                search.hit(node_1);
                            }
                        })
                        .as_ref(),
                    Order::GreaterThan,
                    Some(&Value::Int(1)),
                    search,
                ) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?count(@..*) != count($.*)]`
fn path_80(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?count(@..*) != count($.*)]",
        |search| {
            for node_0 in search.children(data) {
                if !compared(
                    search
                        .count(|search| {
                            for node_1 in search.descendants(node_0) {
                                for node_2 in search.children(node_1) {
                                    search.hit(node_2);
                                }
                            }
                        })
                        .as_ref(),
                    Order::Equals,
                    search
                        .count(|search| {
                            for node_1 in search.children(data) {
                                search.hit(node_1);
                            }
                        })
                        .as_ref(),
                    search,
                ) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?2 <= count(@['a','b'])]`
fn path_81(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?2 <= count(@['a','b'])]",
        |search| {
            for node_0 in search.children(data) {
                if compared(
                    Some(&Value::Int(2)),
                    Order::LessThanEquals,
                    search
                        .count(|search| {
                            let mut union_1 = search.nodes();
                            union_1.extend(node_0.get("a"));
                            union_1.extend(node_0.get("b"));
                            for node_1 in union_1 {
                                search.hit(node_1);
                            }
                        })
                        .as_ref(),
                    search,
                ) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?value(@.*) == 1]`
fn path_82(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?value(@.*) == 1]",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if compared(
                        search
                            .only(|search| {
                                for node_2 in search.children(node_1) {
                                    search.hit(node_2);
                                }
                            })
                            .as_ref(),
                        Order::Equals,
                        Some(&Value::Int(1)),
                        search,
                    ) {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?value(@..a) == 'text']`
fn path_83(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?value(@..a) == 'text']",
        |search| {
            for node_0 in search.children(data) {
                if compared(
                    search
                        .only(|search| {
                            for node_1 in search.descendants(node_0) {
                                if let Some(node_2) = node_1.at(["a"]) {
                                    search.hit(node_2);
                                }
                            }
                        })
                        .as_ref(),
                    Order::Equals,
                    Some(&Value::String(Text::new_static("text"))),
                    search,
                ) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?length(value(@.*)) == 4]`
fn path_84(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?length(value(@.*)) == 4]",
        |search| {
            for node_0 in search.children(data) {
                if compared(
                    length(
                            search
                                .only(|search| {
                                    for node_1 in search.children(node_0) {
                                        search.hit(node_1);
                                    }
                                })
                                .as_ref(),
                            search,
                        )
                        .as_ref(),
                    Order::Equals,
                    Some(&Value::Int(4)),
                    search,
                ) {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?match(@, 'text')]`
fn path_85(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?match(@, 'text')]",
        |search| {
            needs_patterns!(
                "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
            );
            static PATTERN_0: Pattern = Pattern::new("^(?:text)$", 4);
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if PATTERN_0.matches(Some(node_1), search) {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?!match(@.a, 'te.')].a`
fn path_86(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?!match(@.a, 'te.')].a",
        |search| {
            needs_patterns!(
                "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
            );
            static PATTERN_0: Pattern = Pattern::new("^(?:te[^\\n\\r])$", 3);
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if PATTERN_0.matches(node_1.at(["a"]), search) {
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
/// `$..[?search(@.a, 'e.') && !search(@.a, 'x.t')]`
fn path_87(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?search(@.a, 'e.') && !search(@.a, 'x.t')]",
        |search| {
            needs_patterns!(
                "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
            );
            static PATTERN_0: Pattern = Pattern::new("e[^\\n\\r]", 2);
            static PATTERN_1: Pattern = Pattern::new("x[^\\n\\r]t", 3);
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if PATTERN_0.matches(node_1.at(["a"]), search)
                        && !PATTERN_1.matches(node_1.at(["a"]), search)
                    {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$[?search(@.a, $.b) || match($.a, @.b)]`
fn path_88(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$[?search(@.a, $.b) || match($.a, @.b)]",
        |search| {
            needs_patterns!(
                "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
            );
            for node_0 in search.children(data) {
                if matches(node_0.at(["a"]), data.at(["b"]), Extent::Part, search)
                    || matches(data.at(["a"]), node_0.at(["b"]), Extent::Whole, search)
                {
                    search.hit(node_0);
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?match(@.a, 1)]`
fn path_89(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?match(@.a, 1)]",
        |search| {
            needs_patterns!(
                "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
            );
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if matches(
                        node_1.at(["a"]),
                        Some(&Value::Int(1)),
                        Extent::Whole,
                        search,
                    ) {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?search(value(@.*), 'x')]`
fn path_90(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?search(value(@.*), 'x')]",
        |search| {
            needs_patterns!(
                "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
            );
            static PATTERN_0: Pattern = Pattern::new("x", 1);
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if PATTERN_0
                        .matches(
                            search
                                .only(|search| {
                                    for node_2 in search.children(node_1) {
                                        search.hit(node_2);
                                    }
                                })
                                .as_ref(),
                            search,
                        )
                    {
                        search.hit(node_1);
                    }
                }
            }
        },
    )?;
    Ok(hits)
}
/// `$..[?(@.a && (@.b || @.c)) || !(@ == null)]..[?@ >= 90]`
fn path_91(data: &Value) -> Result<Value, Failed> {
    let hits = gather(
        "$..[?(@.a && (@.b || @.c)) || !(@ == null)]..[?@ >= 90]",
        |search| {
            for node_0 in search.descendants(data) {
                for node_1 in search.children(node_0) {
                    if !((node_1.at(["a"]).is_some()
                        && (node_1.at(["b"]).is_some() || node_1.at(["c"]).is_some()))
                        || !search
                            .compares(Some(node_1), Order::Equals, Some(&Value::Null)))
                    {
                        continue;
                    }
                    for node_2 in search.descendants(node_1) {
                        for node_3 in search.children(node_2) {
                            if search
                                .compares(
                                    Some(node_3),
                                    Order::GreaterThanEquals,
                                    Some(&Value::Int(90)),
                                )
                            {
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
