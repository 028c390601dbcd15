//! The families of the basic set, one line each.

use super::Column::{Bool, Decimal, Double, Int32, Int64, List, Struct, Text};
use super::Output::{self, Stock, View};
use super::Spread::{Any, Ascending, Of};
use super::Stored::{self, Delta, Dictionary, Plain, Rle};
use super::{Column, Family};

const fn stock(name: &'static str, column: Column, stored: Stored) -> Family {
    Family {
        name,
        file: name,
        column,
        stored,
        output: Stock,
    }
}

const fn read_as(file: &Family, name: &'static str, output: Output) -> Family {
    Family {
        name,
        file: file.name,
        column: file.column,
        stored: file.stored,
        output,
    }
}

const STRING8: Family = stock("string8-plain", Text(8, Any), Plain);
const STRING60: Family = stock("string60-plain", Text(60, Any), Plain);
const STRING8_OF_100: Family = stock("string8-dict100", Text(8, Of(100)), Dictionary);
const STRING8_OF_50K: Family = stock("string8-dict50k", Text(8, Of(50_000)), Dictionary);

/// In the order of the table.
pub(crate) static FAMILIES: [Family; 27] = [
    stock("bool-plain", Bool, Plain),
    stock("bool-rle", Bool, Rle),
    stock("int32-plain", Int32(Any), Plain),
    stock("int32-dict100", Int32(Of(100)), Dictionary),
    stock("int32-delta", Int32(Ascending), Delta),
    stock("int64-plain", Int64(Any), Plain),
    stock("int64-dict100", Int64(Of(100)), Dictionary),
    stock("int64-dict50k", Int64(Of(50_000)), Dictionary),
    stock("int64-delta", Int64(Ascending), Delta),
    stock("double-plain", Double(Any), Plain),
    stock("double-dict50k", Double(Of(50_000)), Dictionary),
    stock("decimal-int64-plain", Decimal(18, Any), Plain),
    stock("decimal-int64-dict50k", Decimal(18, Of(50_000)), Dictionary),
    stock("decimal-flba16-plain", Decimal(38, Any), Plain),
    stock(
        "decimal-flba16-dict50k",
        Decimal(38, Of(50_000)),
        Dictionary,
    ),
    STRING8,
    read_as(&STRING8, "string8-plain-view", View),
    STRING60,
    read_as(&STRING60, "string60-plain-view", View),
    STRING8_OF_100,
    read_as(&STRING8_OF_100, "string8-dict100-view", View),
    read_as(&STRING8_OF_100, "string8-dict100-keys", Output::Dictionary),
    STRING8_OF_50K,
    read_as(&STRING8_OF_50K, "string8-dict50k-view", View),
    read_as(&STRING8_OF_50K, "string8-dict50k-keys", Output::Dictionary),
    stock("list-int32-plain", List, Plain),
    stock("struct-plain", Struct, Plain),
];
