//! `schema`: the columns of a file and their types.

use arrow_schema::{DataType, Field, FieldRef, Schema};
use herringbone::schema::printer::print_schema;

use crate::failure::Failure;
use crate::input::{FileArgument, Input};
use crate::output::say;
use crate::text::one_line;

const EXAMPLES: &str = "\
Examples:
  herringbone schema trips.parquet
  herringbone schema trips.parquet --parquet
  herringbone schema trips.parquet --both";

/// Print the columns and their types
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    file: FileArgument,
    #[command(flatten)]
    view: View,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct View {
    /// As Arrow has it once it is read (the default)
    #[arg(long)]
    arrow: bool,
    /// As the file has it
    #[arg(long)]
    parquet: bool,
    /// Both
    #[arg(long)]
    both: bool,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let View {
        arrow,
        parquet,
        both,
    } = options.view;
    let input = Input::open(&options.file.file)?;
    let mut text = String::new();
    if arrow || both || !parquet {
        text += &arrow_text(input.arrow()?.schema());
    }
    if both {
        text.push('\n');
    }
    if parquet || both {
        text += &parquet_text(&input);
    }
    say(&text)
}

fn parquet_text(input: &Input) -> String {
    let mut printed = Vec::new();
    print_schema(&mut printed, input.metadata.file_metadata().schema());
    let printed = String::from_utf8_lossy(&printed);
    printed.lines().map(|line| one_line(line) + "\n").collect()
}

/// A line a field, the fields of groups indented below them.
fn arrow_text(schema: &Schema) -> String {
    let mut text = String::new();
    for field in schema.fields() {
        push_field(field, 0, &mut text);
    }
    text
}

fn push_field(field: &Field, depth: usize, text: &mut String) {
    text.extend(std::iter::repeat_n("  ", depth));
    let nullability = if field.is_nullable() { "" } else { " not null" };
    let extension = field
        .extension_type_name()
        .map(|name| format!(" ({name})"))
        .unwrap_or_default();
    let line = format!(
        "{}: {}{extension}{nullability}",
        field.name(),
        name_of(field.data_type())
    );
    text.push_str(&one_line(&line));
    text.push('\n');
    for child in children_of(field.data_type()) {
        push_field(child, depth + 1, text);
    }
}

/// The name of a type without the fields below it.
fn name_of(data_type: &DataType) -> String {
    match data_type {
        DataType::List(_) => "List".to_owned(),
        DataType::LargeList(_) => "LargeList".to_owned(),
        DataType::ListView(_) => "ListView".to_owned(),
        DataType::LargeListView(_) => "LargeListView".to_owned(),
        DataType::FixedSizeList(_, len) => format!("FixedSizeList({len})"),
        DataType::Struct(_) => "Struct".to_owned(),
        DataType::Map(_, is_sorted) => if *is_sorted { "Map(sorted)" } else { "Map" }.to_owned(),
        DataType::RunEndEncoded(..) => "RunEndEncoded".to_owned(),
        other => other.to_string(),
    }
}

fn children_of(data_type: &DataType) -> Vec<&FieldRef> {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _) => vec![field],
        // The entries are a struct that every map has.
        DataType::Map(entries, _) => children_of(entries.data_type()),
        DataType::Struct(fields) => fields.iter().collect(),
        DataType::RunEndEncoded(_, values) => vec![values],
        _ => Vec::new(),
    }
}
