//! A page with plots and tables that can be sorted: one file, which asks for nothing from elsewhere.

/// The page, with a mark where the figures go.
const PAGE: &str = include_str!("page.html");
const MARK: &str = "/* figures */ null";

/// The page for a document of `json.rs`.
pub(super) fn page(document: &str) -> String {
    // A script ends at the first `</`, also within a string.
    PAGE.replacen(MARK, &document.replace("</", "<\\/"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_put_in_once() {
        let page = page("{\"name\": \"</script>\"}");
        assert!(page.contains("{\"name\": \"<\\/script>\"}"));
        assert!(!page.contains(MARK));
    }

    #[test]
    fn nothing_is_asked_for_from_elsewhere() {
        assert!(!PAGE.contains("http"));
    }
}
