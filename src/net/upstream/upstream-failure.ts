import { ServiceError } from '../../lib/service-error.ts';
import { UpstreamError } from './upstream-error.ts';

/**
 * Gives the caller's error for a failed upstream proxy: SCRAPE_PROXY_SELECTION_ERROR, or SCRAPE_SITE_ERROR when it was
 * the proxy that could not reach the site. The text holds nothing of the proxy's address and credentials.
 */
export function upstreamFailure(error: UpstreamError, hostname: string): ServiceError {
  if (error.isAboutTarget) {
    const message = `${hostname} cannot be reached through the proxy`;
    return new ServiceError('SCRAPE_SITE_ERROR', { message, cause: error });
  }
  const reason = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  return new ServiceError('SCRAPE_PROXY_SELECTION_ERROR', {
    message: `No proxy could be used: ${reason}`,
    cause: error,
  });
}

/** Whether a request failed before its upstream proxy had opened the way to the site, so that another proxy may do. */
export function isUpstreamFailure(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'SCRAPE_PROXY_SELECTION_ERROR' || error.cause instanceof UpstreamError;
}
