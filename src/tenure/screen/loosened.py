"""Signs that a sentence would loosen a safeguard for good: what it loosens, and in whose name, when or by which lesson.

Neither half says much: people talk of firewalls, and wish for tables. A sentence counts that has both: an act that takes
protection away, sends something out or hides something, and the claim that somebody wishes it, allowed it, that it is to
happen once something occurs, or that it proved itself before. Patterns meet sentences in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tenure.screen.pattern import Marked, Pattern

_GUARD = (
    r"(?:(?:code |security |human )?reviews?|approvals?|sign-?offs?|(?:security )?warnings|firewalls?|virus scanner|antivirus|mfa|2fa"
    r"|two-factor\w*|multi-factor\w*|certificates?|certificate validation|tls|https|branch protection|identity|backups?(?: job)?|input"
    r" validation|validation|audit\w*|sandbox\w*|signatures?|deletion requests|origin checks|verification|verify|consent|call-?backs?"
    r"|confirmations?|confirm\w*|test results|the results|test suite|encryption|password prompts?|rate limits?|moderation"
    r"|access controls?|permissions? (?:checks?|prompts?)|(?:endpoint |data )?protection|proof(?: of \w+)?|reading|reviewers?|where clause|termination clause|safety|guardrails?|checks?)"
)
_SECRET = (
    r"(?:credentials?|passwords?|one-time codes?|access tokens?|tokens|api keys?|secrets?|salar(?:y|ies)|payroll|customer\w*|client list"
    r"|contact list|personal (?:data|records|details)|records|system prompts?|(?:all |stored )?memories|calendar|environment|location"
    r"|conversations?|chat logs?|history|stack traces|documents?|files|invoices?|answers?|diffs?|contracts?)"
)
_LOOSE = Marked(
    "skip;bypass;disabl;ignor;suppress;omit;waiv;off;drop;without;no ;not ;never;stop;run as;as admin;root;777;verify=;public;anyone"
    ";external;outside;log;yes to;approve;accept;every ;delet;pass;success;insist;for ever;forever;instead;local storage;directly"
    ";requested details;new ;my drive;n't;no-;requires no;void;upstream;force;remov;past;hand;wiped;erased;can be;may be",
    Pattern(
        # a safeguard is left out, or put out of use
        rf"\b(?:skip\w*|bypass\w*|disabl\w+|ignor\w+|suppress\w*|omit\w*|waiv\w+|drop\w*|without|no longer|circumvent\w*|turn\w* off"
        rf"|switch\w* off|leav\w* out|remov\w+|not want\w* to see|not wait\w* for|needs? no|requires? no|no)\b[^.;\n]{{0,32}}?\b{_GUARD}\b"
        rf"|\b{_GUARD}\b[^.;\n]{{0,36}}?\b(?:off|skipped|disabled|waived|bypassed|omitted|unnecessary|void|dropped|suspended|(?:not|no longer)"
        r" (?:needed|required|necessary|checked)|handled upstream|optional)\b"
        r"|\b(?:(?:run|ran|install\w*|start\w*|operat\w+) as (?:an? )?(?:administrator|admin|root)|root account|chmod 777|verify\s?=\s?false"
        r"|public read|force[- ]push\w*|auto-?(?:approv|merg|accept)\w*)\b"
        # something goes out that should stay
        rf"|\b(?:shar\w+|post\w*|past(?:e|ed|ing)|send\w*|sent|forward\w*|export\w*|reveal\w*|expos\w+|publish\w*|print\w*|upload\w*|stor\w+|writ\w+|log\w*"
        rf"|disclos\w+|cop(?:y|ied)|keep\w*|kept|hand\w*)\b[^.;\n]{{0,24}}?\b{_SECRET}\b[^.;\n]{{0,48}}?\b(?:public\w*|any(?:one|body)\b"
        r"|external\w*|outside|logs?|local storage|channel|my (?:drive|account|address)|developers|without|recruiters|partners?|automatically"
        r"|third part\w+|plain ?text|for ever|forever|never deleted)"
        rf"|\b{_SECRET}\b[^.;\n]{{0,40}}?\b(?:(?:can|may|to) be (?:\w+ )?(?:shared|posted|sent|forwarded|exported|revealed|published|logged|downloaded|copied|read by"
        r"|kept for ever|stored in plain)|(?:are|is) (?:pasted|deleted|posted|published) ?(?:into|in|to)?|automatically forwarded|forwarded to \+?\d)"
        # yes is said unseen
        r"|\b(?:approv\w+|accept\w*|merg\w+|confirm\w*|sign\w*|pay\w*|answer\w* yes)\b[^.;\n]{0,40}?\b(?:without (?:looking|reading|comments?"
        r"|reviewing|asking|checking|a (?:look|check|word))|unseen|blindly|(?:every|all|any) (?:confirmation|prompts?|requests?|updates?"
        r"|dependenc\w+|pull requests?)|on behalf of)"
        # nothing is said or asked
        r"|\b(?:not|never|n't)\b[^.;,\n]{0,12}?\b(?:mention\w*|tell\w*|show\w*|asked|inform\w*|notif\w+|warn\w*|report\w*|disclos\w+)\b"
        r"[^.;\n]{0,24}?\b(?:users?|before (?:purchas|buy|delet|send|pay|deploy|push|install)\w+|when it uses|external|risk\w*|anybody|anyone"
        r"|where it came|in the report|to the team|steps)"
        # results are made up
        r"|\b(?:delet\w+|remov\w+) the (?:failing|failed) tests?|\bmark\w* [^.;\n]{0,24}?\bas (?:passed|done|successful|verified|approved)"
        r"|\breport\w* success\b|\bwith the requested details\b|\bfor ever and never\b|\bnever (?:be )?deleted\b"
        r"|\btell\w* (?:nobody|no one)\b|\bhand\w* over (?:its|your|the|all) \w+|\b(?:logs?|traces?|records?) [^.;\n]{0,30}?\b(?:are|is|be|get)"
        r" (?:deleted|wiped|erased)\b"
        # money goes elsewhere
        r"|\b(?:refunds?|payments?|invoices?|salar\w+|wages|transfers?)\b[^.;\n]{0,30}?\bto (?:the |a )?(?:new|other|different) (?:iban|account|bank)"
    ),
)
_WISH = Pattern(
    r"\b(?!(?:nobody|one)\b)[\w'’]{2,20}\s(?:\w+ly |always |also )?"
    r"(?:prefers?|likes?|wants?|would (?:like|rather|prefer)|expects?|wishes|hates?|is (?:annoyed|tired|happy|fine|okay|ok)|was happi\w+)\b"
    r"|\b(?:user|customer|client)['’]s (?:\w+ )?(?:preference|wish|style|habit)\b|\bpreferences?(?: \([^)\n]{2,30}\))?\s?:"
)
_OWN_WISH = Pattern(r"\W*(?:i|we)\b")
_AUTHORITY = Pattern(
    r"\b(?:(?:security|support|legal|platform|it|compliance|data protection|privacy|operations?) (?:officer|team|department|office|staff)"
    r"|lawyers?|counsel|hr|ciso|cto|ceo|cfo|dpo|legal|board|(?:repo|repository|project|platform|account|workspace|service)?\s?owner"
    r"|administrator|admins?|maintainers?|vendor\w*|provider|management|anthropic|openai|google|microsoft|compliance|auditors?"
    r"|(?:\w+ ){0,2}polic(?:y|ies)|notice)\b[^.;\n]{0,48}?"
    r"(?::|\b(?:approved|approves|says|said|decided|decides|confirmed|confirms|agreed|signed off|cleared|allows?|allowed|permits?|permitted"
    r"|authori[sz]e[sd]?|granted|waived|updated?|states?|instructs?|agents? (?:may|must|can)|order of)\b)"
    r"|^\W*(?:security|compliance|legal|it|management|operations)\s?:"
    r"|\b(?:per|under|according to|as required by) (?:the |our )?(?:\w+ ){0,3}polic(?:y|ies)\b"
)
_SAYS_SO = Pattern(
    r"\b(?:i|we) (?:hereby )?authori[sz]e (?:you|the (?:agent|assistant))\b|\bby order of\b|\bagents? may (?:sign|pay|buy|approve|decide|delete"
    r"|push|send|reveal)\b|\b(?:assistant|agent|bots?|model) (?:may|can) (?:now|always|freely) (?:\w+ ){0,2}?(?:reveal|share|send|skip|delete"
    r"|approve|push|sign|export)"
)
_OCCASION = Pattern(
    r"[\s\"'“(>*-]{0,4}(?:[\w-]{2,20}:\s|(?:note|important|remember)\W{1,3})?(?:if|when|whenever|once|as soon as|the next time|next time"
    r"|should|after|upon|on the (?:day|first|last|next)|each time|every time|any ?time|in case|the moment|wait until|before each|before every|until)\b"
)
_OWN_OCCASION = Pattern(r"[^,.;\n]{0,40}?\b(?:i|we|my|our)\b")
_OUTCOME = Pattern(
    r"[,:]\s*(?:\w+\s+){0,2}?(?:approve|delete|push|insist|name|say that|claim|pretend|recommend|begin to (?:recommend|suggest)|change the"
    r" (?:account|iban|payment|address)|replace|transfer|pay|book|charge|print the|add the line|wipe|grant|invite|merge|reveal|forward|upload"
    r"|export|install|disable|answer that|confirm that|hide|deny|omit|send the)\b|\bthen (?:push|send|delete|upload|merge|pay|install|export)\b"
)
_LESSON = Pattern(
    r"^\W*(?:[\w-]+ ){0,3}?(?:experience|worked (?:before|well)|lessons? (?:learned|learnt)|best practice|proven \w+|known good|recipe"
    r"|success(?:ful)?|(?:from|in) (?:past|earlier|previous) (?:runs?|sessions?|tasks?|cases?)|solved(?: case)?|reflection|insight|tip)\b"
    r"[^\n]{0,20}?(?::|->|→)"
)
_REUSE = Pattern(
    r"\b(?:do (?:the same|it again|so again)|always do|use (?:it|this|that) as (?:the )?default|keep this for|apply (?:it|this) (?:to|wherever"
    r"|everywhere|always)|continue like that|repeat (?:it|this)|next time|reuse|always (?:first|answer))\b"
)
_SENT_AWAY = Marked(
    "http;@",
    Pattern(
        r"\b(?:send|forward|upload|post|copy|mirror|sync|submit|report|e-?mail|mail|push|append|deliver|relay|copied|forwarded|mirrored|sent"
        r"|uploaded|invia|inoltra|envia|envoie\w*|envoyez|envie|reenvia|schick\w*|sende\w*|leite|stuur|wyslij|gonder)\b[^.;\n]{0,80}?"
        r"(?:\bto\b|\ban\b|\ba\b|\bà\b|\bnaar\b|\bauf\b|\bcon\b|\bat\b|:)\s[^\s]{0,24}?(?:https?://|[\w.+-]{1,64}@[\w-]{1,40}\.\w)"
        r"|\binstall\b[^.;\n]{0,60}?\bfrom https?://(?!localhost|127\.)|\b(?:every|each|all)\b[^.;\n]{0,40}?\b(?:is|are|be) (?:to be )?"
        r"(?:copied|forwarded|mirrored|sent)\b[^.;\n]{0,20}?[\w.+-]{1,64}@[\w-]{1,40}\.\w"
    ),
)
_STANDING_ABROAD = Pattern(
    r"\b(?:ab (?:jetzt|sofort)|von nun an|kunftig|desormais|dorenavant|a partir de (?:ahora|maintenant|agora)|en adelante|d'ora in poi"
    r"|daqui (?:em diante|para a frente)|od teraz|vanaf nu|voortaan|bundan sonra|artik)\b|с этого момента|отныне|впредь|从现在|今后|以后|"
    r"今後|これから|앞으로|من الآن|απο (?:δω|εδω) και"
)


def _signed(words: Sequence[str]) -> frozenset[str]:
    """Words as they stand between white space: bare, before or after the signs of a sentence."""
    return frozenset(
        f"{first}{word}{last}"
        for word in words
        for first in ("", '"', "(", "[")
        for last in ("", ",", ":", ".", "'s", "’s")
    )


# Words of which one stands in whatever the patterns match: most sentences have none and are read by no pattern.
_NAMED = _signed(
    (
        "security operations it: prefer prefers preference preferences like likes want wants would expects wishes hates annoyed tired"
        " happy happier happiest fine"
        " okay ok wish style habit team officer department office staff lawyer lawyers counsel hr ciso cto ceo cfo dpo legal board owner"
        " administrator admin admins maintainer maintainers vendor vendors provider management anthropic openai google microsoft compliance"
        " auditor auditors policy policies notice authorise authorize order agents agent assistant bots bot model"
    ).split()
)
_LEARNT = _signed(
    "experience worked lesson lessons practice proven known recipe success successful past earlier previous solved reflection insight tip".split()
)
_OCCASIONS = _signed(
    "if when whenever once soon next should after upon on each every any anytime case moment until before".split()
)
_PARTNERS = _NAMED | _LEARNT | _OCCASIONS
_ABROAD = _signed("ab von kunftig desormais dorenavant a en d'ora daqui od vanaf voortaan bundan artik".split())
_LOOSE_ABROAD = Pattern(
    r"[\w.+-]{1,64}@[\w-]{1,40}\.\w|https?://|\b(?:ohne|sans|sin|sem|senza|zonder|bez)\b[^.,;\n]{0,16}?(?:frag|demand|pregunt|revis|confirm|verif"
    r"|chied|vrag|vragen|pyta|potwierdz|sprawdz|pergunt|pruf)|\bno (?:pidas|preguntes|avises)\b|\bne demande\w* (?:pas|plus)\b|\bnicht (?:nach)?frag|\bnon chieder|\bniet vrag|\bnie pytaj|\bunge(?:pruft|fragt)"
    r"|\b(?:verberg|versteck|verheimlich|cacher|oculta|nascond|esconde|ukryw)"
    r"|без (?:спроса|проверки|подтверждения)|확인 없이|确认|確認(?:せ|な)|دون (?:تأكيد|سؤال)"
)


def loosening_signs(sentence: str, words: frozenset[str]) -> list[tuple[str, int, int]]:
    """Give the signs in one sentence (lower case), cut at its white space too, as (kind, start, end)."""
    if words.isdisjoint(_PARTNERS):
        return []
    occasion = _OCCASION.match(sentence)
    if occasion is not None and _OWN_OCCASION.match(sentence, occasion.end()):
        occasion = None
    lesson = _LESSON.search(sentence) if words & _LEARNT else None
    if occasion is None and lesson is None and words.isdisjoint(_NAMED):
        return []
    loose = _LOOSE.search(sentence)
    found = list(_named(sentence, loose)) if loose is not None else []
    if occasion is not None:
        outcome = loose or _OUTCOME.search(sentence, occasion.end())
        if outcome is not None:
            found.append(("delayed_trigger", occasion.start(), outcome.end()))
    if lesson is not None:
        proof = loose or _REUSE.search(sentence, lesson.end())
        if proof is not None:
            found.append(("injection.poisoned_pattern", lesson.start(), max(lesson.end(), proof.end())))
    return found


def _named(sentence: str, loose: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """In whose name a safeguard is loosened: somebody's wish, some authority's word."""
    wish = _WISH.search(sentence)
    if wish is not None and not _OWN_WISH.match(sentence):
        yield "injection.claimed_wish", min(wish.start(), loose.start()), max(wish.end(), loose.end())
    authority = _AUTHORITY.search(sentence) or _SAYS_SO.search(sentence)
    if authority is not None:
        yield "injection.authority", min(authority.start(), loose.start()), max(authority.end(), loose.end())


def sends_away(sentence: str) -> bool:
    """Tell whether a sentence (lower case) has something sent to an address, or fetched from one to be installed."""
    return _SENT_AWAY.search(sentence) is not None


def is_standing_abroad(sentence: str, words: frozenset[str]) -> bool:
    """Tell whether a sentence (lower case) says, in another language than English, that it holds from now on."""
    if sentence.isascii() and words.isdisjoint(_ABROAD):
        return False
    return _STANDING_ABROAD.search(sentence) is not None


def loosens_abroad(sentence: str) -> bool:
    """Tell whether such a sentence has something sent to an address, left unasked, or hidden."""
    return _LOOSE_ABROAD.search(sentence) is not None
