/** Longer texts say more than that they wait. */
const MAX_LOADING_LENGTH = 80;
/** Longer ones mention JavaScript, and say something else. */
const MAX_DEMAND_LENGTH = 600;

/** The objects of "loading" on a page that loads; with any other word the text is about something. */
const LOADED =
  '(?:the |your |this |more |all )?(?:page|content|contents|data|app|application|site|website|portal|dashboard|profile|products?|results?|items?|articles?|posts?|comments?|listings?|jobs?|preview|experience|store|shop|map|calendar|resources|assets|player|video|images?|interface|modules?|information)';
const WAITING = [
  `(?:now |still |page |content |app |application |data )?(?:is )?(?:still )?loading(?: ${LOADED})?`,
  'please (?:wait|hold on|stand by)(?: a moment| a second| while .*)?',
  '(?:one|just a) (?:moment|second)(?: please)?',
  'initiali[sz]ing',
  '(?:seite |inhalt )?wird (?:geladen|gestartet)|(?:lädt|bitte warten)',
  'chargement(?: en cours)?|veuillez patienter',
  'cargando|(?:por favor )?espere(?: por favor)?|un momento',
  'carregando|aguarde',
  'caricamento(?: in corso)?|attendere(?: prego)?',
  'laden|bezig met laden|even geduld',
  'ładowanie|proszę czekać|načítání|betöltés|yükleniyor',
  'laster|laddar|indlæser|ladataan',
  '(?:идет |идёт )?загрузка|подождите(?: пожалуйста)?|завантаження',
].join('|');
const LOADING = new RegExp(`^[^\\p{L}]*(?:${WAITING})(?:[^\\p{L}]*$|[.…,;:!–-]+\\s)`, 'iu');
const WIDE_LOADING =
  /^\W*(?:読み込み中|ロード中|お待ちください|加载中|正在加载|请稍候|載入中|로딩|불러오는 중|جار)/u;

const SCRIPTS = /java\s?script|\bjs\b/i;
const DEMAND =
  /enable|activ|turn(?:ed)? (?:it )?on|turned off|allow|switch|disabled|requires?|required|need|without|does ?n.t (?:work|support)|support|not available|aktivier|ausgeschaltet|deaktiviert|benötig|habilit|necesit|précis|nécess|inschakel|vereist|włącz|включ|увімкн|abilita|attiv|有効|启用|啟用|开启|활성|필요/i;

/** "Loading…", "Please wait" and the like, in the languages that most pages are in. */
export function isLoadingText(text: string): boolean {
  return text.length <= MAX_LOADING_LENGTH && (LOADING.test(text) || WIDE_LOADING.test(text));
}

/** A short text that asks the reader to let scripts run. */
export function isScriptDemand(text: string, maxLength = MAX_DEMAND_LENGTH): boolean {
  return text.length <= maxLength && SCRIPTS.test(text) && DEMAND.test(text);
}
