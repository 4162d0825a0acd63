const THINGS =
  '(?:articles?|posts?|stories|story|products?|content|reading|topics?|resources|pages?|links|questions|news|discussions|items?|videos?|searches|guides?|threads?|blogs?|insights|reads|coverage)';

/** How sections beside the content call themselves, by language. Whole headings where the words could mean more. */
const ANNOUNCEMENTS: readonly string[] = [
  // English
  'you (?:may|might) (?:also )?(?:like|love|enjoy|be interested)',
  `related(?: ${THINGS}.*)?$`,
  `(?:recommended|similar|popular|recent|latest|trending|more|most popular|most read) ${THINGS}\\b`,
  'recommended(?: for you)?$',
  'recently viewed',
  'customers (?:who|also)',
  'more (?:from|like this)\\b',
  '(?:what to )?read next',
  'up next',
  'keep reading',
  'leave a (?:comment|reply)',
  '(?:\\d+ )?(?:comments|responses|replies|thoughts on .*)(?: \\(?\\d+\\)?)?$',
  'share this\\b',
  'about the authors?$',
  'follow us(?: on .*)?$',
  'subscribe(?: now| today| to (?:our|the|my|this)\\b.*| for (?:more|updates).*)?$',
  'sign up (?:now|today|(?:for|to) (?:our|the|my|updates|news).*)$',
  'join our\\b',
  '(?:our |email )?newsletter(?: sign.?up)?$',
  'frequently bought',
  'people also',
  'top posters',
  // German
  '(?:ähnliche|verwandte|weitere|neueste|beliebte) (?:artikel|beiträge|produkte|themen|meldungen)',
  '(?:das könnte|dies könnte|auch) (?:sie|dich|dir)? ?(?:auch )?(?:interessieren|gefallen)',
  'mehr (?:zum thema|aus)\\b',
  '(?:kommentar schreiben|schreibe einen kommentar|teilen$)',
  // French
  '(?:articles|produits|contenus|sujets) (?:similaires|liés|associés|connexes|récents|populaires)',
  '(?:vous aimerez|à lire) (?:aussi|également)',
  'laisser un commentaire',
  // Spanish, Portuguese, Italian
  '(?:artículos|entradas|productos|noticias|artigos|produtos|notícias) (?:relacionad[oa]s|similares|recientes|recentes)',
  '(?:también te puede|también te podría|te puede) (?:interesar|gustar)',
  '(?:você também pode gostar|leia também|lea también)',
  '(?:deja un comentario|deixe um comentário|lascia un commento)',
  '(?:articoli|prodotti|notizie) (?:correlat[ie]|simili|recenti)',
  '(?:potrebbe interessarti|leggi anche)',
  // Dutch
  '(?:gerelateerde|vergelijkbare|meer) (?:artikelen|berichten|producten)',
  '(?:lees ook|misschien vind je)',
];

/** Longer headings say something of their own. */
export const LONGEST_ANNOUNCEMENT = 9;

const ANNOUNCES = new RegExp(`^(?:${ANNOUNCEMENTS.join('|')})`, 'iu');

/** True for a heading that announces something beside the content: related pages, comments, a newsletter. */
export function announcesSideSection(heading: string): boolean {
  return ANNOUNCES.test(heading.trim());
}

const OTHERS = /^(?:related|recommended|similar|more|up next|(?:what to )?read next|keep reading)\b/i;

/** True for a heading of that kind that announces other pages. */
export function announcesOthers(heading: string): boolean {
  return OTHERS.test(heading.trim());
}
