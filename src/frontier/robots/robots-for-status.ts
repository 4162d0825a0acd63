import { parseRobots, type Robots } from './robots.ts';

/**
 * Tells the rules that follow from the answer to the request for /robots.txt, after its redirects (RFC 9309 section
 * 2.3.1):
 *
 * - 2xx: what the file says;
 * - 3xx, a chain of redirects that was given up, and 4xx: the file is unavailable, everything may be fetched;
 * - 5xx, no answer at all (`unreachable`) and anything else: the site cannot be asked, nothing may be fetched.
 */
export function robotsForStatus(
  status: number | 'unreachable',
  body: Uint8Array | string,
): 'all allowed' | 'all disallowed' | Robots {
  if (status === 'unreachable') return 'all disallowed';
  if (status >= 200 && status < 300) return parseRobots(body);
  return status >= 300 && status < 500 ? 'all allowed' : 'all disallowed';
}
