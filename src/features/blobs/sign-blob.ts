import { createHmac, timingSafeEqual } from 'node:crypto';
import { blobContentType, blobExtension, type BlobKey } from '../../lib/blob-key.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { decrypt, deriveKey, encrypt, NONCE_BYTES } from '../../store/sealed-box.ts';

const HOUR_MS = 3_600_000;

/** The members of a blob's URL after `/blobs/`. */
export interface BlobLink {
  /** The blob's key, encrypted, and its extension. */
  name: string;
  /** Unix seconds, as text. */
  expires: string;
  signature: string;
}

/**
 * Makes and checks URLs whose holder may read a blob for a while. The URLs do not show the blob's key: a page could
 * repeat the key as its own text in the form of a reference, and have it signed again.
 */
export interface BlobUrls {
  /**
   * Links live for a day, those of audio and video for an hour (wire contract 4.1), unless `ttlMs` is given; from now,
   * unless `from` is given. The same blob and the same end give the same URL.
   */
  urlOf(key: BlobKey, baseUrl: string, options?: { ttlMs?: number; from?: number }): string;
  /** The key that the link leads to, even when it has expired; undefined when we did not make it. */
  verify(link: BlobLink): { key: BlobKey; isExpired: boolean } | undefined;
}

/** `secret` is the installation's. */
export function createBlobUrls({ secret, clock }: { secret: string; clock: Clock }): BlobUrls {
  const nameKey = deriveKey(secret, 'names of blobs in links');
  const nonceKey = deriveKey(secret, 'nonces of names of blobs');
  const signingKey = deriveKey(secret, 'signatures of links to blobs');
  const signatureOf = ({ name, expires }: Pick<BlobLink, 'name' | 'expires'>): string =>
    createHmac('sha256', signingKey).update(`${expires}\n${name}`).digest('base64url');

  return {
    urlOf(key, baseUrl, { ttlMs = ttlOf(key), from = clock.now() } = {}) {
      const nonce = createHmac('sha256', nonceKey).update(key).digest().subarray(0, NONCE_BYTES);
      const sealed = encrypt(nameKey, Buffer.from(key), nonce);
      const name = `${sealed.toString('base64url')}.${blobExtension(key)}`;
      const expires = String(Math.floor((from + ttlMs) / 1000));
      return `${baseUrl}/blobs/${name}?expires=${expires}&signature=${signatureOf({ name, expires })}`;
    },
    verify({ name, expires, signature }) {
      if (!isSameText(signatureOf({ name, expires }), signature)) return undefined;
      const sealed = Buffer.from(name.slice(0, name.lastIndexOf('.')), 'base64url');
      const isExpired = clock.now() >= Number(expires) * 1000;
      return { key: decrypt(nameKey, sealed).toString(), isExpired };
    },
  };
}

function ttlOf(key: BlobKey): number {
  // A file without a type of its own is a film of a rare kind.
  return /^(?:audio|video)\/|octet-stream$/.test(blobContentType(key)) ? HOUR_MS : 24 * HOUR_MS;
}

function isSameText(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
