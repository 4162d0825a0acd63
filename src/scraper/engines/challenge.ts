import { findChallenge } from '../../html/render-need/find-challenge.ts';
import type { RenderNeed } from '../../html/render-need.ts';
import type { Tree } from '../../html/tree.ts';

/** An answer as far as it can tell that who asked was turned away. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The need that the conversion found on the page; it says as much as `tree` here. */
  renderNeed?: RenderNeed | undefined;
  /** The page that came, when it is at hand. */
  tree?: Tree | undefined;
}

/** Statuses that turn a visitor away whatever else the answer says. */
const TURNED_AWAY: ReadonlySet<number> = new Set([403, 429]);
/** Statuses that mean something else as well, so that a header has to name a guard that answers with them. */
const PERHAPS: ReadonlySet<number> = new Set([405, 406, 503, 999]);

/** Headers that only come with a block, whatever the status. */
const BLOCKS: readonly (readonly [name: string, value: RegExp, vendor: string])[] = [
  ['cf-mitigated', /^(?:challenge|block)/i, 'Cloudflare'],
  ['x-amzn-waf-action', /^(?:challenge|captcha)/i, 'AWS WAF'],
  ['x-vercel-mitigated', /^(?:challenge|deny)/i, 'Vercel'],
  ['x-sucuri-block', /./, 'Sucuri'],
  ['x-dd-b', /^[1-9]/, 'DataDome'],
];

/** Headers that say who guards the site: they are on its good answers as well. */
const GUARDS: readonly (readonly [name: string, value: RegExp, vendor: string])[] = [
  ['x-datadome', /./, 'DataDome'],
  ['server', /^ddos-guard/i, 'DDoS-Guard'],
  ['x-kpsdk-ct', /./, 'Kasada'],
  ['x-px-blocked', /./, 'HUMAN'],
];
/** These stand before too many sites for their names to mean more than the status does. */
const NETWORKS: readonly (readonly [name: string, value: RegExp, vendor: string])[] = [
  ['x-iinfo', /./, 'Imperva'],
  ['x-cdn', /incapsula|imperva/i, 'Imperva'],
  ['x-sucuri-id', /./, 'Sucuri'],
  ['server', /^akamaighost/i, 'Akamai'],
  ['server', /^cloudflare/i, 'Cloudflare'],
];

/**
 * Says why an answer is a block rather than a page, such as "status 403, DataDome"; undefined for a page. Statuses 403
 * and 429 are always blocks; 503 and its like are when a header or the page names the product that turned the visitor
 * away; others only when the page is a challenge or a header says so.
 */
export function findBlock({ status, headers, renderNeed, tree }: Answer): string | undefined {
  const challenge = renderNeed?.reason === 'challenge' ? renderNeed.evidence : undefined;
  const vendor = vendorIn(BLOCKS, headers) ?? challenge ?? (tree && findChallenge(tree));
  if (vendor !== undefined) return describe(status, vendor);
  const guard = vendorIn(GUARDS, headers);
  if (TURNED_AWAY.has(status)) return describe(status, guard ?? vendorIn(NETWORKS, headers));
  return guard !== undefined && PERHAPS.has(status) ? describe(status, guard) : undefined;
}

function vendorIn(
  signs: readonly (readonly [name: string, value: RegExp, vendor: string])[],
  headers: Readonly<Record<string, string>>,
): string | undefined {
  return signs.find(([name, value]) => value.test(headers[name] ?? ''))?.[2];
}

function describe(status: number, vendor: string | undefined): string {
  if (vendor === undefined) return `status ${status}`;
  return status < 400 ? `challenge, ${vendor}` : `status ${status}, ${vendor}`;
}
