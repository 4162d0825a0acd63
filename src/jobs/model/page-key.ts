import { hash } from 'node:crypto';
import type { Seal } from './seal.ts';
import { normalForm, type NormalForm, type NormalFormOptions } from '../../frontier/same-page/normal-form.ts';

/** The identity of a page in its job: equal pages share a key. */
export interface PageKey {
  /** Base64url of the 16 bytes that equal pages share. */
  key: string;
  /** The queue that the page waits in: host with port, or a digest. */
  host: string;
}

/** The key of the reading of a site's sitemaps; no page has this key. */
export const SITEMAPS_KEY = Buffer.alloc(16).toString('base64url');

/** Gives the key of a URL; a seal that seals digests both parts of it. */
export function pageKey(url: URL, options: NormalFormOptions, seal: Seal): PageKey {
  return keyOfForm(normalForm(url, options), url, seal);
}

/** Gives the key of a URL whose normal form is known. */
export function keyOfForm(form: NormalForm, { host }: URL, seal: Seal): PageKey {
  if (!seal.isSealed) return { key: form.key.toString('base64url'), host: queueOf(host) };
  return { key: shortDigest(seal.digest(form.url)), host: seal.digest(host) };
}

/** The bytes of a key. */
export const PAGE_KEY_BYTES = 16;
/** Longer than any name that can be resolved, with a port. */
const MAX_HOST_LENGTH = 300;

/** The name of a host's queue: that of the host, unless it is one that no index of the database could hold. */
function queueOf(host: string): string {
  return host.length <= MAX_HOST_LENGTH ? host : hash('sha256', host, 'base64url');
}

/**
 * Shortens a digest to its first 16 bytes, in the one spelling that comes back from the database. Both are base64url.
 */
export function shortDigest(digest: string): string {
  return Buffer.from(digest, 'base64url').subarray(0, PAGE_KEY_BYTES).toString('base64url');
}
