import { diagnosePage } from './diagnose-page.ts';
import { describeState } from './describe-state.ts';
import type { Diagnosis, JobPages, SupportCase } from './support-case.ts';

/** Fewer documents than this look like a crawl that did not get far. */
const FEW_PAGES = 3;
/** One error page in so many documents is what somebody complains of. */
const MANY_ERROR_PAGES = 3;

/** Why a crawl or batch brought what it brought; undefined when nothing strikes. */
export function diagnoseJob(one: SupportCase): Diagnosis | undefined {
  const { pages, status } = one;
  if (pages === undefined) return undefined;
  if (status === 'cancelled')
    return known(`The job was cancelled after ${pages.completed} documents. Start it again.`, null);
  if (status === 'scraping') return known(`The job is still at work. ${describeState(one)}`, null);
  return (
    (pages.completed === 0 ? diagnoseNothing(one, pages) : undefined) ??
    diagnoseErrors(one, pages) ??
    diagnoseLimit(one, pages) ??
    (hasManyErrorPages(one) ? diagnoseErrorPages(one) : undefined) ??
    (pages.completed <= FEW_PAGES ? diagnoseFew(one, pages) : undefined) ??
    diagnoseForbidden(pages) ??
    diagnoseErrorPages(one)
  );
}

function known(answer: string, fixParameters: Diagnosis['fixParameters'], canBeTested = false): Diagnosis {
  return { answer, fixParameters, confidence: 'medium', canBeTested };
}

/** The options of a scrape as the pages of a job had them. */
export function optionsOfPages({ options }: SupportCase): SupportCase['options'] {
  return (options['scrapeOptions'] ?? {}) as SupportCase['options'];
}

function listOf(options: SupportCase['options'], name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

function diagnoseNothing(one: SupportCase, pages: JobPages): Diagnosis | undefined {
  const { kind, options, target, warnings } = one;
  if (pages.forbidden > 0 && pages.failed === 0)
    return known(
      `robots.txt of the site forbids ${pages.forbidden === 1 ? 'the page' : `the ${pages.forbidden} pages`} that the crawl found, the start among them, so nothing was fetched. Start at a part that is allowed; whoever has the consent of the site's owner can set ignoreRobotsTxt.`,
      null,
    );
  const isLeftOut = warnings.find((sentence) => /start URL was not scraped/.test(sentence));
  if (kind === 'crawl' && isLeftOut !== undefined && target !== null) {
    const { pathname } = new URL(target);
    const start = `^${pathname.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`;
    const included = listOf(options, 'includePaths');
    const isExcluded = /excludePaths/.test(isLeftOut);
    return known(
      `${isLeftOut} Links are found on pages that are scraped, so a crawl whose start is left out finds none unless a sitemap lists them. ${isExcluded ? 'Take the pattern that fits the start out of excludePaths.' : `Add ${start} to includePaths.`}`,
      isExcluded ? { excludePaths: [] } : { includePaths: [...included, start] },
    );
  }
  return undefined;
}

function diagnoseErrors(one: SupportCase, pages: JobPages): Diagnosis | undefined {
  if (pages.failed === 0 || pages.failed < pages.completed || one.errorCode === undefined) return undefined;
  const page = diagnosePage({ ...one, options: optionsOfPages(one) });
  if (page === undefined) return undefined;
  const { fixParameters } = page;
  return {
    ...page,
    answer: `${pages.failed} of ${pages.failed + pages.completed} pages failed, most of them with ${one.errorCode}. ${page.answer}`,
    fixParameters: fixParameters && (one.kind === 'crawl' ? { scrapeOptions: fixParameters } : fixParameters),
  };
}

function diagnoseLimit({ kind }: SupportCase, { isAtLimit, limit }: JobPages): Diagnosis | undefined {
  if (kind !== 'crawl' || !isAtLimit) return undefined;
  return known(`The crawl ended at its limit of ${limit} pages, and the site has more. Raise limit.`, {
    limit: limit * 10,
  });
}

function diagnoseFew(one: SupportCase, pages: JobPages): Diagnosis | undefined {
  const { kind, options, target, status } = one;
  if (kind !== 'crawl' || status !== 'completed' || target === null) return undefined;
  const said = `The crawl found ${pages.completed === 1 ? 'one page' : `${pages.completed} pages`}.`;
  if (options['sitemap'] === 'only')
    return known(`${said} With sitemap "only" it follows no links, and the sitemap lists no more.`, {
      sitemap: 'include',
    });
  if (typeof options['maxDiscoveryDepth'] === 'number' && options['maxDiscoveryDepth'] <= 1)
    return known(
      `${said} maxDiscoveryDepth ${options['maxDiscoveryDepth']} keeps it near the start. Raise it, or leave it out.`,
      { maxDiscoveryDepth: 10 },
    );
  if (listOf(options, 'includePaths').length > 0)
    return known(
      `${said} Only addresses in whose path a pattern of includePaths is found are taken, and links are found on such pages alone. Make the patterns wider.`,
      { includePaths: [] },
    );
  if (new URL(target).pathname !== '/' && options['crawlEntireDomain'] !== true)
    return known(
      `${said} Without crawlEntireDomain only pages below the path of the start (${new URL(target).pathname}) are followed. Set crawlEntireDomain to take those beside and above it too.`,
      { crawlEntireDomain: true },
    );
  if (one.hasUsedBrowser !== true)
    return known(
      `${said} The start page has no more links in its HTML: it may make them with scripts. Have it shown in a browser with waitFor.`,
      { scrapeOptions: { waitFor: 3_000 } },
      true,
    );
  return undefined;
}

function hasManyErrorPages({ errorPages }: SupportCase): boolean {
  return errorPages !== undefined && errorPages.count * MANY_ERROR_PAGES >= errorPages.looked;
}

/** A site may answer with error pages for a part of what it links to: they are documents, and no failures. */
function diagnoseErrorPages({ errorPages }: SupportCase): Diagnosis | undefined {
  if (errorPages === undefined) return undefined;
  const { looked, count, status } = errorPages;
  const cause =
    status === 404 || status === 410
      ? 'The site links to pages, or the batch names some, that are not there.'
      : [401, 403].includes(status)
        ? 'The site wants a login for them, or turns machines away.'
        : 'The site did not answer well; a delay between pages may help.';
  return known(
    `Of the first ${looked} documents ${count} ${count === 1 ? 'is an error page' : 'are error pages'} of the site, ${count === 1 ? '' : 'most '}with status ${status}. ${cause} Their metadata.statusCode tells them from the others.`,
    null,
  );
}

function diagnoseForbidden({ forbidden }: JobPages): Diagnosis | undefined {
  if (forbidden === 0) return undefined;
  return known(
    `robots.txt of the site forbids ${forbidden === 1 ? 'one page' : `${forbidden} pages`} that the crawl found; they are in robotsBlocked of its errors. Whoever has the consent of the site's owner can set ignoreRobotsTxt.`,
    null,
  );
}
