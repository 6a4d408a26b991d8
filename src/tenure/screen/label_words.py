"""The words that announce a secret, in many languages: a table of rows.

A row is a family, a stem that is searched as a plain substring, and what may stand just before and after it.
Searching substrings keeps a text without labels nearly free. All words are written, and met, in folded lower case (no
accents, compatibility forms).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from operator import add, itemgetter

from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern

_BEFORE_CHARS = 20
_AFTER_CHARS = 24

_PASSWORDS = (
    "password;passwd;passwort;kennwort;passcode;mot de passe;contrasen;senha;palavra-passe;wachtwoord;"
    "losenord;adgangskode;passord;salasana;"
    "hasło;haslo;heslo;jelszo;parola;parole;sifre;kata sandi;mat khau;nenosiri;lozinka;geslo;slaptazodis;"
    "fjalekalim;wagwoord;kata laluan;pasahitz;contrasinal;contrasenya;parool;lykilorð;"
    "wifi key;wi-fi key;wpa key;wpa2 key;parola d'ordine;jelszav;kodord;passwrd;pword;drowssap;neno la siri;kata kunci;clave;"
    "пароль;кодовое слово;гасло;парола;лозинка;κωδικος;סיסמה;كلمة المرور;كلمه المرور;كلمة السر;رمز عبور;"
    "گذرواژه;पासवर्ड;รหัสผ่าน;パスワード;暗証番号;"
    "密码;密碼;口令;비밀번호;암호;비번;סיסמא;ססמה;رمز ورود;كلمة سر;кодов дума;συνθηματικο;"
    "סיסמת;كلمة مرور;رمز وای‌فای;পাসওয়ার্ড;கடவுச்சொல்;პაროლი;գաղտնաբառ"
)
_KEYS = (
    "secret;token;credential;bearer;authorization;cookie;session_id;sessionid;sessid;apikey;authenticator;"
    "totp;geheimnis;cle d'api;cle api;"
    "cle secrete;clave de api;clave secreta;chave de api;chave secreta;chiave api;chiave segreta;ключ;"
    "токен;密钥;令牌;トークン;auth;schlussel;sleutel;nyckel;nogle;avain;klucz;klic;anahtar;cheie;chave;"
    "chiave;κλειδι;מפתח;مفتاح;کلید;키;キー;密鑰;金鑰;kunci;कुंजी;คีย์;jeton"
)
_KEY_HEADS = (
    "api|access|secret|private|admin|storage|account|encryption|signing|master|license|licence|service"
    "|deploy|deployment|auth|shared|app|application|"
    "client|subscription|webhook|session|root|ingest|integration|live|prod|production|server|write|user"
    "|project|team|datadog|algolia|stripe|twilio|"
    "sendgrid|mailgun|openai|cloudflare|azure|aws|recaptcha|wireguard|vpn|hmac|decryption|bot|otp|mfa|2fa"
    "|setup|signature|x-auth|preshared|product|activation|maps|weather|openweather|openweathermap"
)
_CODES = (
    "geheimzahl;geheimnummer;digicode;pincode;deurcode;code secret;code confidentiel;code d'acces;code de "
    "la porte;codigo de la puerta;"
    "codigo de acceso;codigo de seguridad;codigo secreto;codigo da porta;codice di accesso;codice segreto;"
    "codice della porta;combination;"
    "combinazione;combinacion;clave;пин;пін;код от;暗証番号;取款密码;pinkod;kod pin;kode pin;codul pin;pin kod;ma pin;"
    "portkod;dorkode;ovikoodi;porttikoodi;الرقم السري;رقم سري;رمز کارت;पिन;รหัส atm;รหัสเอทีเอ็ม;验证码;驗證碼;解锁密码;인증번호;認証コード"
)
_CODE_HEADS = (
    "keypad|lockbox|alarm|door|gate|entry|access|unlock|lock|security|garage|safe|voicemail|phone|sim"
    "|screen|house|building|verification|toegangs|deur|poort|larm|dorr|sakerhets|sikkerheds|sikkerhets|tresor"
    "|tor|sicherheits|freischalt|"
    "confirmation|login|one-time|2fa|mfa|sms|otp|tur|haustur|zugangs|bestatigungs|entsperr"
)
_NOT_A_CODE = (
    "error|status|exit|zip|area|country|source|response|return|promo|postal|http|dress|qr|product|event"
    "|type|language|color"
)
_RECOVERY = (
    "codes de secours;codes de recuperation;codes de sauvegarde;codigos de recuperacion;codigos de "
    "respaldo;codigos de recuperacao;"
    "codici di recupero;codici di backup;резервные коды;恢复代码;备用验证码;リカバリーコード;"
    "reservkod;gendannelseskode;gjenopprettingskode;kody zapasowe;kody odzyskiwania;zalozni kod;obnovovaci kod;"
    "tartalek kod;yedek kod;kurtarma kod;coduri de rezerva;coduri de recuperare;herstelcode;noodcode;varmistuskood;"
    "εφεδρικοι κωδικοι;קודי גיבוי;קודי שחזור;رموز الاسترداد;رموز احتياطية;کدهای پشتیبان;백업 코드;복구 코드;"
    "備用碼;备份码;恢复码;バックアップコード;ma du phong;kode cadangan;kode pemulihan;коды восстановления"
)
_RECOVERY_HEADS = "recovery|backup|back-up|rescue|scratch|emergency|2fa|mfa|one-time|wiederherstellungs|notfall|reserve"
_PHRASES = (
    "passphrase;pass phrase;mnemonic;passwortsatz;wiederherstellungsphrase;phrase de recuperation;phrase "
    "secrete;frase semilla;"
    "frase de recuperacion;frase seed;frase di recupero;сид-фраза;сид фраза;мнемоническая фраза;кодовая "
    "фраза;助记词;シードフレーズ;diceware;seedphrase;frase-semente;frase semente;herstelzin;aterstallningsfras;"
    "fraza odzyskiwania;kurtarma kelime;복구 문구;시드 문구;니모닉;助記詞;リカバリーフレーズ;ニーモニック;мнемоник"
)
# Words for "code" that need something to open near them, and what may be opened, in folded lower case.
_CODE_WORDS = (
    "kode;kod;koodi;codigo;codice;codul;codurile;code;код;κωδικ;קוד;رمز;كود;รหัส;コード;코드;번호;combo;combination;ma "
).split(";")
_PHRASE_HEADS = "seed|recovery|backup|secret|wallet|mnemonic|metamask"


class Row:
    """Words of one family that announce a secret, and what may stand around them.

    There are hundreds, and few are met in a text: what only a text that holds the stem needs is made then.

    Args:
        family: Their family.
        stem: What each of them holds.
        before: What may and must not stand just before the stem, as an expression.
        after: The same for what follows it.
        heads: Words, parted by ``|``, of which one stands just before the stem; it needs none if empty.
        gaps: Signs of which one may stand between such a word and the stem.
        near: Whether it is a label only where a word for what is opened stands near.
    """

    def __init__(
        self,
        family: str,
        stem: str,
        before: str = "",
        after: str = "",
        *,
        heads: str = "",
        gaps: str = " -",
        near: bool = False,
    ) -> None:
        self.family: str = family
        self.stem: str = fold(stem)
        self.is_near_opened: bool = near
        self._heads = tuple(sorted(heads.split("|"), key=len, reverse=True)) if heads else ()
        self._gaps = gaps
        self._around = (before, after) if before or after else None
        self._made: Pattern | None = None

    def _whole(self) -> Pattern | None:
        """The stem, with what may and what must not stand just before and after it."""
        if self._made is None and self._around is not None:
            before, after = self._around
            self._made = Pattern(f"{before}{re.escape(self.stem)}{after}")
        return self._made

    def fits(self, text: str, start: int, end: int) -> tuple[int, int] | None:
        """Where the label begins and ends if what stands around its stem allows it."""
        head_chars = self._head_chars(text, start) if self._heads else 0
        if head_chars is None:
            return None
        pattern = self._whole()
        if pattern is not None:
            whole = pattern.match(text, start, end + _AFTER_CHARS)
            if whole is None:
                return None
            end = whole.end()
        return start - head_chars, end

    def _head_chars(self, text: str, start: int) -> int | None:
        before = text[max(0, start - _BEFORE_CHARS) : start]
        gap = 1 if before and before[-1] in self._gaps else 0
        before = before[: len(before) - gap]
        return gap + len(next(filter(before.endswith, self._heads))) if before.endswith(self._heads) else None


def _plain(family: str, stems: str) -> tuple[Row, ...]:
    return tuple(Row(family, stem, after="s?") for stem in stems.split(";"))


_STARTS = r"(?<![a-z])(?<![a-z0-9]\d)"
"""Before a short stem: a word begins here, and not in the middle of an id such as ``7fk2pw``."""
_ENDS = r"(?![a-z])(?!\d+[a-z])"
"""After a short stem: the word ends, if need be with a number; in the middle of an id it does not."""
_STARTS_ABROAD = r"(?:(?<!\w)|(?<=(?<!\w)[ולהבכמ])|(?<=(?<!\w)ال))"
_ROWS = (
    *_plain("recovery", _RECOVERY),
    Row("recovery", "code", after="s?", heads=_RECOVERY_HEADS),
    Row("recovery", "key", after="s?", heads=_RECOVERY_HEADS),
    *_plain("phrase", _PHRASES),
    Row("phrase", "phrase", after="s?", heads=_PHRASE_HEADS),
    Row("phrase", "words", heads=_PHRASE_HEADS),
    *(Row("phrase", f"{count} words", r"(?<!\w)") for count in ("twelve", "24", "12", "twentyfour", "twenty-four")),
    *_plain("password", _PASSWORDS),
    Row("password", "pw", _STARTS, _ENDS),
    Row("password", "mdp", _STARTS, f"s?{_ENDS}"),
    Row("password", "pwd", r"(?<!\d)(?<!\d[a-z])(?<!\d[a-z]{2})(?<!\d[a-z]{3})", f"s?{_ENDS}"),
    Row("password", "pass", _STARTS, r"(?=[\"']?\s?[=:])"),
    *_plain("code", _CODES),
    Row("code", "code", after="s?", heads=_CODE_HEADS),
    Row("code", "code", rf"(?<![a-z])(?<!{_NOT_A_CODE.replace('|', ' )(?<!')} )", "s?(?= (?:for|of|to|on) )"),
    Row("code", "keypad", after=r"(?=\s?[:=])"),
    Row("code", "pin", _STARTS, r"(?:[ -]?(?:code|number|nummer|numero|kod\w{0,3}|koodi\w{0,3}))?s?(?![a-z])"),
    *(Row("code", stem, _STARTS_ABROAD, r"\w{0,4}", near=True) for stem in _CODE_WORDS),
    *(Row("code", stem, _STARTS, r"2?(?![a-z])") for stem in ("puk", "cvv", "cvc", "tan", "otp")),
    Row("key", "key", after="(?!ing|ed|board|word|chain|ring)", heads=_KEY_HEADS, gaps=" _-"),
    Row(
        "password",
        "pass",
        after=r"(?= (?:is|was) )",
        heads="wifi|wi-fi|wlan|network|router|login|admin|email|mail|ftp|db|database|root",
    ),
    Row("key", "pat", after=_ENDS, heads="devops|github|gitlab|azure|jira|confluence|airtable|bitbucket"),
    Row("password", "pass", _STARTS, r"(?= for [^.:;=\n]{1,16}?(?:\s?[:=]| is\s))"),
    *(Row("key", f"{head}{gap}seed") for head in ("otp", "mfa", "2fa") for gap in " _-"),
    *_plain("key", _KEYS),
)


class _Rareness(dict[str, int]):
    """How many letters texts have more often; of all others, that is every one of these."""

    def __missing__(self, letter: str) -> int:
        return len(self) + (not letter.isascii())


_RARENESS = _Rareness((letter, rank) for rank, letter in enumerate(" etaoinsrhldcumfpgwybvkxjqz"))


class Rows:
    """Rows in their order, each known by the two letters of its stem that texts have side by side least often."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._of_pair: dict[tuple[str, ...], list[tuple[int, Row]]] = {}
        for number, row in enumerate(rows):
            self._of_pair.setdefault(_rarest_pair(row.stem), []).append((number, row))
        self._pairs = frozenset(self._of_pair)

    def possible_in(self, lowered: str) -> Iterator[Row]:
        """The rows whose stem a text may hold: the text has its two letters, or the stem is one letter alone."""
        pairs = (*self._pairs.intersection(pairwise(lowered)), ())
        found = [numbered for pair in pairs for numbered in self._of_pair.get(pair, ())]
        return (row for _, row in sorted(found, key=itemgetter(0)))


@cache
def _rarest_pair(stem: str) -> tuple[str, ...]:
    """Two letters that stand side by side, or nothing for a single letter."""
    ranks = [_RARENESS[letter] for letter in stem]
    sums = list(map(add, ranks, ranks[1:]))
    at = sums.index(max(sums)) if sums else 0
    return tuple(stem[at : at + 2]) if sums else ()


ROWS = Rows(_ROWS)
LONG_ROWS = Rows(row for row in _ROWS if row.family in ("password", "key"))
