/**
 * The words of consent dialogues and their buttons, as sources of regular expressions with the flag `u`. They are held
 * against lower case words with one space between them: `words-of.js` makes these.
 */
export interface ConsentWords {
  /** Only consent dialogues say this much about cookies, */
  cookies: string;
  /** and these words only together with buttons that ask for consent. */
  privacy: string;
  /** In ids, classes and titles. */
  names: string;
  /** Buttons; the first kind that matches counts. */
  other: string;
  reject: string;
  settings: string;
  accept: string;
}

/** At the beginning of a word. */
const starts = (...stems: string[]): string => `(?:^| )(?:${stems.join('|')})`;
/** Anywhere: in languages that write no spaces or join their words. */
const holds = (...parts: string[]): string => `(?:${parts.join('|')})`;
/** The whole label. */
const whole = (...labels: string[]): string => `^(?:${labels.join('|')})$`;
const any = (...sources: string[]): string => sources.join('|');

const ONLY =
  'only|just|nur|ausschließlich|lediglich|uniquement|seulement|juste|que les|solo|sólo|soltanto|únicamente|unicamente|' +
  'apenas|somente|só|alleen|enkel|uitsluitend|bara|endast|enbart|kun|bare|vain|ainoastaan|tylko|wyłącznie|jen|pouze|len|' +
  'iba|csak|kizárólag|doar|numai|μόνο|само|только|лише|тільки|sadece|yalnızca|samo|tik|tikai|ainult|hanya|chỉ|només|רק';
const NECESSARY =
  'necess|essential|required|mandatory|functional|technical|minim|notwend|essenz|essent|erforder|funktion|technisch|' +
  'wesentlich|nötig|nécess|indispens|techni|fonction|necesar|esencia|técnic|obligat|imprescind|funciona|necessar|' +
  'essenzial|tecnic|funziona|obbligat|necessári|essencia|obrigat|noodzak|functione|vereist|nödvänd|krävd|funktionell|' +
  'nødvend|påkræv|teknisk|välttämät|pakolli|tarpeelli|niezbędn|konieczn|wymagan|nezbytn|nutn|technick|funkčn|nevyhnut|' +
  'potrebn|szükség|alapvető|feltétlen|elengedhetetlen|esenția|απαραίτ|αναγκα|βασικ|необходим|задължит|обязател|технич|' +
  'необхідн|обов|gerekli|zorunlu|nužn|neophodn|obavezn|nujn|būtin|nepieciešam|obligāt|vajalik|hädavajalik|diperlukan|' +
  'penting|wajib|cần thiết|thiết yếu|necessàri|essencial|הכרחי';
const ALLOW =
  'accept|allow|use|keep|continue with|proceed with|akzeptier|accepter|acepta|accetta|aceita|accepteer|tillåt|hyväksy';

/** The words in the languages of Europe, and in the largest others. */
export const CONSENT_WORDS: ConsentWords = {
  cookies: holds(
    'cookie|kakor|eväste|ciasteczk|süti|çerez|kolačić|колачић|piškot|slapuk|sīkdat|küpsis|galetes',
    'informasjonskaps|vafrakök|бисквитк|куки|クッキー|쿠키|עוגיות|تعريف الارتباط|الكوكيز|کوکی|คุกกี้',
    'कुकी',
  ),
  privacy: holds(
    'consent|privacy|gdpr|personal data|personal information|our partners|tracking|einwilligung',
    'datenschutz|dsgvo|partner|confidentialité|vie privée|rgpd|données|partenaires|privacidad',
    'datos|privacidade|dados|lgpd|riservatezza|dati personali|persoonsgegevens|toestemming',
    'integritet|personuppgifter|persondata|samtykke|tietosuoja|prywatno|danych|soukrom|súkrom',
    'adatvéd|confidențial|απορρήτ|конфиденциальн|конфіденційн|поверителн|gizlilik|kişisel|privatno',
    'zasebno|プライバシー|개인정보|隐私|隱私|الخصوصية|פרטיות|privasi|riêng tư',
  ),
  names: any(
    '(?:cookie|consent|gdpr|dsgvo|rgpd|lgpd|ccpa|onetrust|optanon|cybot|usercentrics|didomi|truste|trustarc|evidon)',
    '(?:qc-cmp|sp_message|sp message|cmplz|borlabs|brlbs|klaro|iubenda|axeptio|osano|termly|tarteaucitron|moove_gdpr)',
    '(?:cmpbox|cmpwrapper|ncmp|sd-cmp|tc-privacy|transcend|ketch|pandectes|shopify-pc|privacy-?(?:banner|mgmt|center))',
    '(?:fc-dialog|cc-window|cc-banner|cc--?main|cky-|popin_tc|privacy-?(?:popup|notice|bar|manager|overlay|modal|wall))',
    '(?:^|[\\s_-])(?:cmp|uc)(?:$|[\\s_-])',
  ),
  other: any(
    starts(
      'pay|subscri|abonn|abbona|iscriv|suscri|assin|premium|purchase|buy|log ?in',
      'sign (?:in|up)|anmeld|einlogg|registr|bezahl|zahl|prenumer|tilaa|předplat|подпис',
      's abonn|payer|pagar|paga|betaal|betal|kup |mit abo|abo ',
    ),
  ),
  reject: any(
    starts(
      'reject|declin|deny|denies|refuse|disagree|disallow|opt out|necessary only|no thank',
      'without (?:accept|agree|consent|cookie|track)',
      '(?:do not|don t) (?:accept|agree|allow|consent|sell|enable|use)',
      'lehne|verweiger|ohne (?:einwill|zustimm|einverst|akzept|annahm|track|cookie)|nein danke',
      'nicht (?:zustimm|akzept|einverst|erlaub)|refus|rejet|interdi|déclin|sans (?:accept|consent)',
      'n accepte|ne pas accept|non merci|rechaz|deneg|negar|no acept|sin acept|no permit',
      'no consent|no gracias|rifiut|nega|resping|senza accett|non accett|rejeit|recus',
      'não aceit|não concord|sem aceit|weiger|afwijz|wijs|verwerp|niet (?:akkoord|accept|toesta)',
      'zonder (?:te )?accept|avvisa|avböj|neka|avslå|utan att|tillåt inte|acceptera inte',
      'afvis|uden at|nej tak|avvis|nei takk|uten å|hylkää|kieltäydy|estä|älä (?:hyväk|salli)',
      'en hyväksy|jatka hyväksymättä|odrzu|odmaw|odmów|nie (?:zgadz|akcept|wyraż|zezw)|bez akcept',
      'bez zgody|odmít|zamít|nesouhlas|bez souhlas|nepřij|odmiet|zamiet|nesúhlas|neprij',
      'elutas|visszautas|nem (?:fogad|járul|enged)|refuz|nu (?:accept|sunt)|απορρ|απόρρ|αρν|άρν',
      'δεν|διαφων|отхвърл|отказ|не (?:прием|съглас)|отклон|запрет|не (?:прин|соглас|разреш)',
      'відхил|відмов|не (?:погодж|прийм)|reddet|reddi|kabul etm|izin verme|odbij|odbac',
      'zavrn|zavrač|ne (?:prihva|slaž|strinj|dopu)|atmes|atsisak|nesutin|noraid|nepiekr|atteik',
      'keeldu|lükka|ei nõustu|tolak|từ chối|rebutj|no accept|rexeit|baztertu|ukatu',
    ),
    holds('ablehn|lehnen ab|afslå|拒否|拒絶|同意しない|許可しない|必須.*のみ|必要.*のみ|거부|거절'),
    holds('동의하지|필수.*만|拒绝|拒絕|不同意|不接受|[仅僅只].*必[要需]|رفض|لا أوافق|عدم الموافقة'),
    holds('الضرورية فقط|דחה|דחיי?ת|סירוב|לא מסכי|הכרחי.* בלבד|ปฏิเสธ|เฉพาะ.*จำเป็น|अस्वीकार'),
    // "Only the necessary ones", "necessary only", "accept necessary cookies".
    `(?:^| )(?:${ONLY}) .*(?:${NECESSARY})`,
    `(?:^| )(?:${NECESSARY}).* (?:${ONLY})(?: |$)`,
    `^(?:i )?(?:${ALLOW})[^ ]* (?:the |i |las |los |les |de )?(?:cookies )?(?:${NECESSARY})`,
    `^(?:technisch )?(?:notwend|essenz|essent|erforder|funktion)[^ ]* .*(?:akzept|zulass|erlaub|verwend|speicher)`,
    whole('no|nein|non|nee|nej|nei|não|nie|ne|не|нет|ні|hayır|いいえ|아니요|否|لا'),
  ),
  settings: any(
    starts(
      'setting|preferenc|custom|manage|option|choice|purpose|more option|more info|learn',
      'anpass|auswahl|präferenz|verwalt|individuell|mehr|param|personn|gérer|préfér',
      'config|ajust|personali|gestion|opcion|impostaz|gestisc|preferenz|opzion|defini',
      'geri|gerenc|preferên|instell|aanpas|voorkeur|beheer|inställ|anpassa|hanter',
      'indstil|tilpas|detal|vis |innstill|asetu|muokk|hallin|ustaw|dostos|zarządz',
      'opcje|preferencj|nastav|uprav|podrob|přizpů|prispôs|beállít|testre|kezel|setări',
      'preferin|ρυθμ|προτιμ|προσαρμ|διαχείρ|настрой|предпоч|настро|парам|управл|налашт',
      'ayar|tercih|özel|yönet|postavk|prilago|nustat|tvark|iestat|seaded|halda',
      'pengatur|setelan|kelola|cài đặt|tùy chỉnh|details|show',
    ),
    holds('einstellung|設定|カスタマイズ|管理|설정|관리|设置|偏好|إعدادات|تخصيص|הגדרות|העדפות|ตั้งค่า'),
  ),
  accept: any(
    starts(
      'accept|agree|allow|consent|enable all|i understand|akzept|zustimm|stimme|einverst',
      'erlaub|zulass|annehm|alle auswähl|autoris|acept|permit|de acuerdo|estoy de|accett',
      'acconsent|aceit|concord|akkoord|toesta|sta .*toe|godkänn|tillåt|samtyck|tillad',
      'godkend|godta|aksept|tillat|hyväksy|salli|akcept|zgadz|zaakcept|zezw|wyraż',
      'přij|souhlas|povol|prij|súhlas|elfogad|hozzájár|engedély|sunt de acord|permite',
      'αποδ|συμφων|δέχ|прием|съглас|разреш|прин|соглас|прийн|прийм|погодж|дозвол',
      'kabul|onayl|izin ver|prihva|slaž|dopust|sprejm|strinj|dovol|sutink|priimt|leist',
      'piekr|pieņem|apstipr|nõus|luba|terima|setuju|izinkan|chấp nhận|đồng ý|d acord',
    ),
    holds('同意|承諾|許可|受け入れ|承認|동의|수락|허용|接受|允许|允許|قبول|أوافق|موافق'),
    holds('מסכי|אישור|קבל|ยอมรับ|ตกลง|स्वीकार'),
    whole(
      'ok|okay|ok got it|got it|yes|continue|close|dismiss|understood|fine|verstanden|schließen|ja',
      'weiter|alles klar|d accord|compris|j ai compris|oui|fermer|continuer|entendido|cerrar|sí',
      'continuar|ho capito|va bene|chiudi|entendi|fechar|begrepen|sluiten|jag förstår|stäng|forstået',
      'luk|jeg forstår|lukk|selvä|sulje|rozumiem|zamknij|rozumím|zavřít|rozumiem|rendben|értem',
      'am înțeles|închide|εντάξει|добре|понятно|хорошо|зрозуміло|tamam|anladım|u redu|razumem',
      'supratau|sapratu|はい|閉じる|了解|확인|닫기|知道了|我知道了|好的|确定|确认|關閉|关闭|حسنا|הבנתי|mengerti',
    ),
  ),
};
