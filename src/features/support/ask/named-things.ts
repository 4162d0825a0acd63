import { readAskedTrouble, type AskedTrouble } from './asked-trouble.ts';
import type { SupportCase } from './support-case.ts';

/** The things that a question names: ids, addresses, kinds of work, a trouble. */
export interface NamedThings {
  readonly trouble: AskedTrouble;
  readonly ids: readonly string[];
  /** Whether it names an id or an address. */
  readonly isAny: boolean;
  /** Whether it tells of trouble that somebody has had, and does not ask how something is done. */
  readonly isTrouble: boolean;
  isNamed(one: { id: string; target: string | null }): boolean;
  /** Whether the question speaks of this kind of work; true of all when it speaks of none. */
  isOfKind(kind: SupportCase['kind']): boolean;
  /** Whether it speaks of a kind of work. */
  readonly hasKind: boolean;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const ADDRESS = /https?:\/\/[^\s"'<>)\]]+/gi;
/** A host without a scheme, as people write it. */
const HOST = /(?<![\w@./-])(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?![\w@])/gi;
const MOST_IDS = 10;
const TROUBLE =
  /\b(?:why|wrong|fail(?:s|ed|ing|ure)?|errors?|empty|nothing|missing|blocked|refused|denied|stuck|hangs?|slow|timed? ?out|time-?outs?|broken|doesn['’]?t|does not|didn['’]?t|did not|won['’]?t|isn['’]?t|wasn['’]?t|can['’]?t|cannot|only (?:one|a few|1|2|3)|no (?:pages|results|content|text|documents|markdown)|4\d\d|5\d\d|problem|issue|debug|diagnose|happened|SCRAPE_[A-Z_]+)\b/i;
const KINDS: ReadonlyArray<readonly [SupportCase['kind'], RegExp]> = [
  ['crawl', /\bcrawl/i],
  ['batch_scrape', /\bbatch/i],
  ['scrape', /\bscrap(?:e|ing)|\bpage\b/i],
];

/** The words of a question without the ids and addresses in it, which no documentation has. */
export function withoutNames(question: string): string {
  const words = question.replaceAll(UUID, ' ').replaceAll(ADDRESS, ' ').trim();
  return words === '' ? question : words;
}

export function readNamedThings(question: string, jobId: string | undefined): NamedThings {
  const ids = [...new Set([...(jobId?.match(UUID) ?? []), ...(question.match(UUID) ?? [])])]
    .slice(0, MOST_IDS)
    .map((id) => id.toLowerCase());
  const addresses = (question.match(ADDRESS) ?? [])
    .map((text) => URL.parse(text.replace(/[.,;:!?]+$/, '')))
    .filter((url) => url !== null);
  const hosts = new Set((question.match(HOST) ?? []).map((host) => host.toLowerCase()));
  const kinds = KINDS.filter(([, sign]) => sign.test(question)).map(([kind]) => kind);
  return {
    ids,
    isAny: ids.length > 0 || addresses.length > 0,
    isTrouble: TROUBLE.test(question),
    isNamed({ id, target }) {
      if (ids.includes(id)) return true;
      const url = target === null ? null : URL.parse(target);
      if (url === null) return false;
      return hosts.has(url.host) || addresses.some((address) => isSamePlace(address, url));
    },
    trouble: readAskedTrouble(question),
    hasKind: kinds.length > 0,
    isOfKind: (kind) => kinds.length === 0 || kinds[0] === kind,
  };
}

/** A bare host stands for all of its pages. */
function isSamePlace(asked: URL, url: URL): boolean {
  if (asked.host !== url.host) return false;
  return asked.pathname === '/' || asked.href === url.href || asked.pathname === url.pathname;
}
