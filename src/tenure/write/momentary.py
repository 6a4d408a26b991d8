"""Tells whether a text only describes the moment: nothing in it outlasts the session in which it was said (R04).

1. What was looked at: files read, opened, listed; a list of their names.
2. A step of the work, just done or under way, on a thing of the work or on what only the talk knows (*it*, *this*).
3. What goes on, how something is for now, or what is asked for, with a word for this very moment.
4. The session, the turn, the run itself.

An event that happened (*I just bought a racket*) and a state that holds (*we have 20 dozen right now*) outlast it:
they are kept with the day on which they were said, which stands beside them whenever they are shown.
"""

from __future__ import annotations

import re
from typing import Final

_LOOKED: Final = re.compile(  # 1
    r"^\W*(?:(?:we|i|the agent|agent|it) (?:have |has |had |'ve )?(?:already |also |just )?)?"
    r"(?:inspected|read|opened|looked (?:at|through)|visited|viewed|checked|searched|listed|scanned|examined"
    r"|reviewed|ran)"
    r" (?:the |these |those |following |all |some |both )*"
    r"(?:files?|modules?|folders?|pages?|sources?|[\w./\\-]+\.\w{1,6}\b)"
    r"|^\W*(?:inspected|opened|visited|viewed|examined) files?\b"
    r"|^\W*files? (?:inspected|read|opened|viewed|visited|seen)\b"
    r"|^\W*(?:inspected|opened|visited|viewed|examined|read|checked|searched|seen)(?: \w+){0,3}:"
    r"\s*[\w./\\-]+\.\w{1,6}\b",
    re.IGNORECASE,
)
# Between two names one way of matching alone, lest many of them be tried in every combination.
_FILE_LIST: Final = re.compile(r"^[\W_]*(?:[\w./\\-]+\.\w{1,6}\b(?:\s*[,;]\s*|\s+(?:and\s+)?|$)){2,}\W*$")

_WHO: Final = r"\b(?:we|i|you|the agent)"
_WORKED: Final = (
    r"(?:ran|run|executed|read|opened|checked|searched|scanned|viewed|reviewed|tested|tried|fixed|patched|debugged"
    r"|edited|changed|updated|refactored|renamed|committed|pushed|pulled|merged|rebased|deployed|compiled|built"
    r"|installed|saved|wrote|created|added|removed|deleted|fetched|printed|restarted)"
)
_DID: Final = r"(?:did|started|stopped|finished|discussed|mentioned|said|asked|saw)"
_WORKING: Final = (
    r"(?:running|executing|reading|opening|checking|searching|scanning|viewing|reviewing|testing|trying|fixing"
    r"|patching|debugging|editing|changing|updating|refactoring|renaming|committing|pushing|merging|rebasing"
    r"|deploying|compiling|building|installing|writing|working on|finishing|doing)"
)
_LOOKING: Final = r"(?:look(?:ed|ing) (?:at|into|through|over)|inspect(?:ed|ing)|examin(?:ed|ing))"
_THING: Final = (
    r"(?:\S+ ){0,3}?(?:files?|code|codebase|tests?|suites?|scripts?|commands?|builds?|branch(?:es)?|commits?|diffs?"
    r"|patch|pull requests?|functions?|modules?|folders?|director(?:y|ies)|repositor(?:y|ies)|logs?|output|traceback"
    r"|bugs?|errors?|configs?|configuration|queries|query|servers?|migrations?|pipelines?|endpoints?|responses?"
    r"|prompts?|chat|conversation|messages?|tickets?)\b"
)
_POINTED: Final = r"(?:it|this|that|them|these|those)(?=\s*(?:$|[.,;:!?)]|\b(?:and|again|now|for|so|too|together)\b))"
_STEP: Final = re.compile(  # 2
    rf"{_WHO}(?:'ve| have|'d| had| has)? just (?:(?:now|also) )?"
    rf"(?:{_LOOKING}|{_WORKED} (?:{_POINTED}|{_THING})|{_DID} {_POINTED})"
    rf"|{_WHO}(?:'m|'re| am| are| is) (?:now|currently|just)"
    rf" (?:looking (?:at|through|over)|{_WORKING} (?:{_POINTED}|{_THING}))",
    re.IGNORECASE,
)
_NOW: Final = re.compile(r"\b(?:right now|just now|at this (?:very )?moment)\b", re.IGNORECASE)
_PASSING: Final = re.compile(  # 3
    rf"(?:\b(?:am|is|are|was|were)|'m|'re|'s) (?:\w+ ){{0,2}}?(?:{_WORKING}|{_LOOKING}"
    r"|down|up|offline|online|broken|failing|red|green|busy|stuck|blocked|ready|waiting|running|here|away|asleep|awake"
    r"|hungry|thirsty|tired|sleepy|bored|late|raining|snowing|sunny|cloudy)\b"
    rf"|{_WHO}(?:'d| would)? (?:only |really |just )?(?:need|want|like)\b"
    r"|^\W*(?:what|where|how|look|wait|please|let's|let us|can you|show me|give me|help me|tell me)\b"
    r"|^\W*(?:right now|just now|at this (?:very )?moment)\W*$",
    re.IGNORECASE,
)
_SESSION: Final = re.compile(
    r"\b(?:in this (?:session|turn|chat|run)|this (?:session|turn|very moment))\b", re.IGNORECASE
)  # 4


def only_the_moment(text: str, *, is_wish: bool = False) -> bool:
    """Tell whether nothing in a text outlasts the session.

    Args:
        text: What is told.
        is_wish: Whether it says how things should be done: then a word for this very moment ends it.
    """
    is_now = _NOW.search(text) and (is_wish or _PASSING.search(text))
    is_looked_at = _LOOKED.search(text) or _FILE_LIST.match(text.strip())
    return bool(is_looked_at or _STEP.search(text) or is_now or _SESSION.search(text))
