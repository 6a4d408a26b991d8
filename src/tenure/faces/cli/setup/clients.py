"""The clients: which files each reads, and what stands in them. Sources: docs/how-to/set-up-a-coding-agent.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tenure.faces.cli.setup import hooks
from tenure.faces.cli.setup.hooks import ENDED, HEARD, RAN, START
from tenure.faces.cli.setup.pieces import BlockPiece, FilePiece, JsonPiece, Piece
from tenure.faces.cli.setup.places import Places
from tenure.faces.cli.setup.texts import INSTRUCTIONS, PERSONS, WRITTEN

SERVER: Final = "the server"
_SERVE: Final = ("mcp", "--agent")
DENIED: Final = "deny rules for your own commands (a speed bump, no boundary)"
GEMINI_PRIORITY: Final = 900
GEMINI_MILLISECONDS: Final = hooks.SECONDS_MAX * 1_000


def pieces_of(client: str, places: Places) -> tuple[Piece, ...]:
    """Give what a client's files shall hold; the project's agent file only where there is a project."""
    make, agent_file = CLIENTS[client]
    found = make(places)
    if agent_file and places.project is not None:
        found = (*found, _instructions(places.project / agent_file))
    return found


def _claude_code(places: Places) -> tuple[Piece, ...]:
    folder = places.moved("CLAUDE_CONFIG_DIR", places.home / ".claude")
    is_moved = folder != places.home / ".claude"
    settings = folder / "settings.json"
    return (
        _server(
            (folder if is_moved else places.home) / ".claude.json",
            ("mcpServers",),
            {"type": "stdio", **_started(places, "claude-code")},
        ),
        hooks.grouped(
            settings,
            "claude-code",
            {
                "SessionStart": (START, ""),
                "UserPromptSubmit": (HEARD, ""),
                "PostToolUse": (RAN, "Bash|WebFetch|WebSearch"),
                "SessionEnd": (ENDED, ""),
            },
            places,
        ),
        JsonPiece(path=settings, what=DENIED, items=((("permissions", "deny"), _named("Bash(tenure {}:*)")),)),
    )


def _claude_desktop(places: Places) -> tuple[Piece, ...]:
    path = places.config / "Claude" / "claude_desktop_config.json"
    return (_server(path, ("mcpServers",), _started(places, "claude-desktop")),)


def _codex(places: Places) -> tuple[Piece, ...]:
    folder = places.moved("CODEX_HOME", places.home / ".codex")
    lines = [f"{name} = {_toml(value)}" for name, value in _started(places, "codex").items() if name != "env"]
    if places.environment:
        named = (f"{name} = {_toml(value)}" for name, value in places.environment)
        lines += ["", "[mcp_servers.tenure.env]", *named]
    rule = (
        f'prefix_rule(\n    pattern = ["tenure", {json.dumps(PERSONS)}],\n    decision = "forbidden",\n'
        '    justification = "only the user runs these",\n    match = ["tenure review"],\n'
        '    not_match = ["tenure recall"],\n)\n'
    )
    events = {"SessionStart": (START, ""), "UserPromptSubmit": (HEARD, ""), "PostToolUse": (RAN, "Bash")}
    return (
        BlockPiece(
            path=folder / "config.toml",
            what=SERVER,
            text="\n".join(["[mcp_servers.tenure]", *lines]),
            comment="# {}",
            table=("mcp_servers", "tenure"),
        ),
        hooks.grouped(folder / "hooks.json", "codex", events, places),
        FilePiece(path=folder / "rules" / "tenure.rules", what=DENIED, text=f"# {WRITTEN}\n{rule}"),
    )


def _cursor(places: Places) -> tuple[Piece, ...]:
    folder = places.home / ".cursor"
    events = {"sessionStart": START, "beforeSubmitPrompt": HEARD, "sessionEnd": ENDED}
    settings = folder / "cli-config.json"
    denied = JsonPiece(path=settings, what=DENIED, items=((("permissions", "deny"), ("Shell(tenure)",)),))
    return (
        _server(folder / "mcp.json", ("mcpServers",), _started(places, "cursor")),
        hooks.flat(folder / "hooks.json", "cursor", events, places, with_type=False),
        *((denied,) if settings.exists() else ()),  # without its other members Cursor would not read the file
    )


def _vscode(places: Places) -> tuple[Piece, ...]:
    user = places.config / "Code" / "User"
    events = {"SessionStart": START, "UserPromptSubmit": HEARD, "PostToolUse": RAN}
    asked = tuple((("chat.tools.terminal.autoApprove", f"tenure {each}"), False) for each in PERSONS)
    return (
        _server(user / "mcp.json", ("servers",), {"type": "stdio", **_started(places, "vscode")}),
        hooks.flat(
            places.moved("COPILOT_HOME", places.home / ".copilot") / "hooks" / "tenure.json",
            "vscode",
            events,
            places,
            with_type=True,
        ),
        JsonPiece(path=user / "settings.json", what="never run your own commands unasked", members=asked),
    )


def _gemini(places: Places) -> tuple[Piece, ...]:
    folder = places.home / ".gemini"
    settings = folder / "settings.json"
    events = {
        "SessionStart": (START, ""),
        "BeforeAgent": (HEARD, ""),
        "AfterTool": (RAN, "run_shell_command|web_fetch|google_web_search"),
        "SessionEnd": (ENDED, ""),
    }
    prefixes = json.dumps([f"tenure {each}" for each in PERSONS])
    rule = (
        f'[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = {prefixes}\n'
        f'decision = "deny"\npriority = {GEMINI_PRIORITY}\n'
    )
    return (
        _server(settings, ("mcpServers",), _started(places, "gemini")),
        hooks.grouped(settings, "gemini", events, places, seconds=GEMINI_MILLISECONDS),
        FilePiece(path=folder / "policies" / "tenure.toml", what=DENIED, text=f"# {WRITTEN}\n{rule}"),
    )


def _cline(places: Places) -> tuple[Piece, ...]:
    folder = places.moved("CLINE_DIR", places.home / ".cline")
    server: dict[str, object] = {**_started(places, "cline"), "disabled": False}
    name = "cline_mcp_settings.json"
    extension = places.config / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev" / "settings"
    paths = [folder / "data" / "settings" / name, *([extension / name] if extension.is_dir() else [])]
    events = {
        "TaskStart": START,
        "TaskResume": START,
        "UserPromptSubmit": HEARD,
        "PostToolUse": RAN,
        "TaskComplete": ENDED,
        "TaskCancel": ENDED,
    }
    return (
        *(_server(path, ("mcpServers",), server) for path in paths),
        *hooks.programs(places.home / "Documents" / "Cline" / "Hooks", "cline", events, places),
    )


def _opencode(places: Places) -> tuple[Piece, ...]:
    folder = places.home / ".config" / "opencode"  # the same on every system
    folder = places.moved("XDG_CONFIG_HOME", folder.parent) / "opencode"
    server: dict[str, object] = {"type": "local", "command": [*places.command, *_SERVE, "opencode"], "enabled": True}
    server |= {"environment": dict(places.environment)} if places.environment else {}
    denied = tuple((("permission", "bash", f"tenure {each}*"), "deny") for each in PERSONS)
    settings = folder / "opencode.json"
    return (
        _server(settings, ("mcp",), server),
        JsonPiece(path=settings, what=DENIED, members=denied),
        hooks.plugin(folder / "plugins" / "tenure.js", places),
    )


CLIENTS: Final[Mapping[str, tuple[Callable[[Places], tuple[Piece, ...]], str]]] = {
    "claude-code": (_claude_code, "CLAUDE.md"),
    "claude-desktop": (_claude_desktop, ""),
    "codex": (_codex, "AGENTS.md"),
    "cursor": (_cursor, "AGENTS.md"),
    "vscode": (_vscode, "AGENTS.md"),
    "gemini": (_gemini, "GEMINI.md"),
    "cline": (_cline, "AGENTS.md"),
    "opencode": (_opencode, "AGENTS.md"),
}
"""By client, what makes its pieces and the agent file that it reads in a project."""


def _started(places: Places, client: str) -> dict[str, object]:
    program, *first = places.command
    started: dict[str, object] = {"command": program, "args": [*first, *_SERVE, client]}
    return started | ({"env": dict(places.environment)} if places.environment else {})


def _server(path: Path, keys: tuple[str, ...], server: dict[str, object]) -> JsonPiece:
    return JsonPiece(path=path, what=SERVER, members=(((*keys, "tenure"), server),))


def _named(form: str) -> tuple[str, ...]:
    return tuple(form.format(each) for each in PERSONS)


def _toml(value: object) -> str:
    return json.dumps(value)  # a JSON text or list of texts is TOML too


def _instructions(path: Path) -> BlockPiece:
    return BlockPiece(path=path, what="when to use it, for the agent", text=INSTRUCTIONS, comment="<!-- {} -->")
