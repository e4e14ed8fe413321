//! Tables of any length: headings that sort, and rows that are drawn only while they are visible.

use std::borrow::Cow;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Color32, Id, Key, Margin, Rect, Response, Role, ScrollArea, Sense, TextEdit, TextStyle, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::widgets::{self, context};

/// The space before and after the text of a cell, in points.
const MARGIN: f32 = 4.0;

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The title.
    pub title: &'static str,
    /// The least width.
    pub width: f32,
    /// The share of the remaining width.
    pub grows: f32,
    /// Whether it is right-aligned, like numbers.
    pub right: bool,
}

impl Column {
    /// Returns a column of words that grows.
    pub fn words(title: &'static str, width: f32) -> Column {
        Column { title, width, grows: width, right: false }
    }

    /// Returns a column of numbers.
    pub fn figures(title: &'static str, width: f32) -> Column {
        Column { title, width, grows: 0.0, right: true }
    }
}

/// The state of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableState {
    /// The column it is sorted by, and whether the largest comes first.
    pub sorted: Option<(usize, bool)>,
    /// The row that is selected.
    pub marked: Option<usize>,
    /// The number of rows.
    pub rows: usize,
    /// Whether the selected row is scrolled into view.
    pub reveal: bool,
}

/// What the user did with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// The title of a column was clicked.
    HeaderClicked(usize),
    /// A row was clicked.
    RowClicked(usize),
    /// A row was clicked with the middle button.
    RowMiddleClicked(usize),
    /// A row was double-clicked, or Enter was pressed on it.
    RowActivated(usize),
    /// The text of the cell that is being edited was entered.
    CellEntered,
    /// The cell that was being edited was left without a change.
    CellLeft,
}

/// A cell that is being edited: there is a field in its place.
pub struct CellField<'a> {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// The text.
    pub text: &'a mut String,
    /// Whether the field takes the focus.
    pub begins: bool,
}

/// Draws a table; `cells` draws the cells of a row.
pub fn show<'a>(
    ui: &mut Ui,
    columns: &[Column],
    shown: TableState,
    cells: impl FnMut(usize) -> Vec<Cow<'a, str>>,
) -> Option<TableEvent> {
    show_with_menu(ui, columns, shown, cells, None, None)
}

/// Draws the menu of a row.
pub type RowMenu<'a> = &'a mut dyn FnMut(&mut Ui, usize);

/// Returns the column in which a row was clicked last; none after Enter.
pub fn clicked_column(ui: &Ui) -> Option<usize> {
    ui.data(|data| data.get_temp(clicked()))
}

fn clicked() -> Id {
    Id::unique("clicked column")
}

/// Notes the column in which a row is clicked.
fn note_column(ui: &Ui, row: &Response, widths: &[f32]) {
    let Some(place) = row.interact_pointer_pos().filter(|_| row.clicked()) else { return };
    let mut right = row.rect.left();
    let column = widths.iter().position(|width| {
        right += width;
        place.x < right
    });
    ui.data_mut(|data| match column {
        Some(column) => {
            data.insert_temp(clicked(), column);
        }
        None => data.remove::<usize>(clicked()),
    });
}

/// Draws the field of a cell that is being edited.
fn field(ui: &mut Ui, row: Rect, widths: &[f32], title: &str, field: CellField<'_>) -> Option<TableEvent> {
    let left = row.left() + widths[..field.column].iter().sum::<f32>();
    let place = Rect::from_min_size(pos2(left, row.top()), vec2(widths[field.column], row.height()));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).id_salt("cell"));
    let edit = TextEdit::singleline(field.text).margin(Margin::symmetric(MARGIN as i8, 0));
    let edit = ui.add_sized(place.size(), edit.min_size(place.size()));
    widgets::named(&edit, Role::TextInput, title);
    if field.begins {
        edit.request_focus();
    }
    let escaped = ui.input(|input| input.key_pressed(Key::Escape));
    edit.lost_focus().then_some(if escaped { TableEvent::CellLeft } else { TableEvent::CellEntered })
}

/// Draws a table whose rows have a menu, and one of whose cells may be edited.
pub fn show_with_menu<'a>(
    ui: &mut Ui,
    columns: &[Column],
    shown: TableState,
    mut cells: impl FnMut(usize) -> Vec<Cow<'a, str>>,
    mut menu: Option<RowMenu<'_>>,
    mut edited: Option<CellField<'_>>,
) -> Option<TableEvent> {
    let columns: Vec<Column> = columns.iter().map(|column| with_room(ui, *column)).collect();
    let columns = columns.as_slice();
    let least: f32 = columns.iter().map(|column| column.width).sum();
    let shares: f32 = columns.iter().map(|column| column.grows).sum::<f32>().max(1.0);
    let extra = (ui.available_width() - least - 16.0).max(0.0) / shares;
    let widths: Vec<f32> = columns.iter().map(|column| column.width + extra * column.grows).collect();
    let mut touched = None;
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        let height = ui.text_style_height(&TextStyle::Body) + 4.0;
        ui.spacing_mut().item_spacing.y = 0.0;
        touched = head(ui, columns, &widths, shown.sorted, height);
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, shown.rows, |ui, range| {
            if let Some(marked) = shown.marked.filter(|_| shown.reveal) {
                let above = (marked as f32 - range.start as f32) * height;
                let place = Rect::from_min_size(ui.min_rect().min + vec2(0.0, above), vec2(1.0, height));
                ui.scroll_to_rect(place, None);
            }
            for index in range {
                let cells = cells(index);
                let response =
                    row(ui, columns, &widths, &cells, height, (index % 2 == 1, shown.marked == Some(index)));
                let entered = response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                if let Some(menu) = &mut menu {
                    context::of(&response, |ui| menu(ui, index));
                }
                if entered {
                    ui.data_mut(|data| data.remove::<usize>(clicked()));
                }
                note_column(ui, &response, &widths);
                let cell = edited.take_if(|cell| cell.row == index && cell.column < columns.len());
                let entry = cell.and_then(|cell| {
                    let title = columns[cell.column].title;
                    field(ui, response.rect, &widths, title, cell)
                });
                if entry.is_some() {
                    touched = entry;
                } else if response.middle_clicked() {
                    touched = Some(TableEvent::RowMiddleClicked(index));
                } else if response.double_clicked() || entered {
                    touched = Some(TableEvent::RowActivated(index));
                } else if response.clicked() {
                    touched = Some(TableEvent::RowClicked(index));
                }
            }
        });
    });
    touched
}

/// Returns a column that has room for its title and the sign of the order.
fn with_room(ui: &Ui, column: Column) -> Column {
    let font = TextStyle::Body.resolve(ui.style());
    let title = ui.painter().layout_no_wrap(format!("{} ↓", column.title), font, Color32::PLACEHOLDER);
    Column { width: column.width.max(title.size().x + 2.0 * MARGIN), ..column }
}

fn head(
    ui: &mut Ui,
    columns: &[Column],
    widths: &[f32],
    sorted: Option<(usize, bool)>,
    height: f32,
) -> Option<TableEvent> {
    let (rect, _) = ui.allocate_exact_size(vec2(widths.iter().sum(), height), Sense::hover());
    let mut touched = None;
    let mut left = rect.left();
    for (index, (column, &width)) in columns.iter().zip(widths).enumerate() {
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(width, height));
        left += width;
        let response = ui.interact(place, ui.scope_id().with(("title", index)), Sense::click());
        widgets::named(&response, Role::ColumnHeader, column.title);
        let sign = match sorted {
            Some((by, descending)) if by == index => {
                if descending {
                    " ↓"
                } else {
                    " ↑"
                }
            }
            _ => "",
        };
        let color = if response.hovered() {
            ui.visuals().strong_text_color()
        } else {
            ui.visuals().weak_text_color()
        };
        text(ui, place, &format!("{}{sign}", column.title), column.right, color);
        if response.clicked() {
            touched = Some(TableEvent::HeaderClicked(index));
        }
    }
    touched
}

fn row(
    ui: &mut Ui,
    columns: &[Column],
    widths: &[f32],
    cells: &[Cow<'_, str>],
    height: f32,
    (odd, marked): (bool, bool),
) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(widths.iter().sum(), height), Sense::click());
    response.widget_info(|| {
        let texts: Vec<&str> =
            cells.iter().map(AsRef::as_ref).filter(|cell: &&str| !cell.is_empty()).collect();
        WidgetInfo::selected(Role::Row, true, marked, texts.join(", "))
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let fill = if marked {
        Some(ui.visuals().selection.bg_fill)
    } else if response.hovered() || response.has_focus() {
        Some(ui.visuals().widgets.hovered.weak_bg_fill)
    } else {
        odd.then_some(ui.visuals().faint_bg_color)
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 2.0, fill);
    }
    let mut left = rect.left();
    for ((column, &width), cell) in columns.iter().zip(widths).zip(cells) {
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(width, height));
        left += width;
        text(ui, place, cell, column.right, ui.visuals().text_color());
    }
    response
}

/// Draws the text of a cell; one that is too long ends with an ellipsis.
fn text(ui: &Ui, place: Rect, text: &str, right: bool, color: Color32) {
    let inner = place.shrink2(vec2(MARGIN, 0.0));
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(inner.width());
    let galley = ui.painter().layout_job(job);
    let (at, align) = if right {
        (inner.right_center(), Align2::RIGHT_CENTER)
    } else {
        (inner.left_center(), Align2::LEFT_CENTER)
    };
    ui.painter().galley(align.anchor_size(at, galley.size()).min, galley, color);
}
