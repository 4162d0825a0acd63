import type { Seal } from './seal.ts';
import { normalForm, type NormalFormOptions } from '../frontier/normal-form.ts';

/** One URL as the frontier knows it. */
export interface PageKey {
  /** Base64url of the 16 bytes that equal pages share. */
  key: string;
  /** The queue that the page waits in: host with port. */
  host: string;
}

/** Key of the reading of a site's sitemaps; no page has it. */
export const SEED_KEY = Buffer.alloc(16).toString('base64url');

export function pageKey(url: URL, options: NormalFormOptions, seal: Seal): PageKey {
  const { key, url: text } = normalForm(url, options);
  if (!seal.isSealed) return { key: key.toString('base64url'), host: url.host };
  return { key: shortDigest(seal.digest(text)), host: seal.digest(url.host) };
}

const KEY_BYTES = 16;

/** The first 16 bytes of a digest, in the one spelling that comes back from the database. Both are base64url. */
export function shortDigest(digest: string): string {
  return Buffer.from(digest, 'base64url').subarray(0, KEY_BYTES).toString('base64url');
}
