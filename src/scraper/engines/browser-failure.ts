import { CdpError } from '../../browser/cdp/cdp-error.ts';
import { PageCrash } from '../../browser/page/live-page.ts';
import { PageScriptError } from '../../browser/page/evaluate.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { EgressRefusal } from '../../net/egress/egress-refusal.ts';

/** Why our own proxy did not let a page's address through. */
export function refusedBy(refusal: EgressRefusal, hostname: string): ServiceError {
  switch (refusal) {
    case 'address':
      return new ServiceError('SCRAPE_ADDRESS_NOT_ALLOWED', {
        hint: `DECANT_ALLOW_ADDRESSES does not name ${hostname}`,
      });
    case 'dns':
      return new ServiceError('SCRAPE_DNS_RESOLUTION_ERROR', {
        message: `The host name ${hostname} could not be resolved`,
      });
    case 'timeout':
      return new ServiceError('SCRAPE_TIMEOUT', { message: `${hostname} did not answer in time` });
    case 'upstream':
      return new ServiceError('SCRAPE_PROXY_SELECTION_ERROR');
    case 'bytes':
      return new ServiceError('SCRAPE_SITE_ERROR', { message: 'The page loads more data than is allowed' });
    default:
      return new ServiceError('SCRAPE_SITE_ERROR', { message: `${hostname} could not be reached` });
  }
}

/** Chromium's `net::ERR_...` as an error of ours. */
export function navigationFailure(errorText: string, hostname: string): ServiceError {
  const name = errorText.replace(/^net::/, '');
  if (/^ERR_CERT_|^ERR_SSL_/.test(name)) {
    return new ServiceError('SCRAPE_SSL_ERROR', {
      message: `The TLS connection to ${hostname} failed (${name}); skipTlsVerification leaves the certificate unchecked`,
    });
  }
  if (name === 'ERR_TIMED_OUT' || name === 'ERR_CONNECTION_TIMED_OUT') {
    return new ServiceError('SCRAPE_TIMEOUT', { message: `${hostname} did not answer in time` });
  }
  return new ServiceError('SCRAPE_SITE_ERROR', { message: `${hostname} did not answer properly (${name})` });
}

/** Turns a failure between the browser and the page into the caller's error; returns any other error as it is. */
export function visitFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ServiceError && error.code === 'CONCURRENCY_QUEUE_TIMEOUT') return error;
  if (signal.aborted) return signal.reason;
  if (error instanceof PageCrash || (error instanceof CdpError && error.cause instanceof PageCrash)) {
    return new ServiceError('SCRAPE_SITE_ERROR', {
      message:
        'The page crashed in the browser: it asks for more memory than a page may have, or nests too deep',
      cause: error,
    });
  }
  if (error instanceof PageScriptError) {
    return new ServiceError('SCRAPE_SITE_ERROR', {
      message: `The page could not be read (${error.message})`,
      cause: error,
    });
  }
  if (!(error instanceof CdpError)) return error;
  if (error.failure === 'timeout') {
    return new ServiceError('SCRAPE_TIMEOUT', { message: 'The page did not answer in time', cause: error });
  }
  if (error.failure === 'closed') {
    return new ServiceError('SCRAPE_SITE_ERROR', {
      message: 'The browser ended while it showed this page',
      cause: error,
    });
  }
  return new ServiceError('SCRAPE_SITE_ERROR', { message: 'The page could not be read', cause: error });
}
