"""The interface for programs is as its description says, whatever is sent to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from by_hand import ByHand
from hypothesis import HealthCheck, Phase, settings

from web.app import code_of, create_app
from web.phones import COOKIE

schemathesis = pytest.importorskip("schemathesis", reason="Schemathesis is not installed")
from schemathesis.checks import not_a_server_error  # noqa: E402
from schemathesis.specs.openapi.checks import (  # noqa: E402
    response_schema_conformance,
    status_code_conformance,
)

companion = ByHand()
app = create_app(companion)
client = app.test_client()
client.post("/join", data={"code": code_of(app)}, headers={"Origin": "http://localhost"})
token = client.get_cookie(COOKIE).decoded_value
client.post("/api/begin", json={"game": "addique", "players": ["Ann", "Bob"]})
description = json.loads((Path(app.static_folder or "") / "openapi.json").read_text())
schema = schemathesis.openapi.from_wsgi("/api/description", app)


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_described(case: schemathesis.Case) -> None:
    case.call_and_validate(
        cookies={COOKIE: token},
        headers={"Host": "localhost"},
        checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
    )


def test_every_way_in_is_described() -> None:
    rules = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert rules == set(description["paths"])
