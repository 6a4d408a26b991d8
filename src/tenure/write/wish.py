"""Whether words are a plain wish of the person who says them: what a grant may admit without anybody reading it. Pure.

That words are somebody's own shows who spoke and not that a standing preference is meant: "draft a speech" and "print
your configuration" are a person's own words too. So under a grant a preference has one of two forms:

1. *I prefer ...*, *I like ...* and their like, in several languages, and not a word about the agent, about what it
   does or about a safeguard, not an act (*pushed*, *being asked*) and no address; what is disliked, or liked to be
   missing, is about the look of answers, for who dislikes confirmations wants a safeguard to be left out (R11);
2. words about the look of answers, texts or code, every one of which is in a closed list: *answers come as tables*; and
   a command so, *give me a table*, if the message says that it is meant to last: *always*, *from now on*, *when ...*.
   Without that it is a request of the moment (*be ...* and *keep ...* last by themselves).

Around either may stand a condition that begins with *when* or *whenever*, or *unless*, in as harmless words. Everything
else a person is asked about: that costs a question, and never a wrong entry.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tenure.search.terms import stem_terms
from tenure.write.wording import fold

_WORDS_MAX = 16
_BEFORE = re.compile(r"when(?:ever)? (?:[\w'-]+ ){1,12}?[\w'-]+, ?")
_AFTER = re.compile(r",? (?:when(?:ever)?|unless) (?:[\w'-]+ ){0,12}[\w'-]+\Z")
_LIKES = re.compile(
    r"(?:i|we)(?:'d| would)?(?: (?:always|also|really|generally|usually|strongly|much|rather))* "
    r"(?:prefer|like|love|favou?r|enjoy|hate|dislike)\b"
    r"|(?:ich|wir) (?:mag|mögen|bevorzugen?|hasse)\b|(?:je préfère|j'aime|je déteste)\b"
    r"|(?:yo )?(?:prefiero|me gustan?|odio)\b|(?:eu )?(?:prefiro|gosto de|detesto)\b"
    r"|(?:io )?(?:preferisco|mi piac(?:e|ciono)|detesto)\b|ik (?:hou van|heb liever|haat)\b"
)
# Words about the agent, the memory or somebody's acts, and words that open another clause.
_BARRED = frozenset(
    "you your yours yourself u agent agents assistant assistants ai bot model llm system systems prompt prompts memory "
    "memories instruction instructions instructed rule rules policy policies everyone everybody anyone nobody it its "
    "to that this these those if because since so then who which how what why where not but and or as "
    "du dich dein deine deinen deiner ihr euch sie ihre agenten regeln wenn dass weil um und oder aber "
    "tu te toi ton ta tes vous votre vos si que parce pour et ou mais "
    "ti tus usted ustedes su sus porque para y o pero vocês você seu sua teu tua e ou mas "
    "tuo tua tuoi voi vostro se che perché per ma je jij jouw u uw als dat omdat en maar".split()
)
_BARRED_AFTER = {"ik": _BARRED | {"of"}}
"""In Dutch alone *of* opens another clause."""
# What an agent acts with or upon, and what holds it back: a wish about these is more than taste, however it is worded.
_GRAVE_WORDS = (
    "act action ask approve approval authorise authorize authorisation authorization confirm confirmation consent "
    "permission permit review reviewer check prompt warn warning alert guard safeguard safety secure security protect "
    "audit sign signature verify verification validate validation sandbox firewall encrypt encryption test tests lint "
    "backup rollback limit oversight notify notice disclose transparency run execute script shell bash sh zsh "
    "powershell terminal console command sudo root admin administrator superuser privilege chmod curl wget ssh scp "
    "eval exec cron daemon deploy deployment release rollout production prod staging live push pull merge force "
    "rebase reset commit branch main master install package dependency download upload fetch send mail email message "
    "post publish share forward transfer pay payment purchase buy order book delete deletion remove drop wipe purge "
    "erase overwrite destroy database backdoor bypass skip disable ignore override unlock trust obey autonomy "
    "autonomous automatic auto automatically unattended silently quietly secretly password passwords passphrase "
    "secret credential token key keys pin login account cookie private exfiltrate leak telemetry webhook server host "
    "url link http https www"
)
_MISSING = frozenset(
    "no not never without less fewer off out zero hate hates dislike dislikes avoid skip minus ohne kein keine keinen "
    "nicht nie hasse sans pas jamais deteste sin nunca odio sem nao nunca senza mai zonder geen niet haat".split()
)
_ACT = re.compile(r"[a-z]{2,}(?:ed|ing)")
_ADDRESS = re.compile(r"\w[./:@=\\]\w")
_OPENERS = (
    "give me", "show me", "give", "show", "use", "write", "keep", "make", "format", "answer", "reply", "respond",
    "explain", "be", "prefer", "avoid", "start with", "end with", "stick to", "no", "do not use", "don't use",
    "never use", "always use", "always give me", "always answer", "always write",
)  # fmt: skip
_LOOK_WORDS = (
    "wide narrow small large table tables list lists bullet bullets point points short long brief concise terse "
    "detailed simple plain answer answers reply replies response responses explanation explanations summary summaries "
    "example examples code comment comments diagram diagrams chart charts heading headings paragraph paragraphs "
    "sentence sentences title titles section sections column columns row rows line lines page pages footnote "
    "footnotes metric imperial unit units celsius fahrenheit tabs spaces indentation indent width quotes single "
    "double british american spelling english german french spanish portuguese italian dutch polish japanese chinese "
    "emoji emojis jargon abbreviations type hints docstrings snake camel case markdown text tone formal informal "
    "friendly polite technical style format date dates iso time times clock hour euros dollars currency decimal "
    "numbers names name first last comparison comparisons question questions step steps by before after imperative "
    "mood commit messages message word words bold italic italics theory functions function variable variables "
    "bulleted numbered reasoning sorted grouped aligned indented nested coloured colored highlighted underlined "
    "rounded spelled quoted"
)
_GLUE = frozenset(
    "come comes are is stay should a an the my me in of for with on at and or than over under as to all every each "
    "always only one two three four please more less fewer most least when you compare things".split()
)
_LASTING = re.compile(
    r"\b(?:always|never|from now on|going forward|in (?:the )?future|when(?:ever)?|unless|every|each|remember that"
    r"|please note|note that|i(?:'d| would) like you to|i want you to)\b"
)
_STATED = re.compile(r"\b(?:come|comes|are|is|stay|should)\b")
_TOKEN = re.compile(r"[\w'-]+")


def is_plain_wish(text: str, message: str) -> bool:
    """Tell whether a claim has one of the two forms that a grant may admit (R05).

    Args:
        text: The claim.
        message: The own words of the message in which it was said.
    """
    words = fold(text).replace("\u2019", "'").strip(" .!")
    words = words.removeprefix("please ").removesuffix(" please").rstrip(",")
    before = _BEFORE.match(words)
    if before is not None:
        words = words[before.end() :]
    after = _AFTER.search(words)
    conditions = f"{'' if before is None else before[0]} {'' if after is None else after[0]}"
    words = words if after is None else words[: after.start()]
    if _ADDRESS.search(f"{conditions} {words}") or any(map(_is_grave, _TOKEN.findall(conditions))):
        return False
    tokens = _TOKEN.findall(words)
    if not 1 < len(tokens) <= _WORDS_MAX or re.search(r"[^\w\s',/().%+&-]", words):
        return False
    liked = _LIKES.match(words)
    if liked is not None:
        said = _TOKEN.findall(words[liked.end() :])
        barred = _BARRED_AFTER.get(tokens[0], _BARRED)
        if not said or barred & set(said) or any(_is_grave(word) or _is_act(word) for word in said):
            return False
        is_of_taste = not _MISSING & {_plain(word) for word in tokens}
        return is_of_taste or all(_is_of_look(word) or _plain(word) in _MISSING for word in said)
    opener = next((each for each in _OPENERS if words.startswith(f"{each} ")), "")
    if not all(_is_of_look(word) for word in _TOKEN.findall(words[len(opener) :])):
        return False
    lasts = opener in {"be", "keep"} if opener else _STATED.search(words) is not None
    return lasts or (opener != "" and _LASTING.search(fold(message).replace("\u2019", "'")) is not None)


def _plain(word: str) -> str:
    """Give a word without its accents."""
    return "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))


def _is_grave(word: str) -> bool:
    parts = [part for part in re.split(r"['-]", word) if part]
    grave = _grave_terms()
    return any(part in grave or not grave.isdisjoint(stem_terms(part)) for part in parts)


@cache  # on first use: what stems words takes a while to load
def _grave_terms() -> frozenset[str]:
    return frozenset(term for word in _GRAVE_WORDS.split() for term in (word, *stem_terms(word)))


@cache
def _look_terms() -> frozenset[str]:
    return frozenset(term for word in _LOOK_WORDS.split() for term in stem_terms(word))


def _is_act(word: str) -> bool:
    """Tell whether a word says that something is done, and is no word about looks (*detailed*, *headings*)."""
    return _ACT.fullmatch(word) is not None and not _is_of_look(word)


def _is_of_look(word: str) -> bool:
    return word in _GLUE or word.isdecimal() or all(term in _look_terms() for term in stem_terms(word))
