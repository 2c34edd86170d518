//! The guide as the service sends it: what it links to is there as well, or the link is only text.

/// Where the documents of the repository are in a service.
const SERVED: [(&str, &str); 4] = [
    ("../openapi.yaml", "/openapi.yaml"),
    ("tree.svg", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=svg"),
    ("tree.dot", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=dot"),
    ("tree.mmd", "/v1/tree?board=XX.OO.X.O&heuristic=open-pieces&format=mermaid"),
];

/// Markdown whose links lead to sections of the guide, to paths of the service and to other hosts.
pub fn served(guide: &str) -> String {
    let mut parts = guide.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((target, rest)) = part.split_once(')') else {
            out.push_str("](");
            out.push_str(part);
            continue;
        };
        let path = SERVED.iter().find(|(document, _)| *document == target).map_or(target, |(_, path)| path);
        if path.starts_with(['#', '/']) || path.contains("://") {
            out.push_str(&format!("]({path}){rest}"));
        } else if let Some(start) = out.rfind('[') {
            out.remove(start);
            out.push_str(rest);
        }
    }
    out
}
