"""Holds manifests, alerts and dashboard against a running service and the schemas of Kubernetes.

Usage: test.py [target/release/inarow] (needs promql-parser and kubernetes-validate of PyPI, and kubectl or kustomize for the
overlays; without a service only the overlays are checked). Exits 1 at the first promise that does not hold:

- every query of the dashboard, the alerts and the autoscaler names metrics and labels that the service exposes;
- the rules of the operator are those for Prometheus alone, which the documents scrape under the name that they ask for;
- operators find every alert in docs/operations.md, and what overload does has one;
- the dashboard tells machines apart that are no pods, leaves probes out, and has problems by their codes;
- every setting in the manifests is one of the service;
- the overlays build, and their objects are valid: by schema what Kubernetes itself defines, by references all others.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import kubernetes_validate
import promql_parser
import yaml

HERE = pathlib.Path(__file__).parent
OVERLAYS = ("small", "production")
# The labels that Prometheus adds to every series of a pod.
TARGET_LABELS = {"job", "pod", "namespace", "instance"}
# There may be more of these requests than of all others.
PROBES = 'route!~"/livez|/healthz|/readyz|/metrics"'
# Some metrics and labels appear with the first request of their kind.
TRAFFIC = ("/v1/move", "/v1/move?game=gomoku&movetime=200", "/v1/analysis?game=four-by-four&depth=3", "/no-such-path")
# Where the objects come from that Kubernetes itself does not define.
CUSTOM = ("gateway.networking.k8s.io/v1", "monitoring.coreos.com/v1")


def free_ports(count: int) -> list[int]:
    """Of different servers, which have not started yet."""
    with contextlib.ExitStack() as listeners:
        found = [listeners.enter_context(socket.socket()) for _ in range(count)]
        for listener in found:
            listener.bind(("127.0.0.1", 0))
        return [listener.getsockname()[1] for listener in found]


def exposed(binary: str) -> dict[str, set[str]]:
    """The names of all metrics, each with its labels, as the manifests run the service: with a port for metrics."""
    service, operations = (f"127.0.0.1:{port}" for port in free_ports(2))
    settings = {"INAROW_LISTEN": service, "INAROW_METRICS_LISTEN": operations, "INAROW_LOG": "off"}
    with subprocess.Popen([binary], env=os.environ | settings) as process:
        try:
            for path in TRAFFIC:
                ask(service, path)
            text = ask(operations, "/metrics")
        finally:
            process.terminate()
    found: dict[str, set[str]] = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? ", text, re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    return found


def ask(address: str, path: str) -> str:
    for _ in range(3_000):
        try:
            with urllib.request.urlopen(f"http://{address}{path}", timeout=120) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except urllib.error.URLError:
            time.sleep(0.02)
    raise AssertionError(f"no answer from {address}")


def check_query(query: str, metrics: dict[str, set[str]]) -> None:
    """Checks the names of metrics and labels in a query, without its functions, numbers, strings and durations."""
    query = query.replace("$__rate_interval", "5m")
    promql_parser.parse(query)
    names = re.findall(r"\b(?:(?:inarow|process)_\w+|up\b)", query)
    assert names, f"no metric in {query}"
    # Prometheus itself says of each target whether it is up.
    metrics = metrics | {"up": set()}
    for name in names:
        assert name in metrics, f"{name} is not exposed, but asked for by {query}"
    labels = {label for braces in re.findall(r"\{(.*?)\}", query) for label in re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", braces)}
    for group in re.findall(r"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)", query):
        labels |= {label.strip() for label in group.split(",")}
    known = TARGET_LABELS.union(*(metrics[name] for name in names))
    assert labels <= known, f"no metric of {query} has the labels {labels - known}"


def documents(path: pathlib.Path) -> list[dict]:
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def queries(objects: list[dict]) -> list[str]:
    """The queries of alerts and autoscalers."""
    found = []
    for one in objects:
        if one["kind"] == "PrometheusRule":
            found += [rule["expr"] for group in one["spec"]["groups"] for rule in group["rules"]]
        if one["kind"] == "HorizontalPodAutoscaler":
            found += [metric["pods"]["metric"]["name"] for metric in one["spec"]["metrics"] if metric["type"] == "Pods"]
    return found


def check_alerts(rules: list[dict]) -> None:
    alerts = {rule["alert"]: rule["expr"] for one in rules for group in one["spec"]["groups"] for rule in group["rules"]}
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    assert alerts and all(f"| `{name}` |" in document for name in alerts), f"docs/operations.md lacks one of {list(alerts)}"
    for counter in (
        "up",
        "inarow_ready",
        "inarow_searches_rejected_total",
        "inarow_searches_late_total",
        "inarow_log_lines_dropped_total",
        "inarow_connections_max",
        "inarow_keys_outdated",
        "inarow_start_time_seconds",
        "process_resident_memory_bytes",
    ):
        assert any(counter in expr for expr in alerts.values()), f"no alert looks at {counter}"
    # Where clients are few, probes and scrapes would hide that all of them are refused.
    for name in ("InarowMostAnswersFail", "InarowServerErrors"):
        assert alerts[name].count(PROBES) == 2, alerts[name]
    plain = yaml.safe_load((HERE.parent / "prometheus/inarow.rules.yaml").read_text())
    assert [{"groups": plain["groups"]}] == [one["spec"] for one in rules], "the two files of rules differ"
    scraped = yaml.safe_load(re.search(r"```yaml\n(scrape_configs:.*?)```", document, re.DOTALL)[1])["scrape_configs"]
    (target,) = scraped[0]["static_configs"][0]["targets"]
    assert scraped[0]["job_name"] == "inarow" and 'up{job="inarow"}' in alerts["InarowDown"]
    assert f"INAROW_METRICS_LISTEN={target}\n" in (HERE.parent / "systemd/inarow.service").read_text()
    print(f"alerts: {', '.join(alerts)}")


def check_dashboard(drawn: list[str]) -> None:
    for query in drawn:
        assert "inarow_http_request" not in query or PROBES in query or "in_flight" in query, f"probes hide clients: {query}"
        assert not re.search(r"\bby \(pod\)", query), f"on one machine there are no pods: {query}"
    assert any("by (code)" in query and "inarow_problems_total" in query for query in drawn), "no panel has problems by code"


def check_settings(texts: list[str], binary: str) -> int:
    known = set(re.findall(r"\[env: (INAROW_\w+)=", subprocess.check_output([binary, "--help"], text=True)))
    used = set().union(*(re.findall(r"^\s*(?:- name:)?\s*(INAROW_\w+):?(?:\s|$)", text, re.MULTILINE) for text in texts))
    assert used and used <= known, f"no setting of the service: {used - known}"
    return len(used)


def check_overlay(name: str, builder: list[str]) -> list[dict]:
    text = subprocess.check_output([*builder, str(HERE / "overlays" / name)], text=True)
    objects = list(yaml.safe_load_all(text))
    for one in objects:
        if one["apiVersion"] not in CUSTOM:
            kubernetes_validate.validate(one, "1.37", strict=True)
    by_name = {(one["kind"], one["metadata"]["name"]): one for one in objects}
    assert len(by_name) == len(objects), "two objects with the same name"
    check_references(by_name)
    keeps_connections_longer_than_proxies(by_name["Deployment", "inarow"])
    return objects


def keeps_connections_longer_than_proxies(deployment: dict) -> None:
    """Envoy keeps an idle connection for an hour, Traefik for 90 s: the service must not close it first."""
    settings = {one["name"]: one["value"] for one in deployment["spec"]["template"]["spec"]["containers"][0]["env"]}
    assert int(settings["INAROW_KEEP_ALIVE_MS"]) > 3_600_000, settings


def check_references(objects: dict[tuple[str, str], dict]) -> None:
    """Names in one object that another one must have."""
    deployment, service = objects["Deployment", "inarow"], objects["Service", "inarow"]
    pod = deployment["spec"]["template"]
    container = pod["spec"]["containers"][0]
    ports = {port["name"] for port in container["ports"]}
    offered = {port["name"]: port["port"] for port in service["spec"]["ports"]}
    assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
    mounts = {mount["name"] for mount in container.get("volumeMounts", [])}
    assert mounts == {volume["name"] for volume in pod["spec"].get("volumes", [])}
    for (kind, _), one in objects.items():
        spec = one.get("spec", {})
        if kind == "HTTPRoute":
            for parent in spec["parentRefs"]:
                listeners = {listener["name"] for listener in objects["Gateway", parent["name"]]["spec"]["listeners"]}
                assert parent["sectionName"] in listeners
            for backend in (backend for rule in spec["rules"] for backend in rule.get("backendRefs", [])):
                assert ("Service", backend["name"]) in objects and backend["port"] in offered.values()
        if kind == "ServiceMonitor":
            assert spec["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()
            assert {endpoint["port"] for endpoint in spec["endpoints"]} <= offered.keys()
        if kind == "NetworkPolicy":
            assert spec["podSelector"]["matchLabels"].items() <= pod["metadata"]["labels"].items()
            assert {port["port"] for rule in spec["ingress"] for port in rule["ports"]} <= ports
        if kind == "HorizontalPodAutoscaler":
            assert "replicas" not in deployment["spec"], "the autoscaler and the Deployment both name the number of replicas"


def check_service(binary: str) -> None:
    metrics = exposed(binary)
    dashboard = json.loads((HERE / "components/monitoring/dashboard.json").read_text())
    drawn = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    files = sorted(HERE.rglob("*.yaml"))
    asked = queries([one for path in files for one in documents(path)])
    assert drawn and asked
    for query in drawn + asked:
        check_query(query, metrics)
    check_dashboard(drawn)
    print(f"metrics: {len(drawn)} queries of the dashboard, {len(asked)} of alerts and autoscaler, {len(metrics)} series exposed")
    check_alerts([one for path in files for one in documents(path) if one["kind"] == "PrometheusRule"])
    texts = [path.read_text() for path in (*files, HERE.parent / "compose.yaml")]
    print(f"settings: {check_settings(texts, binary)} in manifests, all known")


def main() -> None:
    if len(sys.argv) > 1:
        check_service(sys.argv[1])
    builder = ["kubectl", "kustomize"] if shutil.which("kubectl") else ["kustomize", "build"]
    if not shutil.which(builder[0]):
        print("SKIPPED: the overlays, for want of kubectl or kustomize")
        return
    for name in OVERLAYS:
        objects = check_overlay(name, builder)
        print(f"overlay {name}: {len(objects)} objects: {', '.join(one['kind'] for one in objects)}")


main()
