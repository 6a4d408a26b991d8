"""Orders in languages other than English: commands that act, duties of an agent, safeguards to be left out.

Word lists of the commonest verbs, at the place where a command stands: first in the sentence, or last in languages
that put it there. A verb in the midst of a sentence tells what somebody does ("das Skript löscht alte Dateien") and
commands nobody. Latin words are written as the folded reading has them, without accents.
"""

from __future__ import annotations

from tenure.screen.pattern import Marked, Pattern, holds_any

_POLITE = (
    r"[\s\"'“‘«¡¿(*>#-]{0,4}(?:(?:bitte|ab jetzt|von nun an|immer|dann|s'il te plait|s'il vous plait|desormais|toujours|puis"
    r"|por favor|a partir de ahora|siempre|luego|per favore|d'ora in poi|sempre|poi|a partir de agora|daqui em diante|depois"
    r"|alsjeblieft|vanaf nu|altijd|daarna|prosze|od teraz|zawsze),?\s+){0,2}"
)
_FIRST = (
    # German
    r"(?:losche?|entferne alle|fuhre?\b(?=[^.!?\n]{0,80}\baus\b)|fuhre?n sie\b(?=[^.!?\n]{0,80}\baus\b)|starte|installiere?"
    r"|deinstalliere|deploye|pushe|merge|committe|schicke?|sende|verschicke|leite\b(?=[^.!?\n]{0,80}\bweiter\b)"
    r"|lade?\b(?=[^.!?\n]{0,80}\b(?:hoch|herunter|runter)\b)|veroffentliche|genehmige|uberweise?|bezahle?|kaufe?|buche?"
    r"|bestelle?|uberspringe?|deaktiviere?|aktiviere|umgehe|schalte?\b(?=[^.!?\n]{0,80}\b(?:ab|aus)\b)|uberschreibe?"
    r"|sperre|entsperre|widerrufe|kundige|storniere|exportiere|kopiere alle|teile\b(?=[^.!?\n]{0,60}\bmit\b)|gib\b"
    r"(?=[^.!?\n]{0,60}\bfrei\b)|vertraue|befolge|ignoriere alle"
    # French
    r"|supprimez?|effacez?|executez?|lancez?|installez?|desinstallez?|deployez?|deploie|poussez?|fusionnez?|envoyez?|envoie"
    r"|transferez?|transfere|publiez?|publie|approuvez?|approuve|payez?|paye|paie|achetez?|achete|reservez?|reserve"
    r"|desactivez?|desactive|contournez?|contourne|sautez?|telechargez?|televersez?|ecrasez?|revoquez?|redemarrez?|annulez?"
    r"|partagez?|exportez?|obeis|obeissez"
    # Spanish
    r"|borra|borre|elimina|elimine|ejecuta|ejecute|instala|instale|desinstala|despliega|despliegue|sube|suba|fusiona"
    r"|envia|envie|reenvia|manda|transfiere|publica|publique|aprueba|apruebe|paga|pague|compra|compre|reserva|desactiva"
    r"|desactive|omite|sobrescribe|revoca|reinicia|cancela|comparte|exporta|descarga|obedece"
    # Portuguese
    r"|apague|apaga|delete|exclua|execute|instale|implante|envie|encaminhe|transfira|publique|aprove|pague|reserve"
    r"|desative|desligue|pule|sobrescreva|revogue|reinicie|cancele|compartilhe|exporte|baixe|obedeca"
    # Italian
    r"|cancella|elimina|esegui|esegua|installa|distribuisci|invia|inoltra|trasferisci|pubblica|approva|acquista|prenota"
    r"|disattiva|disabilita|salta|sovrascrivi|riavvia|annulla|condividi|esporta|scarica|obbedisci"
    # Dutch
    r"|verwijder|voer\b(?=[^.!?\n]{0,80}\buit\b)|installeer|verstuur|stuur|publiceer|keur\b(?=[^.!?\n]{0,60}\bgoed\b)|betaal"
    r"|koop|boek|schakel\b(?=[^.!?\n]{0,80}\buit\b)|sla\b(?=[^.!?\n]{0,60}\bover\b)|overschrijf|herstart|annuleer|deel\b"
    r"(?=[^.!?\n]{0,60}\bmet\b)|exporteer"
    # Polish
    r"|usun|uruchom|wykonaj|zainstaluj|wyslij|opublikuj|zatwierdz|zaplac|kup|wy[lł]acz|pomin|nadpisz|zrestartuj|anuluj|udostepnij)"
)
_DUTY = (
    r"\b(?:der|die|das|l'|le|la|el|il|o|a|de|il) ?(?:agent[ei]?|assisten[tz]e?|assistant|asistente|agente|assistente|ki|ia|bot)\s"
    r"(?:soll|muss|darf|kann|hat zu|doit|peut|debe|puede|tiene que|deve|puo|pode|tem de|moet|mag)\b"
)
_NOT = (
    r"(?:nicht|nie(?:mals)?|ohne|ne|n'|jamais|sans|no|nunca|sin|nao|sem|non|mai|senza|niet|nooit|zonder|nie|nigdy|bez)"
)
_ASKED = (
    r"(?:frag\w*|ruckfrag\w*|bestatig\w*|pruf\w*|uberpruf\w*|warn\w*|melde\w*|sag\w* (?:dem|der|den)|demand\w*|confirm\w*|verifi\w*"
    r"|prevenir|avert\w*|dire a|pid\w*|pregunt\w*|comprueb\w*|comprobar|avis\w*|pec\w*|pergunt\w*|chied\w*|conferm\w*|controll\w*"
    r"|avvert\w*|vra\w+|bevestig\w*|controle\w*|waarschuw\w*|pyta\w*|potwierdz\w*|sprawdz\w*|warte\w*|atten\w+|esper\w*|aspett\w*)"
)
_LEFT_OUT = rf"(?:^|\b){_NOT}\b[^.,;!?\n]{{0,40}}?\b{_ASKED}|\b(?:frag|vraag|pyta)\w* (?:mich |mij |me )?{_NOT}\b"
_SPOKEN_AT = (
    r"\b(?:du|dir|sie|tu|vous|te|usted|voce|je|jij|ty)\b|\b(?:bevor|avant de|antes de|prima di|voordat|przed)\b"
)
_LATIN_FIRST = Pattern(rf"{_POLITE}{_FIRST}(?![\w'-])")
_LATIN_DUTY = Marked("agent;assist;asist;ki;ia;bot", Pattern(_DUTY))
_LATIN_LEFT_OUT = Marked(
    "frag;bestatig;pruf;warn;meld;sag;demand;confirm;verif;preven;avert;dire;pid;pregunt;comprueb;comprob;avis;pec;pergunt"
    ";chied;conferm;control;avvert;vra;bevestig;waarschuw;pyt;potwierdz;sprawdz;wart;atten;esper;aspett",
    Pattern(_LEFT_OUT),
)
_LATIN_BEGINS = Pattern(rf"{_POLITE}(?:{_NOT}\b|frag\b|vraag\b)")
_LATIN_SPOKEN = Pattern(_SPOKEN_AT)
# By script: the letters of which a sentence must hold one, and the commands and left-out safeguards in them.
_ELSEWHERE = (
    (  # Russian
        Pattern(r"[а-яё]"),
        Pattern(
            r"^\W{0,3}(?:пожалуйста,? )?(?:удал(?:и|яй|ите)|запусти|запускай|установи|отправ(?:ь|ляй|ьте)|перешли|опубликуй|одобр(?:и|яй)|оплати"
            r"|купи|отключ(?:и|ай)|пропус(?:ти|кай)|перезапиши|перезапусти|отмени|выполн(?:и|яй)|загрузи|скачай)\b"
            r"|\bне (?:спрашивай|проверяй|подтверждай|предупреждай|сообщай|жди)\b|\bбез (?:подтверждения|проверки|спроса)\b"
        ),
    ),
    (  # Chinese
        Pattern(r"[\u4e00-\u9fff]"),
        Pattern(
            r"^\W{0,3}(?:请|始终|总是|以后|从现在起)?(?:删除|执行|运行|安装|发送|转发|上传|推送|合并|批准|支付|关闭|禁用|跳过|绕过|重启|覆盖)"
            r"|^\W{0,3}把[^。\n]{1,30}(?:发送|发给|转发|上传|删除|推送)|不要[^。\n]{0,12}(?:询问|确认|检查|告诉|通知|警告)|(?:无需|不必|不用)[^。\n]{0,6}(?:确认|批准|检查|审核)"
        ),
    ),
    (  # Japanese
        Pattern(r"[\u3040-\u30ff\u4e00-\u9fff]"),
        Pattern(
            r"(?:削除|実行|インストール|送信|転送|公開|承認|無効に|スキップ|上書き|再起動|アップロード|プッシュ|マージ|デプロイ)して(?:ください|おいて)"
            r"|(?:確認|質問|警告|報告|検証)(?:し|せ)(?:ないで|ずに)"
        ),
    ),
    (  # Korean
        Pattern(r"[\u1100-\u11ff\uac00-\ud7a3]"),
        Pattern(
            r"(?:삭제|실행|설치|전송|공유|승인|비활성화|재시작|배포|업로드|병합)(?:하세요|해라|해 ?주세요|하십시오)|보내(?:세요|라| ?주세요)"
            r"|(?:묻지|확인하지|경고하지|알리지|검사하지) (?:마세요|말고|마라)"
        ),
    ),
    (  # Arabic
        Pattern(r"[\u0600-\u06ff]"),
        Pattern(
            r"^\W{0,3}(?:احذف|شغ[ّ]?ل|نف[ّ]?ذ|ثب[ّ]?ت|أرسل|ارسل|انشر|وافق|ادفع|اشتر|عط[ّ]?ل|تخط|تجاوز)\b|\bلا (?:تطلب|تسأل|تتحقق|تخبر|تحذ[ّ]?ر)\b"
            r"|\bدون (?:تأكيد|تحقق|سؤال)\b"
        ),
    ),
)
_TURKISH_LAST = Pattern(
    r"\b(?:sil|calistir|çalıştır|yukle|yükle|kur|gonder|gönder|yayinla|yayınla|onayla|ode|öde|devre disi birak|devre dışı bırak|atla)[.!]?\Z"
)
_TURKISH_LAST_CHARS = 32
_TURKISH_LEFT_OUT = Pattern(r"\b(?:onay|izin|dogrulama|doğrulama) (?:isteme|alma|bekleme)\b")
_TURKISH_MARKS = ("isteme", "alma", "bekleme")


def is_order_abroad(sentence: str) -> bool:
    """Tell whether a sentence (lower case) commands an act, or leaves a safeguard out, in a language of the lists."""
    if not sentence.isascii() and any(
        letters.search(sentence) and commands.search(sentence) for letters, commands in _ELSEWHERE
    ):
        return True
    if _TURKISH_LAST.search(sentence.rstrip()[-_TURKISH_LAST_CHARS:]) or (
        holds_any(sentence, _TURKISH_MARKS) and _TURKISH_LEFT_OUT.search(sentence)
    ):
        return True
    if _LATIN_FIRST.match(sentence) or _LATIN_DUTY.search(sentence):
        return True
    is_spoken = _LATIN_BEGINS.match(sentence) is not None or _LATIN_SPOKEN.search(sentence) is not None
    return is_spoken and _LATIN_LEFT_OUT.search(sentence) is not None
