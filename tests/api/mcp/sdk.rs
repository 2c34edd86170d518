//! The client of the protocol's Rust SDK as a caller of `/mcp`.

use std::time::Duration;

use inarow::config::ServerLimits;
use serde_json::json;

use crate::service::live::{Live, PATIENCE};

/// The SDK's own client plays over a connection.
#[tokio::test(flavor = "multi_thread")]
async fn the_client_of_the_sdk_plays() {
    use rmcp::ServiceExt as _;
    use rmcp::model::CallToolRequestParams;
    use rmcp::transport::StreamableHttpClientTransport;

    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let transport = StreamableHttpClientTransport::from_uri(format!("http://{}/mcp", live.address));
    let client = ().serve(transport).await.expect("a greeting");
    assert_eq!(client.list_all_tools().await.expect("tools").len(), 7);
    let arguments = json!({"moves": ["b2", "b1"]}).as_object().cloned().unwrap();
    let call = CallToolRequestParams::new("best_move").with_arguments(arguments);
    let result = client.call_tool(call).await.expect("a move");
    let values = result.structured_content.expect("values");
    assert_eq!((result.is_error, &values["chosen"]["score"]["outcome"]), (Some(false), &"win".into()));
    client.cancel().await.expect("an end");
}

/// The client plays without a greeting, also where it has to find out the revision.
#[tokio::test(flavor = "multi_thread")]
async fn the_stateless_client_of_the_sdk_plays() {
    use rmcp::model::{CallToolRequestParams, ProtocolVersion};
    use rmcp::transport::StreamableHttpClientTransport;
    use rmcp::{ClientLifecycleMode, ClientServiceExt as _};

    let live = Live::start(ServerLimits::DEFAULT, Duration::ZERO, PATIENCE).await;
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let auto = ClientLifecycleMode::Auto { preferred_versions: preferred_versions.clone(), legacy_version: None };
    for lifecycle in [ClientLifecycleMode::Discover { preferred_versions }, auto] {
        let transport = StreamableHttpClientTransport::from_uri(format!("http://{}/mcp", live.address));
        let client = ().serve_with_lifecycle(transport, lifecycle).await.expect("a discovery");
        let server = client.peer_info().expect("a server");
        assert_eq!(server.protocol_version, ProtocolVersion::V_2026_07_28);
        assert_eq!(client.list_all_tools().await.expect("tools").len(), 7);
        let arguments = json!({"moves": ["b2", "b1"]}).as_object().cloned().unwrap();
        let call = CallToolRequestParams::new("best_move").with_arguments(arguments);
        let result = client.call_tool(call).await.expect("a move");
        let values = result.structured_content.expect("values");
        assert_eq!((result.is_error, &values["chosen"]["score"]["outcome"]), (Some(false), &"win".into()));
        client.cancel().await.expect("an end");
    }
}
