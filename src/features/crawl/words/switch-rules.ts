import { NUMBER, readNumber } from './numbers-in-words.ts';
import type { PromptReading } from './prompt-reading.ts';

const PAGES = '(?:web ?)?(?:pages?|urls?|documents?|results?|links?|addresses|entries|items|seiten)';
const NO = String.raw`(?:no|without|not(?: to)?(?: the| its| any)?|never|don['’]?t(?: (?:crawl|follow|include|use|visit|scrape|go to|leave for))?|do not(?: (?:crawl|follow|include|use|visit|scrape|go to))?|exclud(?:e|ing)|skip(?:ping)?|ignor(?:e|ing)|avoid(?:ing)?|leave out)`;
const ALSO = String.raw`(?:(?:also|and|with|includ(?:e|ing)|follow(?:ing)?|crawl|allow(?:ing)?|plus) )+(?:(?:all|any|the|its|of|links? to|pages? (?:on|of)) )*`;
const MOST = String.raw`(?:(?:at most|max(?:imum)?|up to|(?:no|not) more than|limit(?:ed)?(?: it| this| the crawl| crawling)?|stop (?:after|at)|höchstens|maximal|just|only|(?:the )?first|top)(?: of| to| is|:| at)?(?: the)?(?: first)? ?)`;
const LEVELS = '(?:levels?|links?|clicks?|hops?|steps?|layers?|ebenen)';

/** Rules for how much is crawled and how fast, and for what is no path of the site. */
export function readSwitches(reading: PromptReading): void {
  readDepth(reading);
  readDelay(reading);
  readOnePage(reading);
  readLimit(reading);
  readFlags(reading);
}

function re(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'gu');
}

function readDepth(reading: PromptReading): void {
  const { options } = reading;
  const depths = [
    `(?:(?:${MOST}|(?:go |crawl )?(?:(?:not|no|don['’]?t go) (?:any )?deeper than |to )?)?(?:a )?(?:max(?:imum)? )?(?:discovery |crawl |link )?depth(?: of| is| to|:)? ?)(${NUMBER})(?: ${LEVELS})?`,
    `(?:(?:don['’]?t |do not |not |no )?(?:go |crawl )?(?:any )?(?:deeper|further) than |${MOST}|within |down to |go )?(${NUMBER}) ?${LEVELS}(?: (?:deep|down|away|of (?:depth|links)|max(?:imum)?|at most))?(?: (?:from|of|below) (?:the |this )?(?:start|root|home|top)?(?: ?page)?)?`,
  ];
  for (const source of depths)
    reading.take(re(source), ({ 0: whole, 1: number = '' }) => {
      const depth = readNumber(number);
      // `10 links` counts pages.
      const isPages = /links?/.test(whole) && !/deep|down|away|depth|from|deeper|further/.test(whole);
      if (depth === undefined || !Number.isInteger(depth) || isPages) return false;
      options.maxDiscoveryDepth = depth;
      return true;
    });
  reading.take(
    re(
      '(?:only |just )?(?:the )?(?:pages |everything )?(?:it (?:directly )?links to|(?:that (?:are |is )?|which (?:are |is )?)?(?:directly )?linked (?:directly )?(?:from|on|by))(?: it| (?:the |this )?(?:(?:start|home|front|main|first|root) ?)?page| here)?',
    ),
    () => void (options.maxDiscoveryDepth = 1),
  );
  reading.take(re(`(?:do not|don['’]?t|without|never|no) follow(?:ing)?(?: any| the)? ?links?`), () => {
    options.maxDiscoveryDepth = 0;
  });
}

const DELAY_UNITS: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(?:ms|milli)/, 0.001],
  [/^m/, 60],
  [/^s/, 1],
];

function readDelay(reading: PromptReading): void {
  const { options } = reading;
  const unit = '(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|sekunden?|minuten?)';
  const between =
    '(?:(?: of)? (?:(?:delay|pause|wait|break) )?(?:between|before|after)(?: (?:the|each|every|two|any))? (?:pages?|requests?|fetch(?:es)?|scrapes?|ones?)|(?: of)? (?:delay|pause|wait))';
  const set = (seconds: number): boolean => {
    if (!(seconds > 0)) return false;
    options.delay = Math.min(60, seconds);
    if (seconds > 60) reading.warnings.push('A delay is 60 seconds at most.');
    return true;
  };
  const inSeconds = (number: string, name: string): number =>
    (readNumber(number) ?? 0) * (DELAY_UNITS.find(([starts]) => starts.test(name))?.[1] ?? 1);
  for (const source of [
    `(?:with )?(?:an? )?(?:wait(?:ing)?|delay|paus(?:e|ing)|sleep(?:ing)?|rest)(?: of| for|:)? ?(?:at least )?(${NUMBER}) ?${unit}${between}?`,
    `(?:at least )?(${NUMBER}) ?${unit}${between}`,
    `(?:one|a|1) (?:page|request|url)(?: at most)? every (${NUMBER}) ?${unit}`,
  ])
    reading.take(re(source), ({ 1: number = '', 2: name = '' }) => set(inSeconds(number, name)));
  reading.take(
    re(
      `(${NUMBER}) ?(?:pages?|requests?|urls?) (?:per|a|each|every|/) ?(second|minute)|(?:one|a) (?:page|request|url) (?:per|a|each|every|/) ?(second|minute)`,
    ),
    ({ 1: number = '1', 2: unit2, 3: unit3 }) =>
      set(((unit2 ?? unit3) === 'minute' ? 60 : 1) / (readNumber(number) ?? Number.NaN)),
  );
  reading.take(re('slowly|gently|politely|be (?:polite|gentle|nice)'), () => void (options.delay ??= 1));
}

function readOnePage(reading: PromptReading): void {
  reading.take(
    re(
      '(?:only|just|nothing but) (?:this|the (?:(?:start(?:ing)?|home|front|landing|main|given) ?)|this (?:one|single)|the given|a single|one) ?(?:page|url)(?: itself)?(?: and nothing else)?|(?:only|just) the homepage|(?:the )?(?:first|start|home|this|one|single) ?page only',
    ),
    () => void (reading.options.limit = 1),
  );
}

function readLimit(reading: PromptReading): void {
  const set = (number: string, less: boolean): boolean => {
    const value = readNumber(number);
    const limit = value === undefined ? 0 : Math.floor(value) - (less ? 1 : 0);
    if (limit < 1) return false;
    reading.options.limit = limit;
    return true;
  };
  const noSeconds = '(?! ?(?:seconds?|s|ms|minutes?|levels?|years?)(?![\\p{L}]))';
  reading.take(
    re(
      `(?:with )?(?:(?:an? )?limit (?:of|to|is) )?(?:fewer|less|under) (?:than )?(${NUMBER}) ?(?:${PAGES})?`,
    ),
    ({ 1: number = '' }) => set(number, true),
  );
  reading.take(
    re(
      `(?:with )?(?:an? )?${MOST}(${NUMBER})${noSeconds} ?(?:(?:of )?(?:its |the )?${PAGES}(?: (?:in total|or so|overall|at most|max(?:imum)?))?)?`,
    ),
    ({ 1: number = '' }) => set(number, false),
  );
  reading.take(
    re(
      `(?:about |around |some |the )?(${NUMBER}) ?${PAGES}(?: (?:max(?:imum)?|at most|in total|or so|tops|overall|only))?`,
    ),
    ({ 1: number = '' }) => !/^an?\s*$/.test(number) && set(number, false),
  );
  reading.take(
    new RegExp(
      String.raw`(?<=(?<![\p{L}\p{N}])(?:latest|newest|last|most recent|recent|oldest|best|top) )${NUMBER}(?![\p{L}\p{N}])|${NUMBER}(?= (?:most recent|latest|newest|last) )`,
      'gu',
    ),
    ({ 0: number }) => set(number, false),
  );
  reading.take(re(`(${NUMBER}) ?(?:max(?:imum)?|at most|in total|tops)`), ({ 1: number = '' }) =>
    set(number, false),
  );
}

const SUBDOMAINS = 'sub-?domains?(?: (?:of (?:it|the (?:site|domain))|too|as well))?';
const EXTERNAL =
  '(?:external|outside|foreign|other|third[- ]party|outbound) (?:links?|sites?|websites?|domains?|pages?|hosts?)(?: (?:too|as well))?|links? (?:to|that lead to) (?:external|other|outside) (?:sites?|websites?|domains?|pages?)';
const QUERIES =
  '(?:url |the )?(?:query|search|url)[- ]?(?:strings?|param(?:eter)?s?|variables?|quer(?:y|ies))';

function readFlags(reading: PromptReading): void {
  const { options } = reading;
  const flag = (source: string, use: () => void): void => reading.take(re(source), use);

  reading.take(
    re(`[^.;,!?\n]{0,40}robots?(?:\\.txt|[ -]?(?:txt|file|rules?))?[^.;,!?\n]{0,30}`),
    ({ 0: words }) => {
      if (!/ignor|bypass|disregard|disobey|override|despite|without|not |n't|skip/.test(words)) return;
      reading.warnings.push(
        'robots.txt is kept: words never switch it off. Set ignoreRobotsTxt for a site whose owner agrees.',
      );
    },
  );
  flag(
    `${NO} (?:any |the |its |go to )?${SUBDOMAINS}|(?:stay|keep|only) (?:on|to) (?:this|the(?: main)?) host`,
    () => void (options.allowSubdomains = false),
  );
  flag(`(?:${ALSO})?${SUBDOMAINS}`, () => void (options.allowSubdomains = true));
  flag(
    `${NO} (?:any |the |follow )?(?:${EXTERNAL})|(?:stay|keep|remain)(?:ing)? (?:on|within|in|to) (?:this|the) (?:site|domain|website)|(?:don['’]?t|do not|never|without) leav(?:e|ing) (?:this |the )?(?:site|domain|website|host)|internal (?:links?|pages?) only|only internal (?:links?|pages?)`,
    () => void (options.allowExternalLinks = false),
  );
  flag(`(?:${ALSO})?(?:${EXTERNAL})`, () => void (options.allowExternalLinks = true));
  flag(`${NO} (?:use )?(?:the |any )?site-?maps?(?:\\.xml)?`, () => void (options.sitemap = 'skip'));
  flag(
    `(?:only|just)(?: use| crawl)?(?: (?:the )?(?:pages|urls))?(?: (?:that are )?(?:in|of|from|on|listed in))? (?:the |its )?site-?map(?:\\.xml)?|site-?map(?:\\.xml)?(?: pages| urls)? only|(?:only |just )?(?:everything|all|what|the pages|the urls|pages|urls) (?:(?:that )?(?:is|are) )?(?:in|of|from|listed in) (?:the |its )?site-?map`,
    () => void (options.sitemap = 'only'),
  );
  flag(
    `(?:use|with|include|including|read) (?:the |its )?site-?maps?`,
    () => void (options.sitemap = 'include'),
  );
  flag(
    `${NO} (?:the |any )?${QUERIES}|without \\?[\\w=]*`,
    () => void (options.ignoreQueryParameters = true),
  );
  flag(
    `(?:with|keep(?:ing)?|including) (?:the )?${QUERIES}`,
    () => void (options.ignoreQueryParameters = false),
  );
  flag(
    `${NO} (?:the |any )?duplicates?(?: (?:pages|urls))?|de-?duplicate(?:d)?(?: (?:pages|urls))?`,
    () => void (options.deduplicateSimilarURLs = true),
  );
  flag(
    `(?:the |this )?(?:whole|entire|complete|full) (?:site|website|domain|web ?site|thing)|everything on (?:the|this) (?:site|domain|website)|all (?:of )?(?:the )?(?:pages|urls)(?: (?:of|on) (?:the|this) (?:site|website|domain))|(?:ganze|gesamte) (?:website|seite|domain)|(?:also )?(?:pages )?(?:above|beside|outside(?: of)?) (?:the |this )?(?:start )?(?:path|folder)`,
    () => void (options.crawlEntireDomain = true),
  );
}
