//! Nesting of all shapes, those of old writers too.

use super::{TestFile, good_file};
use crate::compress::Codec;
use crate::encode::Encoding;
use crate::file::column::{Layout, Version};
use crate::file::schema::{Converted, Element, Repetition, logical};
use crate::file::shred::{self, Datum, group, items, list};
use crate::values::Physical;
use Repetition::{Optional, Repeated, Required};

pub(super) fn add(files: &mut Vec<TestFile>) {
    let mut add = |name: &str, about: &str, elements: Vec<Element>, rows: &[Datum]| {
        for (version, suffix) in [(Version::V1, "v1"), (Version::V2, "v2")] {
            let layout = Layout {
                version,
                rows_per_page: 3,
                codec: if version == Version::V1 {
                    Codec::Snappy
                } else {
                    Codec::Zstd
                },
                encoding: if version == Version::V1 {
                    Encoding::Plain
                } else {
                    Encoding::RleDictionary
                },
                crc: true,
            };
            let name = format!("nested_{name}_{suffix}");
            files.push(good_file(
                &name,
                about,
                shred::file(elements.clone(), rows, layout),
            ));
        }
    };
    lists(&mut add);
    structs(&mut add);
    maps(&mut add);
    legacy_lists(&mut add);
    legacy_maps(&mut add);
}

type Add<'a> = dyn FnMut(&str, &str, Vec<Element>, &[Datum]) + 'a;

fn int(name: &str, repetition: Repetition) -> Element {
    Element::leaf(name, repetition, Physical::Int32)
}

fn text(name: &str, repetition: Repetition) -> Element {
    Element::leaf(name, repetition, Physical::ByteArray)
        .converted(Converted::Utf8)
        .logical(logical::string())
}

fn list_group(name: &str, repetition: Repetition) -> Element {
    Element::group(name, repetition, 1)
        .converted(Converted::List)
        .logical(logical::list())
}

fn row(datum: Datum) -> Datum {
    group([datum])
}

/// Lists of numbers with nulls and empties, often enough to cross pages.
fn number_lists() -> Vec<Datum> {
    let once = [
        row(list([Some(1), None, Some(3)])),
        row(Datum::Null),
        row(list::<i32>([])),
        row(list([None::<i32>])),
        row(list([4, 5, 6, 7, 8])),
    ];
    once.iter().cycle().take(23).cloned().collect()
}

fn lists(add: &mut Add<'_>) {
    add(
        "list",
        "list of int32 with nulls and empties at both levels",
        vec![
            Element::root(1),
            list_group("a", Optional),
            Element::group("list", Repeated, 1),
            int("element", Optional),
        ],
        &number_lists(),
    );
    let required: Vec<Datum> = (0..20).map(|i| row(list(0..i % 4))).collect();
    add(
        "list_required",
        "list of int32, nothing optional",
        vec![
            Element::root(1),
            list_group("a", Required),
            Element::group("list", Repeated, 1),
            int("element", Required),
        ],
        &required,
    );
    let all_null: Vec<Datum> = (0..10).map(|_| row(Datum::Null)).collect();
    let list_elements = vec![
        Element::root(1),
        list_group("a", Optional),
        Element::group("list", Repeated, 1),
        text("element", Optional),
    ];
    add(
        "list_all_null",
        "lists that are all null",
        list_elements.clone(),
        &all_null,
    );
    let all_empty: Vec<Datum> = (0..10).map(|_| row(list::<i32>([]))).collect();
    add(
        "list_all_empty",
        "lists that are all empty",
        list_elements.clone(),
        &all_empty,
    );
    let long = |i: i32| {
        row(list(
            (0..500).map(|k| ["x", "yy", ""][((k + i) % 3) as usize]),
        ))
    };
    let long: Vec<Datum> = (0..4).map(long).collect();
    add("list_long", "lists of 500 strings", list_elements, &long);
    let lists_of_lists = [
        row(list([
            list([1, 2]),
            Datum::Null,
            list::<i32>([]),
            list([None, Some(3)]),
        ])),
        row(Datum::Null),
        row(list::<Datum>([])),
        row(list([Datum::Null, Datum::Null])),
        row(list([list([9])])),
    ];
    add(
        "list_of_list",
        "list of list of int32 with nulls and empties at every level",
        vec![
            Element::root(1),
            list_group("a", Optional),
            Element::group("list", Repeated, 1),
            list_group("element", Optional),
            Element::group("list", Repeated, 1),
            int("element", Optional),
        ],
        &lists_of_lists,
    );
    let structs = [
        row(list([
            group([1.into(), "one".into()]),
            Datum::Null,
            group([2.into(), Datum::Null]),
        ])),
        row(list::<Datum>([])),
        row(Datum::Null),
        row(list([group([3.into(), "three".into()])])),
    ];
    add(
        "list_of_struct",
        "list of struct of int32 and string",
        vec![
            Element::root(1),
            list_group("a", Optional),
            Element::group("list", Repeated, 1),
            Element::group("element", Optional, 2),
            int("x", Required),
            text("y", Optional),
        ],
        &structs,
    );
}

fn structs(add: &mut Add<'_>) {
    let rows: Vec<Datum> = (0..14)
        .map(|i| match i % 5 {
            0 => group([i.into(), Datum::Null]),
            1 => group([i.into(), group([Datum::Null, Datum::Null])]),
            2 => group([i.into(), group([i.into(), group([Datum::Null])])]),
            _ => group([i.into(), group([Datum::Null, group(["deep".into()])])]),
        })
        .collect();
    add(
        "struct",
        "structs in structs, null at each level in turn",
        vec![
            Element::root(2),
            int("id", Required),
            Element::group("s", Optional, 2),
            int("x", Optional),
            Element::group("t", Optional, 1),
            text("y", Optional),
        ],
        &rows,
    );
    let rows: Vec<Datum> = (0..9)
        .map(|i| group([group([group([i.into()])]), i.into()]))
        .collect();
    add(
        "struct_required",
        "structs that are required all the way",
        vec![
            Element::root(2),
            Element::group("s", Required, 1),
            Element::group("t", Required, 1),
            int("x", Required),
            int("y", Required),
        ],
        &rows,
    );
    let rows: Vec<Datum> = (0..8)
        .map(|i| {
            let inner = if i % 3 == 0 {
                Datum::Null
            } else {
                list([Some(i), None])
            };
            row(if i % 4 == 3 {
                Datum::Null
            } else {
                group([i.into(), inner])
            })
        })
        .collect();
    add(
        "struct_of_list",
        "a struct with a list in it",
        vec![
            Element::root(1),
            Element::group("s", Optional, 2),
            int("x", Required),
            list_group("l", Optional),
            Element::group("list", Repeated, 1),
            int("element", Optional),
        ],
        &rows,
    );
    let depth = 20;
    let mut elements = vec![Element::root(1)];
    let mut datum: Datum = 7.into();
    for level in 0..depth {
        elements.push(list_group(&format!("l{level}"), Optional));
        elements.push(Element::group("list", Repeated, 1));
        datum = list([datum]);
    }
    elements.push(int("element", Optional));
    add(
        "deep",
        "lists twenty deep",
        elements,
        &[row(datum), row(Datum::Null), row(list::<Datum>([]))],
    );
}

fn map_group(name: &str, repetition: Repetition, converted: Converted) -> Element {
    Element::group(name, repetition, 1).converted(converted)
}

fn entry(key: &str, value: Datum) -> Datum {
    group([key.into(), value])
}

/// Maps with nulls and empties, whatever the names in the schema.
fn number_maps() -> Vec<Datum> {
    vec![
        row(row(items([entry("a", 1.into()), entry("b", Datum::Null)]))),
        row(Datum::Null),
        row(row(items::<Datum>([]))),
        row(row(items([entry("a", 2.into()), entry("a", 3.into())]))),
    ]
}

fn maps(add: &mut Add<'_>) {
    add(
        "map",
        "map of string to int32, one of them with a key twice",
        vec![
            Element::root(1),
            map_group("m", Optional, Converted::Map).logical(logical::map()),
            Element::group("key_value", Repeated, 2),
            text("key", Required),
            int("value", Optional),
        ],
        &number_maps(),
    );
    let rows = [
        row(row(items([
            entry("a", list([1, 2])),
            entry("b", Datum::Null),
        ]))),
        row(row(items([entry("c", list::<i32>([]))]))),
    ];
    add(
        "map_of_list",
        "map of string to list of int32",
        vec![
            Element::root(1),
            map_group("m", Optional, Converted::Map).logical(logical::map()),
            Element::group("key_value", Repeated, 2),
            text("key", Required),
            list_group("value", Optional),
            Element::group("list", Repeated, 1),
            int("element", Optional),
        ],
        &rows,
    );
}

fn legacy_lists(add: &mut Add<'_>) {
    let numbers = || [row(items([1, 2])), row(items::<i32>([])), row(items([3]))];
    add(
        "legacy_repeated_leaf",
        "a repeated leaf that is a list without saying so",
        vec![Element::root(1), int("a", Repeated)],
        &numbers(),
    );
    let pairs = || items([group([1.into(), 2.into()]), group([3.into(), 4.into()])]);
    add(
        "legacy_repeated_group",
        "a repeated group that is a list of structs without saying so",
        vec![
            Element::root(1),
            Element::group("a", Repeated, 2),
            int("x", Required),
            int("y", Optional),
        ],
        &[row(pairs()), row(items::<Datum>([]))],
    );
    let two_level: Vec<Datum> = numbers()
        .into_iter()
        .map(row)
        .chain([row(Datum::Null)])
        .collect();
    add(
        "legacy_two_level",
        "two-level list: the repeated field is the element",
        vec![
            Element::root(1),
            list_group("a", Optional),
            int("element", Repeated),
        ],
        &two_level,
    );
    add(
        "legacy_two_level_struct",
        "two-level list: the repeated group has two fields and is the element",
        vec![
            Element::root(1),
            list_group("a", Optional),
            Element::group("element", Repeated, 2),
            int("x", Required),
            int("y", Optional),
        ],
        &[
            row(row(pairs())),
            row(Datum::Null),
            row(row(items::<Datum>([]))),
        ],
    );
    let singles = || row(items([row(1.into()), row(2.into())]));
    for (name, about) in [
        (
            "array",
            "two-level list: a repeated group named array is the element",
        ),
        (
            "a_tuple",
            "two-level list: a repeated group named after the list, with _tuple, is the element",
        ),
        ("bag", "three-level list with names of its own"),
    ] {
        add(
            &format!("legacy_list_{name}"),
            about,
            vec![
                Element::root(1),
                // Old writers knew the converted type only.
                Element::group("a", Optional, 1).converted(Converted::List),
                Element::group(name, Repeated, 1),
                int("array_element", Required),
            ],
            &[
                row(singles()),
                row(Datum::Null),
                row(row(items::<Datum>([]))),
            ],
        );
    }
}

fn legacy_maps(add: &mut Add<'_>) {
    for (name, about, converted, key_value, names) in [
        (
            "legacy_map_key_value",
            "a map by the converted type MAP_KEY_VALUE",
            Converted::MapKeyValue,
            "map",
            ["key", "value"],
        ),
        (
            "legacy_map_names",
            "a map with names of its own for entries, keys and values",
            Converted::Map,
            "pairs",
            ["k", "v"],
        ),
    ] {
        add(
            name,
            about,
            vec![
                Element::root(1),
                map_group("m", Optional, converted),
                Element::group(key_value, Repeated, 2),
                text(names[0], Required),
                int(names[1], Optional),
            ],
            &number_maps(),
        );
    }
    add(
        "legacy_map_optional_key",
        "a map whose keys are declared optional, though none is null",
        vec![
            Element::root(1),
            map_group("m", Optional, Converted::Map),
            Element::group("key_value", Repeated, 2).converted(Converted::MapKeyValue),
            text("key", Optional),
            int("value", Optional),
        ],
        &number_maps(),
    );
    let keys = [
        row(row(items([row("a".into()), row("b".into())]))),
        row(Datum::Null),
    ];
    add(
        "map_without_values",
        "a map that has keys alone",
        vec![
            Element::root(1),
            map_group("m", Optional, Converted::Map).logical(logical::map()),
            Element::group("key_value", Repeated, 1),
            text("key", Required),
        ],
        &keys,
    );
}
