"""Where this folder stands: `scope show`, and `scope adopt` for a moved or second clone of a known repository."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from tenure import wiring
from tenure.faces.cli.app import answer
from tenure.faces.cli.envelope import Answer, NextStep
from tenure.faces.cli.opening import Json, folder_here, opened_anywhere
from tenure.faces.cli.outcomes import declined_answer
from tenure.faces.cli.terminal import Terminal
