"""Words that announce a secret, in many languages, and where they stand in a text.

A row is a family, a stem that is searched as a plain substring, and bounded patterns for what may stand
just before and after it. Searching substrings keeps a text without labels nearly free. All words are
written, and met, in folded lower case (no accents, compatibility forms).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tenure.screen.normalise import fold
from tenure.screen.pattern import Pattern

_BEFORE_CHARS = 18
_AFTER_CHARS = 24

_PASSWORDS = (
    "password;passwd;passwort;kennwort;passcode;pwd;mot de passe;contrasen;senha;palavra-passe;wachtwoord;"
    "losenord;adgangskode;passord;salasana;"
    "hasło;haslo;heslo;jelszo;parola;parole;sifre;kata sandi;mat khau;nenosiri;lozinka;geslo;slaptazodis;"
    "wifi key;wi-fi key;wpa key;wpa2 key;"
    "пароль;кодовое слово;гасло;парола;лозинка;κωδικος;סיסמה;كلمة المرور;كلمه المرور;كلمة السر;رمز عبور;"
    "گذرواژه;पासवर्ड;รหัสผ่าน;パスワード;暗証番号;"
    "密码;密碼;口令;비밀번호;암호"
)
_KEYS = (
    "secret;token;credential;bearer;authorization;cookie;session_id;sessionid;sessid;apikey;authenticator;"
    "totp;geheimnis;cle d'api;cle api;"
    "cle secrete;clave de api;clave secreta;chave de api;chave secreta;chiave api;chiave segreta;ключ;"
    "токен;密钥;令牌;トークン;auth"
)
_KEY_HEADS = (
    "api|access|secret|private|admin|storage|account|encryption|signing|master|license|licence|service"
    "|deploy(?:ment)?|auth|shared|app|application|"
    "client|subscription|webhook|session|root|ingest|integration|live|prod(?:uction)?|server|write|user"
    "|project|team|datadog|algolia|stripe|twilio|"
    "sendgrid|mailgun|openai|cloudflare|azure|aws|recaptcha|wireguard|vpn|hmac|decryption|bot|otp|mfa|2fa"
    "|setup|signature|x-auth|preshared"
)
_CODES = (
    "geheimzahl;geheimnummer;digicode;pincode;deurcode;code secret;code confidentiel;code d'acces;code de "
    "la porte;codigo de la puerta;"
    "codigo de acceso;codigo de seguridad;codigo secreto;codigo da porta;codice di accesso;codice segreto;"
    "codice della porta;combination;"
    "combinazione;combinacion;clave;пин;код от;暗証番号;取款密码"
)
_CODE_HEADS = (
    "keypad|lockbox|alarm|door|gate|entry|access|unlock|lock|security|garage|safe|voicemail|phone|sim"
    "|screen|house|building|verification|"
    "confirmation|login|one-time|2fa|mfa|sms|otp|tur|haustur|zugangs|bestatigungs|entsperr"
)
_NOT_A_CODE = (
    "error|status|exit|zip|area|country|source|response|return|promo|postal|http|dress|qr|product|event"
    "|type|language|color"
)
_RECOVERY = (
    "codes de secours;codes de recuperation;codes de sauvegarde;codigos de recuperacion;codigos de "
    "respaldo;codigos de recuperacao;"
    "codici di recupero;codici di backup;резервные коды;恢复代码;备用验证码;リカバリーコード"
)
_RECOVERY_HEADS = "recovery|backup|back-up|rescue|scratch|emergency|2fa|mfa|one-time|wiederherstellungs|notfall|reserve"
_PHRASES = (
    "passphrase;pass phrase;mnemonic;passwortsatz;wiederherstellungsphrase;phrase de recuperation;phrase "
    "secrete;frase semilla;"
    "frase de recuperacion;frase seed;frase di recupero;сид-фраза;сид фраза;мнемоническая фраза;кодовая "
    "фраза;助记词;シードフレーズ"
)
_PHRASE_HEADS = "seed|recovery|backup|secret|wallet|mnemonic|metamask"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One label in a text: its family, where it stands, and its words in lower case."""

    family: str
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    family: str
    stem: str
    before: Pattern | None = None
    after: Pattern | None = None


def _row(family: str, stem: str, before: str = "", after: str = "") -> _Row:
    return _Row(
        family=family,
        stem=fold(stem),
        before=Pattern(rf"(?:{before})\Z") if before else None,
        after=Pattern(after) if after else None,
    )


def _plain(family: str, stems: str) -> tuple[_Row, ...]:
    return tuple(_row(family, stem, after="s?") for stem in stems.split(";"))


_ROWS = (
    *_plain("recovery", _RECOVERY),
    _row("recovery", "code", rf"(?:{_RECOVERY_HEADS})[ -]?", "s?"),
    _row("recovery", "key", rf"(?:{_RECOVERY_HEADS})[ -]?", "s?"),
    *_plain("phrase", _PHRASES),
    _row("phrase", "phrase", rf"(?:{_PHRASE_HEADS})[ -]?", "s?"),
    _row("phrase", "words", rf"(?:{_PHRASE_HEADS})[ -]?"),
    *_plain("password", _PASSWORDS),
    _row("password", "pw", r"(?<![a-z])", r"(?![a-z])"),
    _row("password", "pass", r"(?<![a-z])", r"(?=[\"']?\s?[=:])"),
    *_plain("code", _CODES),
    _row("code", "code", rf"(?:{_CODE_HEADS})[ -]?", "s?"),
    _row("code", "code", rf"(?<![a-z])(?<!{_NOT_A_CODE.replace('|', ' )(?<!')} )", "s?(?= (?:for|of|to|on) )"),
    _row("code", "pin", r"(?<![a-z])", r"(?:[ -]?(?:code|number|nummer))?s?(?![a-z])"),
    *(_row("code", stem, r"(?<![a-z])", r"2?(?![a-z])") for stem in ("puk", "cvv", "cvc", "tan", "otp")),
    _row("key", "key", rf"(?:{_KEY_HEADS})[ _-]?", ""),
    _row("key", "seed", r"(?:otp|mfa|2fa)[ _-]"),
    *_plain("key", _KEYS),
)


def labels_in(text: str) -> Iterator[Label]:
    """Every label of a folded text; one place may bear labels of several families."""
    lowered = text.lower()
    if len(lowered) != len(text):
        return  # a letter that folding would have split: the folded reading has the labels
    for row in _ROWS:
        at = lowered.find(row.stem)
        while at >= 0:
            start, end = at, at + len(row.stem)
            following = lowered.find(row.stem, end)
            fits = True
            if row.before is not None:
                before = row.before.search(lowered[max(0, at - _BEFORE_CHARS) : at])
                fits = before is not None
                start -= len(before[0]) if before is not None else 0
            if fits and row.after is not None:
                after = row.after.match(lowered, end, end + _AFTER_CHARS)
                fits = after is not None
                end = after.end() if after is not None else end
            if fits:
                yield Label(family=row.family, start=start, end=end, words=lowered[start:end])
            at = following
