"""Words that announce a secret, in many languages, and where they stand in a text.

A row is a family, a stem that is searched as a plain substring, and bounded patterns for what may stand
just before and after it. Searching substrings keeps a text without labels nearly free. All words are
written, and met, in folded lower case (no accents, compatibility forms).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from tenure.screen.letters import fold
from tenure.screen.pattern import Pattern

_BEFORE_CHARS = 18
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
    "combinazione;combinacion;clave;пин;пін;код от;暗証番号;取款密码;pinkod;kod pin;kode pin;codul pin;pin kod;ma pin;"
    "الرقم السري;رقم سري;رمز کارت;पिन;รหัส atm;รหัสเอทีเอ็ม;验证码;驗證碼;解锁密码;인증번호;認証コード"
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
_OPENED = (
    r"alarm\w*|\w*(?:tur|tor|tresor|schliessfach)(?![a-z])|haustur|porte|portail|immeuble|coffre|cadenas|puerta|portal(?![a-z-])"
    r"|porton|garaje|tarjeta|caja fuerte|edificio|porta(?![a-z])|portao|cofre|cartao|predio|cancello|portone|allarme|cassaforte"
    r"|bancomat|carte bleue|carte bancaire|kapı\w*|הכספת|poort|voordeur|deur|kluis|larm\w*|dorr\w*|kassaskap\w*|kortet|ovi|oven|halyttim\w*|bram[ay]|drzwi|sejfu?|drzwiach"
    r"|dveri|dverim|brane|trezoru?|ajto\w*|kapu\w*|riaszto\w*|szef\w*|kapi\w*|kasa\w*|usii?|poart\w*|seif\w*|locker|padlock"
    r"|двер\w*|домофон\w*|сигнализаци\w*|ворот\w*|сейф\w*|подъезд\w*|калитк\w*|карт[аыеу]|συναγερμ\w*|πορτα\w*|καρτα\w*"
    r"|אזעקה|האזעקה|דלת|הדלת|שער|השער|כספת|כרטיס|الباب|باب|انذار|الانذار|إنذار|البطاقة|بطاقة|خزنة|کارت|گاوصندوق|در"
    r"|ประตู|ตู้เซฟ|cua|bao dong|ket sat|pintu|brankas|玄関|ドア|金庫|현관|도어락|금고|door|gate|safe|garage|entrance|building"
)
_OPENED_CHARS = 36
_DISGUISED = Pattern(
    r"(?<![a-z])(?:p[a@4][s$5]{2}[ ._-]{0,2}w[o0]r[d|]|p[a@4][s$5]{2}c[o0]d[e3]|p[a@4][s$5]{2}[ _-]?phr[a@4][s$5][e3]"
    r"|[s$5][e3]cr[e3][t7]|[t7][o0]k[e3]n)"
)
_DISGUISED_PIN = Pattern(r"(?<![a-z0-9])p[1!|]n(?![a-z0-9])")
_NEAREST_VALUE_CHARS = 5
_SAID_OVER_CHARS = 32
# Words alone, and what ends a sentence: of the same ones around every label the first and the last are read.
_SIGNS = Pattern(r"[^\w\s.,?-]|[.,?](?=\S)|[\d_]")
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
    is_near_opened: bool = False
    """Whether it is a label only where a word for what is opened stands near."""

    def fits(self, text: str, start: int, end: int) -> tuple[int, int] | None:
        """Where the label begins and ends if what stands around its stem allows it."""
        if self.before is not None:
            before = self.before.search(text[max(0, start - _BEFORE_CHARS) : start])
            if before is None:
                return None
            start -= len(before[0])
        if self.after is not None:
            after = self.after.match(text, end, end + _AFTER_CHARS)
            if after is None:
                return None
            end = after.end()
        return start, end


def _row(family: str, stem: str, before: str = "", after: str = "", *, is_near_opened: bool = False) -> _Row:
    return _Row(
        is_near_opened=is_near_opened,
        family=family,
        stem=fold(stem),
        before=Pattern(rf"(?:{before})\Z") if before else None,
        after=Pattern(after) if after else None,
    )


def _plain(family: str, stems: str) -> tuple[_Row, ...]:
    return tuple(_row(family, stem, after="s?") for stem in stems.split(";"))


_STARTS = r"(?<![a-z])(?<![a-z0-9]\d)"
"""Before a short stem: a word begins here, and not in the middle of an id such as ``7fk2pw``."""
_ENDS = r"(?![a-z])(?!\d+[a-z])"
"""After a short stem: the word ends, if need be with a number; in the middle of an id it does not."""
_OPENED_NEAR = Pattern(rf"(?<!\w)(?:{fold(_OPENED)})(?!\w)")
_ROWS = (
    *_plain("recovery", _RECOVERY),
    _row("recovery", "code", rf"(?:{_RECOVERY_HEADS})[ -]?", "s?"),
    _row("recovery", "key", rf"(?:{_RECOVERY_HEADS})[ -]?", "s?"),
    *_plain("phrase", _PHRASES),
    _row("phrase", "phrase", rf"(?:{_PHRASE_HEADS})[ -]?", "s?"),
    _row("phrase", "words", rf"(?:{_PHRASE_HEADS})[ -]?"),
    *_plain("password", _PASSWORDS),
    _row("phrase", "words", r"(?<!\w)(?:twelve|24|12|twenty-?four) "),
    _row("password", "pw", _STARTS, _ENDS),
    _row("password", "mdp", _STARTS, f"s?{_ENDS}"),
    _row("password", "pwd", r"(?<!\d)(?<!\d[a-z])(?<!\d[a-z]{2})(?<!\d[a-z]{3})", f"s?{_ENDS}"),
    _row("password", "pass", _STARTS, r"(?=[\"']?\s?[=:])"),
    *_plain("code", _CODES),
    _row("code", "code", rf"(?:{_CODE_HEADS})[ -]?", "s?"),
    _row("code", "code", rf"(?<![a-z])(?<!{_NOT_A_CODE.replace('|', ' )(?<!')} )", "s?(?= (?:for|of|to|on) )"),
    _row("code", "keypad", after=r"(?=\s?[:=])"),
    _row("code", "pin", _STARTS, r"(?:[ -]?(?:code|number|nummer|numero|kod\w{0,3}|koodi\w{0,3}))?s?(?![a-z])"),
    *(_row("code", stem, r"(?<!\w)(?:[ולהבכמ]|ال)?", r"\w{0,4}", is_near_opened=True) for stem in _CODE_WORDS),
    *(_row("code", stem, _STARTS, r"2?(?![a-z])") for stem in ("puk", "cvv", "cvc", "tan", "otp")),
    _row("key", "key", rf"(?:{_KEY_HEADS})[ _-]?", "(?!ing|ed|board|word|chain|ring)"),
    _row("key", "seed", r"(?:otp|mfa|2fa)[ _-]"),
    *_plain("key", _KEYS),
)

_ASCII_ROWS = tuple(row for row in _ROWS if row.stem.isascii())


def labels_in(text: str) -> Iterator[Label]:
    """Every label of a folded text; one place may bear labels of several families."""
    lowered = text.lower()
    opened: list[tuple[int, int]] | None = None
    for row in _ASCII_ROWS if lowered.isascii() else _ROWS:
        at = lowered.find(row.stem)
        before = -1
        while at >= 0:
            end = at + len(row.stem)
            following = lowered.find(row.stem, end)
            span = None if _is_said_over(lowered, before, at, end, following) else row.fits(lowered, at, end)
            if span is not None and row.is_near_opened:
                opened = [each.span() for each in _OPENED_NEAR.finditer(lowered)] if opened is None else opened
                span = span if _is_near(opened, *span) else None
            if span is not None:
                yield Label(family=row.family, start=span[0], end=span[1], words=lowered[span[0] : span[1]])
            at, before = following, end
    yield from _disguised(lowered)


def _is_near(opened: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of these spans, which are in order, lies near another one."""
    at = bisect_left(opened, end + _OPENED_CHARS, key=itemgetter(0)) - 1
    return at >= 0 and opened[at][1] > start - _OPENED_CHARS


def _is_said_over(text: str, before: int, start: int, end: int, following: int) -> bool:
    """Whether a label stands between two of its like with no room for a value, or with the same few words.

    Args:
        text: The text.
        before: Where its like before it ends, -1 if there is none.
        start: Where it begins.
        end: Where it ends.
        following: Where its like after it begins, -1 if there is none.
    """
    if before < 0 or following < 0 or following - end >= _SAID_OVER_CHARS:
        return False
    if start - before < _NEAREST_VALUE_CHARS and following - end < _NEAREST_VALUE_CHARS:
        return True
    after = text[end:following]
    return text[before:start] == after and not _SIGNS.search(after)


def _disguised(lowered: str) -> Iterator[Label]:
    """Labels that are written with other signs or cut: "p@ssw0rd", "pass word"."""
    for match in _DISGUISED.finditer(lowered):
        if not match[0].isalpha():
            yield Label(family="password", start=match.start(), end=match.end(), words="password")
    for match in _DISGUISED_PIN.finditer(lowered):
        yield Label(family="code", start=match.start(), end=match.end(), words="pin number")
