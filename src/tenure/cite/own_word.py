"""Tells which part of a person's message is the person's own word: not quoted, fenced, pasted or linked (R06).

What is no own word, and how it is known; in doubt it is not own, which costs a question and never a wrong entry:

1. fenced code and text between triple quotes, to the end if it is not closed
2. block quotes and the lines that lazily continue them; lines indented like code
3. HTML elements that hold foreign text, comments, tags; links with their text; addresses of the web; what is struck out
4. quotations longer than a few words, or alone on their lines; everything said after "X says" in that sentence
5. what follows a line that announces somebody else's text (a reply header, a forwarded message, "here is the
   page:", a log, a rule of dashes), to the end of the message

Markdown as in CommonMark 0.31 (sections 4.4, 4.5, 5.1). Every pattern is bounded, so the work grows with the length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.screen.pattern import Pattern

MESSAGE_CHARS_MAX = 200_000
QUOTED_WORDS_MAX = 5
"""A quotation of more words than this is somebody's text, not a name for something."""
BESIDE_CHARS_MAX = 200
"""How far beside a quotation is looked for words of the same line."""

_SOURCE = (
    r"(?:e-?mails?|mails?|messages?|logs?|outputs?|errors?|traces?|tracebacks?|stack|docs?|documentation|documents?"
    r"|readme|pages?|articles?|files?|tickets?|issues?|comments?|snippets?|code|configs?|texts?|responses?|repl(?:y|ies)"
    r"|posts?|tweets?|chats?|transcripts?|specs?|prompts?|paste|quotes?|excerpts?|contents?|reports?|pdf|website|site|wiki"
    r"|results?|diff|patch|notes?|letters?|instructions?|policy|guidelines?|conversations?|threads?|reviews?|descriptions?)"
)
_PASTED = (
    r"(?:logs?|outputs?|errors?|tracebacks?|transcript|e-?mail|message|code|diff|prompt|quote|excerpt|reply|answer)"
)
_SAYS = (
    r"(?:says?|said|writes?|wrote|claims?|claimed|repl(?:ies|ied)|states?|stated|recommends?|recommended|suggests?"
    r"|suggested|insists?|insisted|tells? (?:me|us|you)|told (?:me|us|you)|announced|instructs?|instructed)"
)
_SOMEBODY = (
    r"(?:(?i:he|she|they|it|you|someone|somebody|people|everyone|everybody)"
    r"|(?i:the|a|an|my|our|his|her|its|their|your|this|that|these|those|another|one)(?: [\w'\u2019-]{1,30}){1,4}?"
    r"|[A-Z][\w'\u2019-]{1,30}(?: [A-Z][\w'\u2019-]{1,30})?)"
)


def _compiled(*patterns: str) -> tuple[Pattern, ...]:
    return tuple(Pattern(pattern, re.IGNORECASE | re.MULTILINE) for pattern in patterns)


# From the start of the match to the end of the message.
_TO_THE_END = _compiled(
    # reply headers and forwarded messages
    r"^[ \t]*(?:On|Am|Le|El|Il|Em|Op)\b[^\n]{4,200}\n?[^\n]{0,200}?"
    r"\b(?:wrote|schrieb|écrit|escribió|scritto|escreveu|geschreven)\b[^\n:]{0,80}:",
    r"^[ \t]*[-_=*~]{2,}[ \t]*(?:original|forwarded|begin|start|quoted|weitergeleitete)\b[^\n]{0,80}$",
    r"^[ \t]*(?:begin forwarded message|fwd?:)",
    r"^[ \t]*\**(?:from|von|de)\**:[^\n]{1,200}\n(?:[^\n]{0,200}\n){0,2}?"
    r"[ \t]*\**(?:sent|date|to|subject|gesendet|an|betreff)\**:",
    # a rule between the person's words and a paste
    r"^[ \t]*(?:-{3,}|={3,}|_{3,}|\*{3,}|~{3,}|#{3,}|—{2,})[ \t]*$",
    # transcripts, logs, diffs
    r"^[ \t]*[\[<(*#]{0,3}(?:system|assistant|user|human|developer|ai|bot|tool)(?: message| prompt)?[\]>)*]{0,3}:",
    r"^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[\d{1,2}:\d\d|\d\d:\d\d:\d\d )",
    r"^(?:Traceback \(most recent call last\)|diff --git |@@ -\d|[ \t]*\$ \w)",
    r"\[INST\]|<\|[a-z_]{2,20}\|>|<<SYS>>",
)

# From the end of the match to the end of the message: the announcement itself is the person's.
_SAYING = (
    *_compiled(
        rf"\b(?:what|as|like) (?:it|he|she|they|{_SOMEBODY}) {_SAYS}\b[^.!?:\n]{{0,40}}:",
        r"\b(?:copied|pasted|forwarded|quoted|taken|excerpt|snippet) (?:from|by|below)\b[^:\n]{0,120}(?::|$)",
        rf"\b(?:this|the|an?|following|his|her|their|your)(?: \w{{1,20}})? {_SOURCE}:",
    ),
    Pattern(rf"\b{_SOMEBODY}(?: \w{{1,20}}ly)? (?:{_SAYS}|reads?|asks?|asked|goes|follows)\b[^.!?:\n]{{0,60}}:"),
)
_SHOWING = _compiled(
    r"\b(?:here(?:['\u2019]s| is| are| comes)|this is|these are|below (?:is|are)|see|following"
    r"|(?:copied|pasted|taken|quoted|quoting|pasting|forwarded|forwarding|sharing)(?: \w+)?)\b"
    rf"[^.!?:\n]{{0,80}}\b{_SOURCE}\b[^.!?:\n]{{0,60}}:",
    rf"\b{_SOURCE} (?:has|have|contains?|shows?|showed|printed|prints|gave|gives|returned|returns|is|was)\b"
    r"[^.!?:\n]{0,60}:",
    rf"^[ \t#*_-]{{0,6}}{_PASTED}[*_ \t]{{0,4}}:",
    r"(?:^|[.!?] |\bplease |(?:can|could|would) you (?:please )?)[ \t]*(?:summari[sz]e|translate|explain|proofread"
    r"|rewrite|paraphrase|review|analy[sz]e|read|check|look at|respond to|reply to|what does"
    r"|what do you think (?:of|about))\b"
    r"[^.!?:\n]{0,60}\b(?:this|the following|that|below|these)\b[^.!?:\n]{0,60}(?::|[.!?]?[ \t]*\n)",
    r"\b(?:the following|as follows|see below|below)\b[^.!?:\n]{0,40}(?::|[.!]?[ \t]*\n)",
)
_WISH = Pattern(
    r"\b(?:I|we)(?:['\u2019]d| would| always| also| really)* (?:want|need|prefer|like|mean|expect|wish|love)\b",
    re.IGNORECASE,
)
_REPORTED = Pattern(rf"(?<![\w'\u2019]){_SOMEBODY} (?:\w{{1,20}}ly )?{_SAYS}\b(?:[^.!?\n]|[.!?](?=\w))*")
_OWN_IDIOM = Pattern(r"\b(?:that|this|it|as) (?:being )?said\b", re.IGNORECASE)

_SPANS = _compiled(
    r"<!--(?:[\s\S]{0,20000}?-->|[\s\S]*)",
    r"<(blockquote|pre|code|script|style|a|q|cite|iframe|details|template|object|textarea|svg|s|del|strike)\b[^>]{0,2000}>"
    r"(?:[\s\S]{0,20000}?</\1\s*>|[\s\S]*)",
    r"~~[^~\n]{1,2000}~~",
    r"</?(?:[bipu]|br|hr|em|strong|div|span|h[1-6]|ul|ol|li|table|t[dhr]|tbody|thead|img|font|su[bp]|body|html"
    r"|head|meta|link|input|form|button)\b[^>]{0,2000}>",
    r"!?\[[^\]\n]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])",
    r"^[ \t]{0,3}\[[^\]\n]{1,200}\]:[^\n]{0,2000}",
    r"<?\b(?:https?|ftp|file|data|mailto|javascript):[^\s>]{1,4000}>?|\bwww\.[^\s>]{1,2000}",
)

_QUOTED = Pattern(
    r"“(?P<curly>[^“”]{1,20000})”?|„(?P<low>[^„“”]{1,20000})[“”]?|«(?P<angle>[^«»]{1,20000})»?"
    r"|「(?P<corner>[^「」]{1,20000})」?|(?<![\w\"])\"(?P<straight>[^\"]{1,20000})(?:\"|\Z)|`(?P<code>[^`\n]{1,2000})`"
    r"|(?<![\w'])'(?P<single>[^\s'][^\n]{0,300}?)'(?![\w'])|(?<!\w)\u2018(?P<high>[^\n\u2018]{1,300}?)\u2019(?!\w)"
)
_LEFT_OVER = " \t\r\n.,;:!?)]}"
_FENCE = Pattern(r"[ \t]{0,12}(`{3,}|~{3,}|\"{3}|'{3})")
_QUOTE_LINE = Pattern(r"[ \t]*(?:[-*+] |\d{1,3}[.)] )?(?:>|&gt;|\uff1e|»|\|[ \t])")
_CODE_LINE = Pattern(r"(?: {0,3}\t| {4,})[ \t]*\S")
_LIST_LINE = Pattern(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]")


def own_segments(text: str) -> tuple[str, ...]:
    """Give the contiguous runs of a message that are the person's own words, verbatim and in order.

    A message of more than 200,000 characters is taken for pasted as a whole.
    """
    if len(text) > MESSAGE_CHARS_MAX:
        return ()
    foreign = bytearray(len(text))
    for start, end in (*_foreign_lines(text), *_foreign_spans(text)):
        foreign[start:end] = b"\1" * (end - start)
    cut = _announced_at(text, foreign)
    foreign[cut:] = b"\1" * (len(text) - cut)
    runs = (
        text[start:end].lstrip(_LEFT_OVER if start else None).rstrip()  # what began the message is the person's
        for start, end in (match.span() for match in re.finditer(rb"\0+", foreign))
    )
    return tuple(run for run in runs if any(character.isalnum() for character in run))


def _foreign_lines(text: str) -> Iterator[tuple[int, int]]:
    """Give the lines that are fenced, block-quoted or indented like code (1, 2)."""
    fence, in_quote, was_list, position = "", False, False, 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        opened = _FENCE.match(line)
        if fence:
            yield start, position
            if opened and opened[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        if opened and not _is_closed_on_line(line, opened):
            fence = opened[1]
            yield start, position
            continue
        if not line.strip():
            in_quote = False
            continue
        in_quote = in_quote or bool(_QUOTE_LINE.match(line))
        is_code = bool(_CODE_LINE.match(line)) and not was_list and not _LIST_LINE.match(line)
        was_list = bool(_LIST_LINE.match(line)) or (was_list and line[0] in " \t")
        if in_quote or is_code or opened:
            yield start, position
    # A fence in the midst of a line opens a paste just as well.
    for match in re.finditer(r"(```|~~~|\"\"\")(?:.*?\1|.*)", text, re.DOTALL):
        yield match.span()


def _is_closed_on_line(line: str, opened: re.Match[str]) -> bool:
    return opened[1] in line[opened.end() :]


def _foreign_spans(text: str) -> Iterator[tuple[int, int]]:
    """Give markup, links, long quotations and reported speech (3, 4)."""
    for pattern in _SPANS:
        yield from (match.span() for match in pattern.finditer(text))
    for match in _QUOTED.finditer(text):
        inside = match[match.lastgroup or 0]
        if len(inside.split()) > QUOTED_WORDS_MAX or len(inside) > 60 or _is_alone(text, *match.span()):
            yield match.span()
    for match in _REPORTED.finditer(text):
        if not _OWN_IDIOM.match(match[0]):
            yield match.span()


def _is_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a quotation is all that its lines say: then it is a passage, and no name for something."""
    before = text[max(start - BESIDE_CHARS_MAX, 0) : start].rpartition("\n")[2]
    after = text[end : end + BESIDE_CHARS_MAX].partition("\n")[0]
    return not any(character.isalnum() for character in (*before, *after))


def _announced_at(text: str, foreign: bytearray) -> int:
    """Give where somebody else's text begins that an own line announces, or the length of the message (5)."""
    cuts = [len(text)]
    for pattern in _TO_THE_END:
        cuts += [match.start() for match in pattern.finditer(text) if not foreign[match.start()]]
    for pattern in _SAYING:
        cuts += [match.end() for match in pattern.finditer(text)]
    for pattern in _SHOWING:
        cuts += [match.end() for match in pattern.finditer(text) if not _WISH.search(match[0])]
    return min(cuts)
