"""Words that tell of a special category of R08 (health, belief and the like), in several languages, said of somebody.

Word lists go only so far, and are measured; words of Latin letters are met in folded lower case (no accents).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern, holds_any

_SOMEBODY = Pattern(
    r"(?i)\b(?:i|i'm|i've|me|my|mine|we|our|he|she|his|her|him|they|their|user|customer|patient|colleague"
    r"|boss|manager|friend|wife|husband|partner|mother|father|mom|dad|brother|sister"
    r"|son|daughter|child|kid|employee|client|ich|mein\w*|er|sie|sein\w*|ihr\w*|je|j'ai|mon|ma|il|elle|son"
    r"|sa|yo|mi|ella|su|eu|meu|minha|ele|ela|io|lui|lei|mio|mia|ik|mijn|hij|zij|haar|jestem|moj\w*|jag|min|han|hon|hun|ben\w*|soy|estoy|tengo|sono|mam)\b|(?:^|(?<=\. ))[A-Z][a-z]+ (?:[A-Z][a-z]+ )?(?:is|was|has|had|suffers|takes"
    r"|voted|belongs)\b"
)
_SPECIAL: tuple[tuple[str, str], ...] = (
    (
        "health",
        (
            r"diagnos(?:ed|is|e|tic\w*)|diabet\w+|hiv|aids|cancer|tumou?r|leuk\w*mia|chemo(?:therapy)?"
            r"|depress(?:ed|ion|ive)|bipolar|schizo\w+|anxiety|adhd|autis(?:m|tic)|epilep\w+|asthma"
            r"|migraines?|pregnan\w+|miscarriage|abortion|disab(?:led|ility)|wheelchair|surgery|hospitali[sz]ed"
            r"|antidepressants?|insulin|medication|prescri(?:bed|ption)|therapist|psychiatr\w+|psychotherap\w+"
            r"|rehab|alcoholic|addict(?:ed|ion)?|eating disorder|allerg(?:y|ic|ies)|blood type|dialysis|hepatitis"
            r"|parkinson\S*|alzheimer\S*|dementia|stroke|heart attack|infertil\w+|menopaus\w+|sick leave|burn-?out"
            r"|krank\w*|krebs|schwanger\w*|behinder\w+|malad(?:e|ie)|enceinte|embarazad\w+|enferm\w+|long covid"
            r"|multiple sclerosis|crohn\S*|ptsd|std test|chronic (?:pain|illness|fatigue)"
        ),
    ),
    (
        "belief",
        (
            r"catholic|protestant|christian|muslim|islamic|jewish|judaism|hindu|buddhist|sikh|atheist|agnostic"
            r"|mormon|orthodox|evangelical|baptist|jehovah\S*|baptised|ramadan|mosque|synagogue|church"
            r"|religio(?:n|us)|prays?|converted to|glaubig|katholisch|evangelisch|moslem\w*|musulman\w*|juif|judio"
            r"|bible study"
        ),
    ),
    (
        "origin",
        (
            r"ethnic\w*|racial|roma|sinti|hispanic|latin[oa]|african[- ]american|asian[- ]american|caucasian"
            r"|indigenous|aboriginal|of \w+ (?:descent|origin|heritage)|refugee|asylum|undocumented|immigration status"
        ),
    ),
    (
        "sexuality",
        (
            r"gay|lesbian|bisexual|homosexual|heterosexual|transgender|trans (?:man|woman)|non-?binary|queer"
            r"|asexual|sexual orientation|sex life|lgbt\w*|schwul|lesbisch|came out as|gender identity"
        ),
    ),
    (
        "politics",
        (
            r"vot(?:ed|es|ing) (?:for|against)|republican|democrat|labour party|tory|tories|conservative party"
            r"|green party|socialist|communist|liberal party|(?:member|supporter) of the \w+ party|political "
            r"(?:views?|party|opinions?)"
            r"|campaigned for|wahlt|afd|cdu|spd|left-wing|right-wing|activist|party member"
        ),
    ),
    (
        "union",
        (
            r"(?:trade|labou?r) union|union (?:member\w*|rep|dues|steward)|unioni[sz]ed|works council"
            r"|gewerkschaft\w*|betriebsrat|syndicat|sindicato|joined the union|shop steward"
        ),
    ),
    (
        "biometrics",
        (
            r"fingerprints? (?:scan|data|template)s?|iris scan\w*|retina scan\w*|face ?id data|facial recognition"
            r"|voice ?print|biometric\w*|dna (?:test|profile|sample)|genetic (?:test|data|mutation|disorder)|genome"
        ),
    ),
    (
        "offences",
        (
            r"convict(?:ed|ion)|criminal record|arrested|felon\w*|misdemeanou?r|prison|jail(?:ed)?|probation"
            r"|parole|restraining order|charged with|sentenced|vorbestraft|shoplift\w*|dui"
        ),
    ),
    (
        "children",
        (
            r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)[- ]years?[- ]old|(?:son|daughter|child|kid"
            r"|toddler|baby|grandson|granddaughter|nephew|niece)(?:'s)? (?:is|was|goes|attends|named|called|school"
            r"|has|aged|birthday)"
            r"|kindergarten|primary school|elementary school|custody"
        ),
    ),
    ("family", r"divorc\w+|separated from|scheidung|adopted|extramarital|affair with|domestic (?:violence|abuse)"),
)
_ABROAD: tuple[tuple[str, str], ...] = (
    (
        "health",
        (
            r"diabetiker\w*|depressi\w+|schwerbehindert\w*|herzinfarkt|schlaganfall|grossesse|handicap\w*|hospitalise\w*"
            r"|allergi\w+|alergi\w+|vih|discapacidad|depresi\w+|hospitalizad\w+|incinta|malat\w+|tumore|disabil\w+|ricoverat\w+"
            r"|gravida?|doente|deprimid\w+|zwanger|ziekte|kanker|gehandicapt\w*|ciaz\w+|cukrzyc\w+|nowotwor\w*"
            r"|niepelnosprawn\w+|hamile|kanser|cancro"
        ),
    ),
    (
        "belief",
        (
            r"katolik\w*|katolic\w+|cattolic[oa]|catolic[oa]|catholique|muzulman\w*|islamit\w*|moslim\w*|protestant\w*|ortodox\w*"
            r"|ortodoss[oa]|ebre[oa]|judi[oa]|judeu|judia|juiv\w+|joods\w*|buddist\w*|budist\w*|bouddhiste|ate[oa]|athee|ateist\w*"
            r"|atheist\w*|glaubige\w*"
        ),
    ),
    (
        "origin",
        r"migrationshintergrund|fluchtling\w*|refugiad[oa]|refugie\w*|asylbewerber\w*|sans-papiers|de ascendencia \w+|rifugiat[oa]",
    ),
    (
        "sexuality",
        (
            r"homosexuel\w*|homosexuell\w*|bisexuel\w*|lesbienne|lesbiana|omosessual\w+|bisessual\w+|transgenre|transgenero"
            r"|homoseksual\w*|gejem|lesbijk\w+|schwuler"
        ),
    ),
    (
        "politics",
        r"vote pour|vota a|voto por|votat[oa] per|glosowal\w* na|socialista|comunista|communiste|kommunist\w*|parteimitglied",
    ),
    ("union", r"vakbond\w*|sindacat\w+|sindicalizad[oa]|syndique\w*|zwiaz\w+ zawodow\w+|fackforbund\w*"),
    (
        "biometrics",
        r"fingerabdr\w+|empreintes? digitales?|huellas? dactilares?|impront\w+ digital\w+|impressoes digitais|vingerafdruk\w*",
    ),
    (
        "offences",
        (
            r"condamne\w* pour|casier judiciaire|antecedentes penales|condenad[oa]|precedenti penali|condannat[oa]|strafblad|skazan\w+"
            r"|vorstrafen?|verurteilt|gefangnis|carcel"
        ),
    ),
    (
        "children",
        "|".join(
            rf"{name} (?:ist|geht|heisst|a|est|va|s'appelle|tiene|es|se llama|ha|si chiama|tem|e|is|gaat|heet|ma|chodzi)"
            for name in "tochter sohn fille fils hija hijo figlia figlio filha filho dochter zoon corka".split()
        )
        + "|ecole primaire|escuela primaria|scuola elementare|sorgerecht",
    ),
    ("family", r"geschieden|divorziat[oa]|divorciad[oa]|gescheiden|rozwiedzion\w+"),
)
# Scripts without capitals or without spaces: stems that are looked for as they are, where a word for a person stands too.
_ELSEWHERE: tuple[tuple[str, str], ...] = tuple(
    (name, fold(words))
    for name, words in (
        (
            "health",
            "диабет;беременн;онколог;депресси;инвалид;вич-инфиц;糖尿病;怀孕;懷孕;艾滋;抑郁症;癌症;妊娠;うつ病;がんと診断;당뇨;임신;우울증;암 진단;السكري;حامل;مصاب;סוכרת;בהריון;διαβητ;εγκυος",
        ),
        (
            "belief",
            "католи;мусульман;православн;иуде;атеист;穆斯林;基督徒;天主教;佛教徒;イスラム教徒;キリスト教徒;무슬림;기독교인;مسلم;مسيحي;יהודי;מוסלמי;μουσουλμαν",
        ),
        ("sexuality", "гомосексуал;лесбиянк;бисексуал;同性恋;双性恋;同性愛;동성애;مثلي;הומוסקסואל"),
        ("politics", "голосовал;член партии;共产党员;党员;投票给;党員;に投票した;당원;הצביע"),
        ("union", "профсоюз;工会会员;労働組合;노동조합;نقابة"),
        ("offences", "судимост;осужден;坐过牢;有前科;犯罪记录;前科がある;전과;עבר פלילי"),
        (
            "children",
            "мой сын;моя дочь;我儿子;我女儿;我的儿子;我的女儿;私の娘;私の息子;내 딸;내 아들;ابني;ابنتي;הבן שלי;הבת שלי",
        ),
        ("family", "развел;разведен;离婚;離婚;이혼;مطلق;גרוש"),
    )
)
_PERSON_ELSEWHERE = fold(
    "я ;он ;она ;мой;моя;мне;меня;пользовател;коллег;жена;муж;我;他;她;用户;同事;私;彼;ユーザー;同僚;나는;저는;내 ;그는;그녀;사용자;أنا;هو ;هي ;المستخدم;אני;הוא ;היא ;המשתמש;εγω;ειμαι"
).split(";")
_PERSON_CHARS = 200
_HEAD = Pattern(r"[a-z]{3}")
_TOP_LEVEL = Pattern(r"(?:[^|()]|\((?:[^()]|\([^()]*\))*\))+")
_WORD = Pattern(r"(?<![\w])(?:[a-z]{2,3}|\d)")
_LETTERS = Pattern(r"(?<![\w])[a-z]{2,3}")
_AGED = "year"  # nothing that begins with a digit is looked for but somebody's age


@cache
def _by_head() -> tuple[dict[str, Pattern], Pattern]:
    """The word lists by their first three letters, so that a word of a text meets few patterns."""
    heads: dict[str, list[tuple[str, str]]] = {}
    for name, words in (*_SPECIAL, *_ABROAD):
        for one in _TOP_LEVEL.finditer(words):
            head = _HEAD.match(one[0])
            heads.setdefault(head[0] if head else "", []).append((name, one[0]))
    compiled = {
        head: Pattern("|".join(rf"(?P<{name}_{at}>(?:{one})\b)" for at, (name, one) in enumerate(rows)))
        for head, rows in heads.items()
    }
    return compiled, compiled.pop("")


def special_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Words of the special categories in a folded text that are said of somebody, as (kind, start, end)."""
    lowered = text.lower()
    if not lowered.isascii() and holds_any(lowered, _PERSON_ELSEWHERE):
        yield from _elsewhere(lowered)
    specials, rest = _by_head()
    persons: list[int] | None = None
    for word in (_WORD if _AGED in lowered else _LETTERS).finditer(lowered):
        pattern = specials.get(word[0])
        found = pattern.match(lowered, word.start()) if pattern is not None else None
        found = found or rest.match(lowered, word.start())
        if found is None or found.lastgroup is None:
            continue
        kind = found.lastgroup.rsplit("_", 1)[0]
        if persons is None:
            persons = [match.start() for match in _SOMEBODY.finditer(text)]
        near = bisect_left(persons, max(text.rfind(". ", 0, found.start()) + 1, found.start() - _PERSON_CHARS))
        if kind == "children" or (near < len(persons) and persons[near] <= found.end() + _PERSON_CHARS):
            yield f"special.{kind}", found.start(), found.end()


def _elsewhere(lowered: str) -> Iterator[tuple[str, int, int]]:
    for name, stems in _ELSEWHERE:
        for stem in stems.split(";"):
            at = lowered.find(stem)
            if at >= 0:
                yield f"special.{name}", at, at + len(stem)
