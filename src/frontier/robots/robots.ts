import { agentToken } from './robots-agent.ts';
import { robotsPath } from './robots-path.ts';
import { readRecords } from './robots-records.ts';
import { createRules, type RobotsRule } from './robots-rule.ts';

/** The rules of a site's robots.txt (RFC 9309). */
export interface Robots {
  /**
   * Whether a crawler may fetch the URL. `userAgent` is its product token (`FooBot`) or a whole User-Agent header.
   * The longest matching rule decides, `allow` among equals; `/robots.txt` itself is always allowed.
   */
  isAllowed(url: URL, userAgent: string): boolean;
  /** The same for a request target (path and query) as it would stand in the request line, compared as it is. */
  isPathAllowed(target: string, userAgent: string): boolean;
  /** The crawler's `crawl-delay` in seconds, the largest if there are several: not in the RFC, widely written. */
  crawlDelayS(userAgent: string): number | undefined;
  /** The values of the `sitemap` lines, each once, as written: they may be relative or not be URLs at all. */
  readonly sitemaps: readonly string[];
}

/** A run of `user-agent` lines with the rules that follow it. */
interface Section {
  readonly rules: RobotsRule[];
  crawlDelayS?: number;
}

/** All that concerns one crawler: the sections that name it, merged (RFC 9309 section 2.2.1). */
interface Group {
  /** The most specific first, so the first match decides. */
  readonly rules: readonly RobotsRule[];
  readonly crawlDelayS: number | undefined;
}

const EVERYBODY = '*';
const NO_RULES: Group = { rules: [], crawlDelayS: undefined };

/**
 * Past so many rules with wildcards a file is hostile or broken. The rest are read on the careful side, as prefixes,
 * which bounds the work for one URL.
 */
const MAX_WILDCARD_RULES = 2000;

/** Reads a robots.txt; whatever is not understood in it is passed over, and an empty file allows everything. */
export function parseRobots(body: Uint8Array | string): Robots {
  const sections = new Map<string, Section[]>();
  const sitemaps = new Set<string>();
  let open: Section | undefined;
  let isNamingAgents = false;
  let wildcardRules = 0;

  for (const { field, value } of readRecords(body)) {
    if (field === 'user-agent') {
      if (open === undefined || !isNamingAgents) open = { rules: [] };
      isNamingAgents = true;
      addSection(sections, value, open);
    } else if (field === 'allow' || field === 'disallow') {
      isNamingAgents = false;
      const rules = createRules(field, value, { hasWildcards: wildcardRules < MAX_WILDCARD_RULES });
      wildcardRules += value.includes('*') ? rules.length : 0;
      open?.rules.push(...rules);
    } else if (field === 'crawl-delay') {
      // Unlike a rule it does not end the list of agents: RFC 9309 section 2.2.4.
      addDelay(open, value);
    } else if (field === 'sitemap' && value !== '') {
      sitemaps.add(Buffer.from(value, 'latin1').toString('utf8'));
    }
  }
  return createRobots(sections, [...sitemaps]);
}

function createRobots(
  sections: ReadonlyMap<string, readonly Section[]>,
  sitemaps: readonly string[],
): Robots {
  const groups = new Map<string, Group>();

  function groupOf(userAgent: string): Group {
    const token = agentToken(userAgent);
    const name = sections.has(token) ? token : EVERYBODY;
    const known = groups.get(name);
    if (known !== undefined) return known;
    const named = sections.get(name);
    const group = named === undefined ? NO_RULES : merge(named);
    groups.set(name, group);
    return group;
  }

  function isPathAllowed(target: string, userAgent: string): boolean {
    const { rules } = groupOf(userAgent);
    if (rules.length === 0 || target === '/robots.txt') return true;
    const path = robotsPath(target);
    return rules.find((rule) => rule.matches(path))?.isAllow ?? true;
  }

  return {
    isAllowed: (url, userAgent) => isPathAllowed(url.pathname + url.search, userAgent),
    isPathAllowed,
    crawlDelayS: (userAgent) => groupOf(userAgent).crawlDelayS,
    sitemaps,
  };
}

function addSection(sections: Map<string, Section[]>, agent: string, section: Section): void {
  const token = namedToken(agent);
  if (token === undefined) return;
  const named = sections.get(token);
  if (named === undefined) sections.set(token, [section]);
  else if (named.at(-1) !== section) named.push(section);
}

/**
 * The token that a `user-agent` line names, in lower case. RFC 9309 section 2.2.1 knows letters, `-` and `_`; digits
 * and dots are in the names of real crawlers. The rest (a version, a second word) is dropped.
 */
function namedToken(value: string): string | undefined {
  if (/^\*(?:\s|$)/.test(value)) return EVERYBODY;
  return /^[\w.-]+/.exec(value)?.[0].toLowerCase();
}

function addDelay(section: Section | undefined, value: string): void {
  const written = /^\d{0,9}\.?\d{1,9}/.exec(value)?.[0];
  if (section === undefined || written === undefined) return;
  section.crawlDelayS = Math.max(section.crawlDelayS ?? 0, Number(written));
}

function merge(sections: readonly Section[]): Group {
  const rules = sections.flatMap((section) => section.rules);
  rules.sort((a, b) => b.specificity - a.specificity || Number(b.isAllow) - Number(a.isAllow));
  const delays = sections.flatMap(({ crawlDelayS }) => crawlDelayS ?? []);
  return { rules, crawlDelayS: delays.length === 0 ? undefined : Math.max(...delays) };
}
