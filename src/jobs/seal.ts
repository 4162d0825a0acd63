import { createHmac, randomBytes } from 'node:crypto';
import { decrypt, deriveKey, encrypt, KEY_BYTES } from '../store/sealed-box.ts';

/** How a job's texts are written: as they are, or under zero data retention encrypted with a key of its own. */
export interface Seal {
  readonly isSealed: boolean;
  seal(text: string): string;
  open(text: string): string;
  sealBytes(bytes: Buffer): Buffer;
  openBytes(bytes: Buffer): Buffer;
  /** A name that tells nothing to whoever has not the key, the same for the same text. */
  digest(text: string): string;
}

/** The keys of jobs under zero data retention, themselves encrypted with a key derived from the installation's secret. */
export interface Seals {
  /** A new job's key, encrypted, as it is kept in the job's row. */
  createKey(): Buffer;
  /** null: a job without such a key. */
  sealOf(sealedKey: Buffer | null): Seal;
  /** A digest that nobody can check a guess against who has not the installation's secret. */
  fingerprint(text: string): Buffer;
}

const OPEN: Seal = {
  isSealed: false,
  seal: (text) => text,
  open: (text) => text,
  sealBytes: (bytes) => bytes,
  openBytes: (bytes) => bytes,
  digest: (text) => text,
};

export function createSeals(secret: string): Seals {
  const master = deriveKey(secret, 'keys of sealed jobs');
  const fingerprintKey = deriveKey(secret, 'fingerprints of requests');
  return {
    createKey: () => encrypt(master, randomBytes(KEY_BYTES)),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
    sealOf: (sealedKey) => (sealedKey === null ? OPEN : createSeal(decrypt(master, sealedKey))),
  };
}

function createSeal(key: Buffer): Seal {
  return {
    isSealed: true,
    seal: (text) => encrypt(key, Buffer.from(text)).toString('base64'),
    open: (text) => decrypt(key, Buffer.from(text, 'base64')).toString(),
    sealBytes: (bytes) => encrypt(key, bytes),
    openBytes: (bytes) => decrypt(key, bytes),
    digest: (text) => createHmac('sha256', key).update(text).digest('base64url'),
  };
}
