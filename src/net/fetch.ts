import type { Deadline } from '../lib/time/deadline.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { AdmitBody } from './connection/admit-body.ts';
import { browserHeaders } from './headers/browser-headers.ts';
import { checkCallerHeaders } from './headers/caller-headers.ts';
import type { RawResponse } from './connection/exchange.ts';
import { readPageBody, type PageContent } from './body/read-page.ts';
import { isRedirect, nextUrl, requireHttp } from './connection/redirects.ts';
import { requestHeaders } from './headers/request-headers.ts';
import type { Send } from './connection/send.ts';
import { siteFailure } from './connection/site-failure.ts';
import type { SendThrough } from './upstream/upstream-senders.ts';
import { withoutCredentials } from '../lib/addresses/url.ts';
import { credentialHeaders } from './headers/url-credentials.ts';
import { createVisit, type SiteVisit } from './headers/visit.ts';

/** A request for a page. */
export interface PageRequest {
  url: URL;
  /** The caller's, checked by `checkCallerHeaders`: they win over ours and go to the origin of the visit only. */
  headers: Readonly<Record<string, string>>;
  isMobile: boolean;
  /** BCP 47 tags for Accept-Language. */
  languages: readonly string[];
  skipTlsVerification: boolean;
  /** The most bytes of the body after decoding. */
  maxBodyBytes: number;
  admitBody?: AdmitBody | undefined;
  deadline: Deadline;
  /** The team of the request: teams take turns where they share something. See `Asker`. */
  teamId: string | undefined;
  /** One of the operator's proxies, for every hop; absent: directly. */
  upstream?: URL | undefined;
  /** Given to go on with an earlier visit (meta refresh). */
  visit?: SiteVisit;
  /** Asked before a redirect is followed; throwing ends the visit. */
  onRedirect?: ((target: URL) => void | Promise<void>) | undefined;
}

/** The answer to a request for a page, after redirects and content decoding. */
export interface FetchedPage extends PageContent {
  /** The URL after redirects. */
  url: string;
  /** The pages that sent us on, in order. */
  redirects: Array<{ url: string; status: number }>;
}

/**
 * Gets a page as a browser would for a user who typed its address. Any HTTP status is a page. Throws
 * SCRAPE_ADDRESS_NOT_ALLOWED, SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_SSL_ERROR, SCRAPE_TIMEOUT, SCRAPE_SITE_ERROR,
 * SCRAPE_PROXY_SELECTION_ERROR or the deadline's reason; BAD_REQUEST for headers that cannot be sent.
 */
export type FetchPage = (request: PageRequest) => Promise<FetchedPage>;

export function createFetchPage(sendDirectly: Send, sendThrough: SendThrough): FetchPage {
  return async function fetchPage(request) {
    checkCallerHeaders(request.headers);
    const send = request.upstream ? sendThrough(request.upstream) : sendDirectly;
    const visit = request.visit ?? createVisit(request.url);
    const redirects: FetchedPage['redirects'] = [];
    let url = withoutCredentials(request.url);
    for (;;) {
      requireHttp(url);
      visit.step(url);
      const response = await sendHop(send, request, { url, visit, isRedirected: redirects.length > 0 });
      visit.cookies.store(url, response.headers['set-cookie']);
      if (!isRedirect(response.status, response.headers)) {
        return { url: url.href, redirects, ...(await decodeHop(response, request, url)) };
      }
      redirects.push({ url: url.href, status: response.status });
      url = nextUrl(response.headers, url);
      await request.onRedirect?.(url);
    }
  };
}

interface Hop {
  url: URL;
  visit: SiteVisit;
  isRedirected: boolean;
}

async function sendHop(
  send: Send,
  request: PageRequest,
  { url, visit, isRedirected }: Hop,
): Promise<RawResponse> {
  const { isMobile, languages, skipTlsVerification, maxBodyBytes, admitBody, deadline, teamId } = request;
  const callerHeaders =
    url.origin === visit.origin ? { ...credentialHeaders(request.url), ...request.headers } : {};
  const headers = requestHeaders(
    browserHeaders({ isMobile, languages, url }),
    callerHeaders,
    visit.cookies.headerFor(url),
  );
  try {
    const isVerified = !skipTlsVerification;
    return await send({ url, headers, isVerified, maxBodyBytes, admitBody, deadline, teamId });
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'SCRAPE_ADDRESS_NOT_ALLOWED';
    if (!isRefused || !isRedirected) throw error;
    throw new ServiceError(error.code, {
      message: 'The page redirects to an address that may not be reached',
      hint: error.hint,
    });
  }
}

async function decodeHop(
  response: RawResponse,
  { maxBodyBytes, admitBody, deadline }: PageRequest,
  { hostname }: URL,
): Promise<PageContent> {
  const { signal } = deadline;
  try {
    return await readPageBody(response, { maxBytes: maxBodyBytes, admitBody, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw siteFailure(error, { hostname, step: 'http', isVerified: false });
  }
}
