/** Names that sites give to the same section; a name that stands in the prompt itself is looked for first. */
const GROUPS: ReadonlyArray<readonly string[]> = [
  ['docs', 'doc', 'documentation', 'documentations', 'manual', 'manuals', 'dokumentation', 'dokumente'],
  ['blog', 'blogs', 'posts', 'post', 'articles', 'article', 'artikel', 'beiträge', 'magazine', 'journal'],
  ['news', 'press', 'newsroom', 'press releases', 'announcements', 'media', 'aktuelles', 'presse'],
  ['changelog', 'changelogs', 'change log', 'release notes', 'releases', 'whats new', 'updates', 'history'],
  ['pricing', 'prices', 'price', 'plans', 'preise'],
  ['api', 'api reference', 'reference', 'apidocs', 'api docs'],
  ['help', 'help center', 'help centre', 'support', 'faq', 'faqs', 'knowledge base', 'kb', 'hilfe'],
  ['careers', 'jobs', 'career', 'vacancies', 'hiring', 'karriere'],
  ['legal', 'terms', 'privacy', 'privacy policy', 'imprint', 'impressum', 'tos', 'datenschutz', 'agb'],
  ['shop', 'store', 'products', 'product', 'catalog', 'catalogue', 'produkte'],
  ['about', 'about us', 'company', 'team', 'über uns', 'ueber uns'],
  ['contact', 'contact us', 'kontakt'],
  ['forum', 'forums', 'community', 'discussions'],
  ['archive', 'archives', 'archiv'],
  ['tag', 'tags', 'labels'],
  ['category', 'categories', 'topics', 'kategorie', 'kategorien'],
  ['author', 'authors', 'people'],
  ['tutorials', 'tutorial', 'guides', 'guide', 'howto', 'how to', 'how tos', 'learn', 'anleitungen'],
  ['events', 'event', 'webinars', 'calendar'],
  ['case studies', 'case study', 'customers', 'customer stories', 'success stories'],
  ['login', 'log in', 'signin', 'sign in', 'signup', 'sign up', 'register', 'account', 'auth'],
  ['examples', 'example', 'samples', 'demos'],
  ['downloads', 'download'],
  ['integrations', 'integration', 'plugins', 'extensions'],
  ['recipes', 'recipe', 'rezepte'],
  ['glossary', 'glossar'],
  ['search', 'suche'],
];

const LANGUAGES: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  polish: 'pl',
  russian: 'ru',
  japanese: 'ja',
  chinese: 'zh',
  korean: 'ko',
  turkish: 'tr',
  arabic: 'ar',
  swedish: 'sv',
  danish: 'da',
  norwegian: 'no',
  finnish: 'fi',
  czech: 'cs',
  ukrainian: 'uk',
  greek: 'el',
  hebrew: 'he',
  hindi: 'hi',
  vietnamese: 'vi',
  thai: 'th',
  indonesian: 'id',
  deutsch: 'de',
  englisch: 'en',
};

/** A name or a segment of a path without case, ending, blanks and dashes. */
export function normalName(text: string): string {
  return text
    .toLowerCase()
    .replace(/\.(?:[sx]?html?|php\d?|aspx?|jspx?|md)$/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const GROUP_OF: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.flatMap((group) => {
    const names = [...new Set(group.map(normalName))];
    return names.map((name) => [name, names] as const);
  }),
);

/** The code of a language that is named; undefined when none is. */
export function languageCode(name: string): string | undefined {
  return Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
}

/** Forms under which a site may have a section, those of the very name first: normal names. */
export function namesOf(phrase: string): { own: readonly string[]; other: readonly string[] } {
  const name = normalName(phrase);
  const own = [...new Set([name, ...otherNumber(name)])].filter(Boolean);
  const other = own.flatMap((each) => GROUP_OF.get(each) ?? []).filter((each) => !own.includes(each));
  return { own, other: [...new Set(other)] };
}

/** Whether sites usually have a section of this name. */
export function isUsualName(phrase: string): boolean {
  const name = normalName(phrase);
  return [name, ...otherNumber(name)].some((each) => GROUP_OF.has(each));
}

function otherNumber(name: string): string[] {
  if (!/^[a-z]{4,}$/.test(name)) return [];
  if (name.endsWith('ies')) return [`${name.slice(0, -3)}y`];
  if (name.endsWith('s'))
    return [name.slice(0, -1), ...(/(?:sh|ch|x|s)es$/.test(name) ? [name.slice(0, -2)] : [])];
  return [/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`];
}
