"""The methods and arguments of picamera2, read from its source without importing it.

Importing picamera2 needs libcamera, which only a Raspberry Pi has; its source says as much about its surface.
`python tests/device/picamera2_surface.py` records the installed version in tests/data/picamera2.json.
"""

import ast
import inspect
import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

RECORDED = Path(__file__).parents[1] / "data" / "picamera2.json"
CLASSES = {"picamera2/picamera2.py": "Picamera2", "picamera2/request.py": "CompletedRequest"}

Surface = dict[str, dict[str, str]]
"""Class, member, and a line such as `method self name= wait=`, where = marks a default."""


def installed_surface() -> Surface | None:
    """The surface of the picamera2 installed here, or None."""
    try:
        files = distribution("picamera2").files or []
    except PackageNotFoundError:
        return None
    sources = {str(file): Path(str(file.locate())) for file in files if str(file) in CLASSES}
    return {CLASSES[name]: members(path.read_text(), CLASSES[name]) for name, path in sources.items()}


def recorded_surface() -> Surface:
    """The surface recorded in the repository."""
    surface: Surface = json.loads(RECORDED.read_text())
    return surface


def members(source: str, class_name: str) -> dict[str, str]:
    """Every public member of a class: a property, or a function with its parameters."""
    found: dict[str, str] = {}
    body = next(
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == class_name
    )
    for node in body.body:
        if not isinstance(node, ast.FunctionDef) or (node.name.startswith("_") and node.name != "__init__"):
            continue
        marks = {ast.unparse(mark).split(".")[-1] for mark in node.decorator_list}
        if "overload" in marks or "setter" in marks:
            continue
        kind = next((kind for kind in ("property", "staticmethod") if kind in marks), "method")
        found[node.name] = " ".join([kind, *parameters(node.args)])
    return found


def parameters(args: ast.arguments) -> list[str]:
    """The names of the parameters in order, each with = when it has a default."""
    plain = args.posonlyargs + args.args
    first_default = len(plain) - len(args.defaults)
    return [argument.arg + ("=" if index >= first_default else "") for index, argument in enumerate(plain)]


def signature(member: str) -> inspect.Signature:
    """A signature that binds arguments just as the real function does."""
    return inspect.Signature(
        [
            inspect.Parameter(
                name.removesuffix("="),
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=None if name.endswith("=") else inspect.Parameter.empty,
            )
            for name in member.split()[1:]
        ]
    )


if __name__ == "__main__":
    surface = installed_surface()
    if surface is None:
        raise SystemExit("picamera2 is not installed: pip install --no-deps picamera2")
    RECORDED.write_text(json.dumps(surface, indent=1) + "\n")
