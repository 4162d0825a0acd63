import type { ProxyRotation } from '../../net/upstream/proxy-rotation.ts';
import { findBlock } from '../engines/challenge.ts';
import { chooseProxies } from '../engines/proxy-choice.ts';
import { throughProxies } from '../engines/through-proxies.ts';
import type { Page } from '../page.ts';
import { missingParts } from './missing-parts.ts';
import { PageFetcher, type ConvertedFetch, type PageFetcherParts } from './page-fetcher.ts';
import { priceOf } from '../price.ts';
import type { GivenFile, RunningScrape } from '../page-task.ts';
import { areHeadersWithheld, withheldFromPage, type SentHeaders } from './withheld-headers.ts';

/** A page fetched and converted, and how it came. */
export interface FetchOutcome extends ConvertedFetch {
  /** Undefined when nothing was fetched. */
  proxyUsed: 'basic' | 'stealth' | undefined;
  /** False for the stored copy. */
  isFresh: boolean;
  /** The proxy that the page came through, and that its files come through too; undefined: directly. */
  upstream?: URL | undefined;
}

/** The engines, the conversion and the proxies behind `fetchAndConvert`. */
export interface FetchAndConvertParts extends PageFetcherParts {
  proxies: { basic: ProxyRotation; enhanced: ProxyRotation };
}

/**
 * Fetches and converts a page, or converts the stored copy when the copy has all that was asked for. Rejects with the
 * first error of the ways that were tried.
 */
export type FetchAndConvert = (request: RunningScrape, stored: Page | undefined) => Promise<FetchOutcome>;

/** Makes `fetchAndConvert`, the step of a scrape that chooses the proxy. */
export function createFetchAndConvert({ proxies, ...parts }: FetchAndConvertParts): FetchAndConvert {
  const fetcher = new PageFetcher(parts);
  const hasBrowser = parts.engines.browser !== undefined;

  async function fetchFresh(request: RunningScrape): Promise<FetchOutcome> {
    const { options, trace, deadline } = request;
    const country = options.location?.country;
    const hasEnhancedProxy = proxies.enhanced.serves(country);
    const attempts = chooseProxies({
      proxy: options.proxy,
      country,
      ...proxies,
      hasEnhancedIdentity: hasBrowser,
    });
    const { result, proxyUsed } = await throughProxies({
      attempts,
      country,
      sessionKey: request.job?.id ?? request.id,
      signal: deadline.signal,
      trace,
      async fetch(way) {
        const isDearer = way.identity === 'enhanced' && hasEnhancedProxy;
        if (isDearer)
          await request.afford?.(priceOf(options, { isLockdown: false, isEnhancedProxyUsed: true }));
        request.memory.setAside();
        return { ...(await fetcher.fetch(request, way)), upstream: way.upstream };
      },
      findBlock(got) {
        // Actions that were done on the page are not done twice.
        if (got.page.rendered?.actions) return undefined;
        // A site that only asks for patience is not pressed from the same address.
        const isPatient = got.page.status === 429 && !hasEnhancedProxy;
        return isPatient ? undefined : blockOf(got);
      },
    });
    return { ...result, warnings: warningsOf(request, result), proxyUsed, isFresh: true };
  }

  return async function fetchAndConvert(request, stored) {
    if (request.file) return openFile(fetcher, request, request.file);
    if (stored === undefined) return fetchFresh(request);
    const converted = await fetcher.convert(request, stored);
    const { lockdown, minAge } = request.options;
    const isEnough =
      missingParts(request.options, stored.rendered).length === 0 &&
      (stored.rendered || !converted.renderNeed || !hasBrowser);
    if (isEnough || lockdown || minAge !== undefined || request.copy !== undefined) {
      return { page: stored, converted, proxyUsed: 'basic', warnings: [], isFresh: false };
    }
    return fetchFresh(request);
  };
}

async function openFile(
  fetcher: PageFetcher,
  request: RunningScrape,
  file: GivenFile,
): Promise<FetchOutcome> {
  const { url, deadline, memory } = request;
  // Uploaded files wait for their turn on disk.
  await memory.takeBody(file.size);
  const body = await file.read();
  deadline.check();
  const page: Page = { url: url.href, status: 200, headers: {}, contentType: file.contentType, body };
  const converted = await fetcher.convert(request, page);
  return { page, converted, proxyUsed: undefined, warnings: [], isFresh: true };
}

function blockOf({ page, converted }: ConvertedFetch): string | undefined {
  return findBlock({ status: page.status, headers: page.headers, renderNeed: converted.renderNeed });
}

function warningsOf(request: RunningScrape, result: ConvertedFetch): string[] {
  const warnings = [...result.warnings];
  const block = blockOf(result);
  if (block !== undefined) warnings.push(`The site seems to have blocked the request (${block}).`);
  const sent = sentHeaders(request, result);
  if (areHeadersWithheld(sent)) warnings.push(withheldFromPage(sent));
  return warnings;
}

function sentHeaders({ url, options }: RunningScrape, { page }: ConvertedFetch): SentHeaders {
  const isRendered = page.rendered !== undefined;
  return { named: url, headers: options.headers, url: new URL(page.url), isRendered };
}
