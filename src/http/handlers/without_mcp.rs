//! Documents of a service that has no `/mcp`: their parts about it are left out, so that nobody is sent to an address that is not there.

/// Marks the requests to a service without `/mcp`.
#[derive(Clone, Copy, Debug)]
pub struct WithoutMcp;

const HTML_SECTION: &str = "<section class=\"topic\" aria-labelledby=\"agents\">";
const HTML_ENTRY: &str = "<li><a href=\"#agents\">Agents</a></li>\n";
const HTML_LINK: &str = ", <a href=\"#agents\">agents</a>";

/// A Markdown document, or the index for agents, without its section "Agents", its links there and list items that tell how to connect.
pub fn markdown(text: &str) -> String {
    let mut is_left_out = false;
    let lines = text.lines().filter(|line| {
        if line.starts_with("## ") {
            is_left_out = *line == "## Agents";
        }
        let is_way_in = line.starts_with("- ") && line.contains("/mcp");
        !is_left_out && !is_way_in
    });
    let kept: String = lines.flat_map(|line| [line, "\n"]).collect();
    kept.replace(", [agents](#agents)", "")
}

/// The API reference, or a document as a page, without its section "Agents" and its links there.
pub fn html(text: &str) -> String {
    let Some((before, rest)) = text.split_once(HTML_SECTION) else { return text.to_owned() };
    let after = rest.split_once("</section>\n").map_or("", |(_, after)| after);
    format!("{before}{after}").replace(HTML_ENTRY, "").replace(HTML_LINK, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_of_it_goes() {
        let text = "# A\n\n- Agents: `POST x/mcp` is it.\n- Programs: HTTP\n\n| [a](#a), [agents](#agents), [b](#b) |\n\n## Agents\n\nText\n\n### More\n\n## B\n\nKept\n";
        assert_eq!(markdown(text), "# A\n\n- Programs: HTTP\n\n| [a](#a), [b](#b) |\n\n## B\n\nKept\n");
        let page =
            format!("<ul>\n{HTML_ENTRY}<li>b</li>\n</ul>\n{HTML_SECTION}gone</section>\n<section>kept</section>\n");
        assert_eq!(html(&page), "<ul>\n<li>b</li>\n</ul>\n<section>kept</section>\n");
    }
}
