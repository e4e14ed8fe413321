//! The pages of the docs and the lab notes: every page is listed, and every link has a target.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use heirloom_tests::{files_below, files_in, root};

/// Returns all Markdown files of the repository, by their paths from its root.
fn pages() -> BTreeMap<PathBuf, String> {
    let below = ["docs", "lab", "crates", "data"].into_iter().flat_map(|folder| files_below(folder, "md"));
    below.chain(files_in("", "md")).map(|(name, text)| (name.into(), text)).collect()
}

/// Returns the lines outside code blocks, without inline code if `spans` is false.
fn prose(text: &str, spans: bool) -> Vec<String> {
    let blocks = text.split("\n```").enumerate().filter(|(index, _)| index % 2 == 0);
    let lines = blocks.flat_map(|(index, block)| block.lines().skip(usize::from(index > 0)));
    let without = |line: &str| line.split('`').step_by(2).collect::<Vec<_>>().join("code");
    lines.map(|line| if spans { line.to_owned() } else { without(line) }).collect()
}

/// Returns the targets of all links and images.
fn links(text: &str) -> Vec<String> {
    let text = prose(text, false).join("\n");
    let ends = text.match_indices("](").map(|(start, _)| &text[start + 2..]);
    ends.filter_map(|rest| Some(rest[..rest.find(')')?].to_owned())).collect()
}

/// Returns the anchors that hosting sites and mdBook make from headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in prose(text, true).iter().filter(|line| line.starts_with('#')) {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept =
            words.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
        let anchor: String = kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect();
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let name = std::iter::once(anchor.clone()).chain(again).find(|name| !found.contains(name));
        found.extend(name);
    }
    found
}

/// Returns a relative path as seen from the root, without `..`; none if it leaves the repository.
fn from_root(page: &Path, target: &str) -> Option<PathBuf> {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir if path.pop() => {}
            Component::CurDir => {}
            Component::Normal(name) => path.push(name),
            _ => return None,
        }
    }
    Some(path)
}

#[test]
fn every_relative_link_leads_somewhere() {
    let pages = pages();
    let (mut checked, mut broken) = (0, Vec::new());
    for (page, text) in &pages {
        for link in links(text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (target, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(target, anchor)| (target, Some(anchor)));
            let path = if target.is_empty() { Some(page.clone()) } else { from_root(page, target) };
            let exists = path.as_ref().is_some_and(|path| root().join(path).exists());
            let has_anchor = anchor.is_none_or(|anchor| {
                let text = path.as_ref().and_then(|path| pages.get(path));
                text.is_some_and(|text| anchors(text).contains(anchor))
            });
            checked += 1;
            if !exists || !has_anchor {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(checked > 200, "only {checked} links were found");
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_is_listed() {
    let pages = pages();
    for (folder, list) in [("docs", "docs/SUMMARY.md"), ("lab", "lab/README.md")] {
        let listed: BTreeSet<PathBuf> = links(&pages[Path::new(list)])
            .iter()
            .filter_map(|link| from_root(Path::new(list), link))
            .collect();
        for page in pages.keys().filter(|page| {
            page.starts_with(folder) && !page.ends_with("SUMMARY.md") && *page != Path::new(list)
        }) {
            assert!(listed.contains(page), "{} is missing from {list}", page.display());
        }
    }
}

#[test]
fn every_lab_note_has_the_parts_of_the_template() {
    let pages = pages();
    for (page, text) in
        pages.iter().filter(|(page, _)| page.starts_with("lab") && !page.ends_with("README.md"))
    {
        for part in ["- Date: ", "- Commit: ", "## Hypothesis", "result", "## Decision"] {
            assert!(text.to_lowercase().contains(&part.to_lowercase()), "{} has no '{part}'", page.display());
        }
    }
}
