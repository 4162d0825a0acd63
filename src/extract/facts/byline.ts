/** The word before a name, in the languages of most pages. */
const BY =
  /^(?:(?:written|posted|published|words|story|reviewed)\s+)?(?:by|von|par|por|door|av|af|di|da|автор|作者|文|著者)[\s:：]+/iu;
const LABEL = /^(?:author|autor|auteur|autore|auteure|writer|作者|автор)\s*[:：]\s*/iu;
/** The rest of a byline: a date, a role, a count, another column. */
const REST =
  /\s*(?:[|·•—–(]|\s-\s|,\s+(?=\p{Ll}|\d)|\s+(?:on|updated|published|posted|in|at|\d{1,2}\s)\b).*$/iu;
const NAME =
  /^\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+(?:(?:de|da|van|von|der|den|la|le|el|al|bin|ben|di|du|dos|y|and|&)\s+)*\p{Lu}[\p{L}\p{M}.'’-]*){0,5}$/u;
/** Names in scripts without capitals. */
const OTHER_NAME = /^[\p{Lo}\p{M}·・\s]{2,30}$/u;
/** Words that stand where a name could. */
const NO_NAME =
  /^(?:the|an?|our|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|senior|junior|licensed|certified|freelance|team|today|author|about|follow|share|comments?|read more|more|posts?|by|admin|editor|editorial|staff|guest|home|view|profile|contact|subscribe|sponsored|advertisement)\b|\b(?:writer|reporter|editor|contributor|correspondent|grader|staff|team|admin)$/i;

/** The name in a byline: `By Jane Roe | 3 May` is Jane Roe; undefined where there is none. */
export function readByline(text: string): string | undefined {
  const name = text
    .replace(LABEL, '')
    .replace(BY, '')
    .replace(REST, '')
    .replace(/[\s,.:]+$/, '')
    .trim();
  if (NO_NAME.test(name)) return undefined;
  return NAME.test(name) || OTHER_NAME.test(name) ? name : undefined;
}
