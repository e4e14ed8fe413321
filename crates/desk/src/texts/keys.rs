//! Texts of the dialog for keyboard shortcuts.

use super::{Language, texts};

texts! {
    keys_explained: "Click a key to change it, then press another one.", "Klicken Sie auf ein Tastenkürzel, um es zu ändern, und drücken Sie dann die neuen Tasten.";
    press_a_key: "Press a key", "Taste drücken";
    help_press_a_key: "Press the new key, Backspace for none, or Esc to leave it as it is", "Neue Taste drücken; die Rücktaste entfernt das Kürzel, Esc lässt es, wie es ist";
    key_is_taken(keys: &str, owner: &str): "{keys} is used for: {owner}", "{keys} ist vergeben für: {owner}";
    take_key: "Use it here", "Hier verwenden";
    usual_key(action: &str): "Default key: {action}", "Standardkürzel: {action}";
    usual_keys: "Restore default keys", "Standardkürzel wiederherstellen";
    topic_game: "Games and files", "Partien und Dateien";
    topic_play: "Playing and analyzing", "Spielen und analysieren";
    topic_moves: "Moves and comments", "Züge und Kommentare";
    topic_steps: "Through the game", "Durch die Partie";
    topic_view: "Screen and help", "Bildschirm und Hilfe";
    mouse_wheel: "Mouse wheel", "Mausrad";
    key_wheel: "Step through the game", "Durch die Partie gehen";
    shift_wheel: "Shift + mouse wheel", "Umschalt + Mausrad";
    key_shift_wheel: "On a line of an engine: step through it", "Auf einer Variante einer Engine: durch sie gehen";
}
