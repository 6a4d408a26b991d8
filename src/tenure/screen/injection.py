"""Signs that a text means to steer the agent that reads it: overrides, role markers, hidden text, claims about the memory.

Each rule has marks, plain substrings of which one must be present, so that most rules cost a few searches.
The gaps inside patterns are bounded, so that time grows linearly with the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern, holds_any, narrow
from tenure.screen.talk import is_quoted_talk
from tenure.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sign:
    kind: str
    marks: tuple[str, ...]
    marks_abroad: tuple[str, ...]
    pattern: Pattern
    needs: Pattern | None = None
    """What else a text must hold before the pattern is worth its cost."""


def _sign(kind: str, marks: str, pattern: str, *, needs: str = "") -> _Sign:
    return _Sign(
        kind=kind,
        marks=tuple(mark for mark in fold(marks).split() if mark.isascii()),
        marks_abroad=tuple(mark for mark in fold(marks).split() if not mark.isascii()),
        pattern=Pattern(fold(pattern)),
        needs=Pattern(fold(needs)) if needs else None,
    )


_DROP = (
    r"(?:ignor(?:e|ing|ez|er|iere?n?|ieren sie)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|set aside"
    r"|sideline|stop following|do not follow|don't follow|discard|neglect|suspend|abandon|drop|relinquish"
    r"|countermand|deflect|alter|exceed|violate|break|defy"
    r"|go against|go beyond|push beyond|operate outside|perform beyond|venture beyond|disengage from|disconnect from|"
    r"oublie\w*|omets?|outrepasse\w*|suspends?|abandonne\w*|rejette\w*|depasse\w*|ignora|olvid\w+|anula\w*"
    r"|omit\w+|descarta\w*|desatiend\w+|abandona\w*|suspende\w*|supera\w*|deja de lado|desafia\w*"
    r"|desconecta\w*|"
    r"vergiss\w*|umgeh\w*|missacht\w*|setze|hebe|esque[cç]a\w*|desconsider\w+|viole\w*|desvi\w+|sobrep\w+"
    r"|dimentica\w*|annulla\w*|scavalca\w*|disattend\w+|metti da parte|negeer\w*|vergeet\w*|zignoruj"
    r"|zapomnij|zanemari\w*|zaboravi\w*)"
)
_RULES = (
    r"(?:instruct\w*|prompts?|rules?|polic(?:y|ies)|guidelines?|directives?|commands?|guardrails?"
    r"|restrictions?|constraints?|safeguards?|programming|training|norms?|limits?|limitations?|boundaries"
    r"|protocols?|procedures|moral|ethic\w*|ethical|system message|developer message|"
    r"(?:earlier|previous|prior) (?:task|context|orders?|messages?)|code of conduct|settings|processing routines|"
    r"consignes?|directives?|contraintes?|regles?|cadre ethique|limites|programmation|instrucciones"
    r"|indicaciones|directrices|reglas|restricciones|normas|entrenamiento|programacion|limitaciones"
    r"|anweisung\w*|instruktion\w*|regeln|befehle|einschrankung\w*|beschrankung\w*|richtlinien"
    r"|programmierung|standardeinstellungen|protokolle|"
    r"instrucoes|instrucao|regras|restricoes|configuracoes padrao|procedimentos|parametros|protocolos"
    r"|padroes|istruzioni|regole|restrizioni|linee guida|norme|procedure|opdracht\w*|instructies"
    r"|polecen\w*|instrukcj\w*|upute|uputstva|instrukcije)"
)
_WHOSE = (
    r"(?:all|any|every|your|the|my|these|those|previous|prior|above|earlier|preceding|system|developer'?s?"
    r"|original|initial|existing|built-in|standard|safety|programmed|toutes?|tous|tes|vos|ton|ta|las|los"
    r"|tus|sus|alle|deine\w*|die|vorherigen|ubliche|"
    r"suas|tuas|teus|todas|todos|tutte|tue|tuoi|le|i|as|os|sua|al|alle|wszystkie|poprzednie|sve|prethodne"
    r"|precedentes?|anteriores|precedenti|usuais|routinieres?)"
)
_SAYS = (
    r"[^<\w]{0,16}"
    r"(?:(?:[\w',.:;!?-]{1,24}\s{1,3}){3}|(?:ignore|send|always|never|approve|obey|skip|delete|remember|do not)\b)"
)
"""What a hidden element must begin with to be a text, and no part of a page's machinery."""
_SIGNS: tuple[_Sign, ...] = (
    _sign(
        "injection.override",
        "ignor disreg forget overr bypass aside sidelin stop follow discard neglect suspend abandon drop "
        "relinq counterm deflect alter exceed violat break defy against beyond outside disengage disconnect "
        "oubli omet outrep rejett depass olvid anul omit descart desat super deja desaf desco vergi umgeh "
        "missach setze hebe esque descons viol desvi sobrep dimen annul scaval disatt metti nege verge zigno "
        "zapom zanem zabor",
        rf"\b{_DROP}\b[^.!?\n]{{0,24}}?\b{_WHOSE}\b[^.!?\n]{{0,32}}?\b{_RULES}\b",
        needs=rf"\b{_RULES}\b",
    ),
    _sign(
        "injection.override",
        "تجاهل انس 忽略 忽视 忘记 无视 無視 忘れて 무시 игнорир забудь не спрашивай नज़रअंदाज़ अनदेखा भूल yoksay unut लक्ष्य",
        r"(?:تجاهل|انس)[^.\n]{0,40}(?:التعليمات|الأوامر|القواعد)|(?:忽略|忽视|忘记|无视)[^。\n]{0,20}(?:指令|指示|说明|规则|提示)"
        r"|(?:無視|忘れて)|(?:指示|命令|ルール)[^。\n]{0,10}(?:無視|忘れ)|(?:지시|명령|규칙)[^.\n]{0,12}(?:무시|잊)|(?:игнорир\w*"
        r"|забудь\w*)[^.\n]{0,40}(?:инструкц|указан|команд|правил)|не спрашивай|(?:नज़रअंदाज़|अनदेखा|भूल)"
        r"|talimat\w*[^.\n]{0,20}(?:yoksay|unut)",
    ),
    _sign(
        "injection.override",
        "instructions: instruction: policy: rules directive",
        r"\bnew (?:system )?(?:instructions?|policy|rules?|directives?)\s?:|\b(?:safety|security) rules (?:do"
        r"|does) not apply|\boperating directive\b|\b(?:follow|obey|execute|prioriti[sz]e|focus (?:solely )?on"
        r"|adhere (?:strictly )?to) (?:only |solely |exclusively )?(?:my|these|the following|mine) (?:\w+ "
        r")?(?:instructions|directives|commands|requests|orders)",
    ),
    _sign(
        "injection.override",
        "above forget task void obsolete obey treat",
        r"\b(?:ignore|disregard|forget) (?:everything|anything|all)(?: that is| that was| written)? (?:above\b(?! line)|you (?:know|were told|have been"
        r" told))\b|\bforget what you (?:were|have been|are) told\b|\byour new task is\b|\b(?:previous|earlier|prior|former|all other) (?:rules"
        r"|instructions|orders|policies) (?:are|is|were) (?:now )?(?:void|cancell?ed|obsolete|no longer)|\bobey (?:this|the) (?:page|text|note"
        r"|document|file)\b|\btreat\b[^.\n]{0,60}?\bas (?:an? |the )?(?:instruction|order|command)s? (?:from|of)\b",
    ),
    _sign(
        "injection.persona",
        "dan unrestrict developer jailbreak freed anything restrict without no god filters",
        r"\b(?:dan (?:mode|interface)|modo dan|(?:you are|act as|become|como|in interfaccia|switch to) dan\b"
        r"|do anything now|developer mode (?:is )?(?:enabled|activated|on)|jailbr(?:eak|oken)|freed from"
        r"|unrestricted (?:ai|assistant|mode|queries|model)|(?:with(?:out| no)|sans|ohne) (?:any )?(?:\w+ "
        r")?(?:restrictions?|filters?|safety checks?|limits|query boundaries)|no (?:\w+ )?(?:restrictions"
        r"|boundaries|limits) (?:mode|apply))",
    ),
    _sign(
        "injection.role_marker",
        "< [inst] [sys [admin [dev ### system: developer: assistant: ai: <| -----",
        r"</?(?:system|memory|context|instructions?|admin|developer|assistant|tool_result|function_results?"
        r"|user_input|untrusted|data|document)>|\[/?(?:inst|system|sys|admin|developer)\]|<</?sys>>"
        r"|<\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id)\|>|(?:^|\n"
        r"|[.!?]\s)\s{0,4}#{1,4}\s{0,2}(?:system|developer|new instructions?|instruction|admin)\b\s{0,2}:?"
        r"|(?:^|\n)\s{0,4}(?:system|developer|administrator)\s{0,2}:\s"
        r"|(?:^|\n)\s{0,4}(?:assistant|ai)\s?:\s(?:understood|sure|ok|okay|i will|i'll|yes|of course)\b|(?<!-)-{3,}+\s?(?:begin|end|start) "
        r"(?:system|admin|new|user|instructions?)|<information>|important message (?:from|to)",
    ),
    _sign(
        "injection.prompt_leak",
        "prompt instruct directive input system memor api_key password",
        r"\b(?:reveal|print|show|repeat|output|leak|dump|display|disclose|expose|tell me|give me|divulge|share"
        r"|recite|write out|echo|unveil|affiche|expone|mostre|mostra|zeig\w*|offenbar\w*|explique|dime|revela"
        r"|lege)\b[^.!?\n]{0,40}\b(?:system prompt|(?:your|the|my|its|initial|hidden|original|secret|base|main"
        r"|core|fundamental|basic) (?:\w+ ){0,3}(?:prompt|instructions?|directives?|input|rules)|stored "
        r"memories|api keys|admin password|(?:directriz|directive|anweisung|ausbildungsprompt|indicacion"
        r"|instrucao|invite de base|comando|direttiva)\b)|\b(?:what|which|qual|cual) (?:was|were|is|e"
        r"|fue)[^.!?\n]{0,24}(?:initial|original|base|fundamental\w*|first|main) (?:input|prompt|instructions?"
        r"|instruction|directiv\w*)",
    ),
    _sign(
        "injection.authority",
        "team policy legal owner maintainer cto admin compliance vendor official authori security management",
        r"\b(?:the )?(?:security team|compliance(?: team| policy)?|legal(?: team)?|platform owner|maintainers?"
        r"|cto|ceo|ciso|administrators?|admins?|management|it department|vendor|official (?:vendor "
        r")?(?:advisory|notice)|owner)\b[^.!?\n]{0,50}\b(?:agents? must|(?:may|can) be (?:logged|skipped|disabled|shared)|no "
        r"longer (?:need|require)|bypass|set \w+=|no further|root on|use sudo|carry them out)",
        needs=r"\b(?:agents? must|(?:may|can) be|no longer|bypass|set \w+=|no further|root on|use sudo|carry them out)",
    ),
    _sign(
        "about_memory",
        "preference entry entries memory memories record note rule claim trust approve priority reviewed save_memory review stored "
        "sessions system operator",
        r"\b(?:never|do not|don't|must not|cannot be) (?:be )?(?:delete\w*|remove\w*|forget|forgotten"
        r"|expire\w*|overwrit\w+|show|review\w*|contradict\w*|question\w*|updat\w+)\b[^.\n]{0,16}\b(?:this"
        r"|the) (?:entry|memory|record|note|rule|claim|item)|\bthis (?:entry|memory|record|claim|note"
        r"|rule)\b[^.\n]{0,30}\b(?:first|must|never|always|cannot|can't|may not|shall|is removed|is deleted|is approved|is verified|is "
        r"trusted|has been (?:approved|verified)|overrides?|takes precedence|outranks?)|\brank this\b"
        r"|\bhighest priority\b|\btrust(?:ed)?(?: level)?\s?[=:]\s?[\"']?(?:high|system|user|max|full|trusted"
        r"|1|approved)|\[?(?:pre-?)?approved by (?:the )?(?:user|owner|admin|human)"
        r"|\bapproved\s?=\s?[\"']?true|\bstatus\s?: (?:human-)?(?:reviewed|approved|verified)"
        r"|\b(?:keep|treat|mark|trust|prefer|obey|follow) this (?:entry|memory|record|claim|note|rule)\b"
        r"|\b(?:store|save|remember|keep|record) (?:this|it|that) as (?:an? |the )?(?:system|user|operator|admin\w*|standing"
        r"|permanent|trusted|verified)\b"
        r"|\bhuman-reviewed\b|\b(?:memory|tenure)\.(?:approve|save|write|delete|grant)\b(?!\(\) (?:raises|returns|is|was|does|needs"
        r"|takes|has|checks)\b)|\b(?:save|store|write|update"
        r"|delete)_?memory\s?\(|\bmemory tool\b|\bwrite it again\b|\bignore (?:any |all )?entries\b|\bas "
        r"(?:user|operator|system) (?:policy|preference|instruction)s?\b|\b(?:remember|store|save|keep) "
        r"(?:this |it )?(?:for|in|across) all future (?:sessions|conversations)|\btrusted source for\b"
        r"|\bretrieved memory\b|\breview list\b|\bonce stored\b",
    ),
    _sign(
        "injection.standing",
        "now forward today every each future",
        r"\b(?:from now on|going forward|starting today|henceforth|from this point|in every (?:later|future)"
        r"|in all future|each time you|every time you|whenever the user)\b[^.\n]{0,120}\b(?:send|forward"
        r"|append|call(?! me\b)|post|run|recommend|mention|treat|carry|upload|email|include|approve|skip|say|answer "
        r"that|left out|left off|without asking)\b",
    ),
    _sign(
        "injection.weakening",
        "http certificate credential password secret key token verification verify account sem sin ohne sans "
        "без without review sign-off",
        r"\bhttp instead of https\b|\bcertificates? (?:are|is) not (?:needed|required|checked)"
        r"|\b(?:credentials|passwords|secrets|api keys|tokens) (?:to be|be|may be|can be|should be) (?:written"
        r"|logged|stored|saved|printed|copied|shared|committed)|\bno longer needs? (?:\w+ )?(?:verification"
        r"|review|approval|confirmation)|\bno (?:further|additional) (?:sign-off|approval|review|confirmation"
        r"|verification)|\b(?:payments?|invoices?|transfers?)\b[^.\n]{0,40}\b(?:new|changed|updated|different) "
        r"(?:bank )?(?:account|iban)\b|\b(?:sem verificar|sin verificar|ohne (?:zu prufen|prufung|ruckfrage)"
        r"|sans (?:verifier|demander)|senza (?:verificare|chiedere)|без (?:проверки|подтверждения)|without "
        r"(?:review|asking|being asked|verification|verifying|checking|confirmation))\b[^.\n]{0,60}$",
    ),
    _sign(
        "injection.poisoned_pattern",
        "pattern success known replay apply skip mark status validation",
        r"\b(?:validated success|experience replay|known good|proven pattern|lesson learned)\b|\breuse this "
        r"pattern\b|\bapply to (?:every|all)\b|\bmark(?:ed)? (?:the |it |as |metrics |export "
        r")[^.\n]{0,30}\b(?:verified|successful|final|complete|approved|sanitized|done|passed)|\b(?:status"
        r"|_validation|_status)\]?['\"]?\s?=\s?['\"]?(?:ok|ready_for_signoff|approved|done|passed)"
        r"|\bskip_validation\s?=|\bforce_ok\s?=|--mark-complete|record success regardless",
    ),
    _sign(
        "injection.hidden_markup",
        "<!--",
        r"<!--(?:(?!<!--)[^>]){0,300}?\b(?:agent|assistant|ai|llm|you|user|ignore|store|send|system|from now on|always"
        r"|remember|run|must|do not|treat|approve|whenever|going forward|each time|every|preference|policy"
        r"|instructions?)\b",
    ),
    _sign(
        "injection.hidden_markup",
        "style",
        r"style\s?=\s?(?:[\"'][^\"'\n]{0,60}?|[^\s\"'>]{0,60}?)(?:display\s?:\s?none|visibility\s?:\s?hidden"
        rf"|(?:font-size|opacity)\s?:\s?0(?:\.0{{1,4}})?(?![.\d]))[^>\n]{{0,60}}>{_SAYS}",
    ),
    _sign(
        "injection.hidden_markup",
        "hidden",
        rf"<[a-z]\w{{0,12}}[^<>\n]{{0,80}}?\shidden(?=[\s=>])[^<>\n]{{0,60}}>{_SAYS}",
    ),
    _sign(
        "injection.sent_away",
        "http",
        r"https?://[^\s)\"'>]{3,120}[?&]\w{1,12}=(?:\{(?:context|history|conversation|last_\w{0,12}message|cookies?|memor\w{1,4}|notes?"
        r"|transcript)\}|encoded_\w{3,20}|base64_\w{3,20})",
    ),
    _sign(
        "injection.decode_and_obey",
        "decode rot13 base64 decrypt reverse unscramble hex",
        r"\b(?:decode|decrypt|unscramble|reverse|translate|deobfuscate)\b[^.\n]{0,40}\b(?:and"
        r"|then)\b[^.\n]{0,20}\b(?:follow|execute|run|obey|do|carry|perform|comply)|\brot13 note\b|\b(?:follow"
        r"|obey|execute) (?:the )?(?:decoded|hidden|encoded)",
    ),
)
_MATCHES_MAX = 32


def sign_flags(text: str) -> Iterator[tuple[str, int, int]]:
    """Signs of steering in one reading as (kind, start, end), of each at most the first `_MATCHES_MAX`."""
    lowered = text.lower()
    searched, is_foreign = narrow(lowered), not lowered.isascii()
    for sign in _SIGNS:
        if (holds_any(searched, sign.marks) or (is_foreign and holds_any(lowered, sign.marks_abroad))) and (
            sign.needs is None or sign.needs.search(lowered)
        ):
            for match in islice(sign.pattern.finditer(lowered), _MATCHES_MAX):
                if not is_quoted_talk(text, match.start()):
                    yield sign.kind, *match.span()
