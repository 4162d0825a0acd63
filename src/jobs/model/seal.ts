import { createHmac, randomBytes } from 'node:crypto';
import { ServiceError } from '../../lib/service-error.ts';
import { KEY_NAME_BYTES, type KeyFiles } from '../../store/key-files.ts';
import { decrypt, deriveKey, encrypt, KEY_BYTES, NONCE_BYTES, TAG_BYTES } from '../../store/sealed-box.ts';

/**
 * The form in which a job's texts are written: as they are, or under zero data retention encrypted with a key of the
 * job.
 */
export interface Seal {
  readonly isSealed: boolean;
  /** The key was destroyed: what it sealed can be read by nobody. */
  readonly isGone: boolean;
  seal(text: string): string;
  open(text: string): string;
  sealBytes(bytes: Buffer): Buffer;
  openBytes(bytes: Buffer): Buffer;
  /** Gives a name that tells nothing without the key, the same for the same text. */
  digest(text: string): string;
}

/** The keys of jobs under zero data retention, themselves encrypted with a key derived from the installation's secret. */
export interface Seals {
  /** A new job's key, encrypted, as it is kept in the job's row. */
  createKey(): Promise<Buffer>;
  /** null: a job without such a key. */
  sealOf(sealedKey: Buffer | null): Seal;
  /** Destroys a key. Where keys are files, copies of the encrypted key that are left open nothing from now on. */
  destroyKey(sealedKey: Buffer): Promise<void>;
  /** A digest that nobody can check a guess against who has not the installation's secret. */
  fingerprint(text: string): Buffer;
}

/** The mark in the row of a job whose key was destroyed. */
export const DESTROYED_KEY = Buffer.alloc(0);

/** A key that needs a file besides the secret: the file's name stands before it. */
const FILE_KEY_BYTES = KEY_NAME_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/**
 * Makes the seals of jobs. `files` keeps a half of each key, so that the key can be destroyed; it is undefined where
 * processes share a database and no folder, and the keys are in the database then, encrypted.
 */
export function createSeals(secret: string, files?: KeyFiles): Seals {
  const master = deriveKey(secret, 'keys of sealed jobs');
  const fingerprintKey = deriveKey(secret, 'fingerprints of requests');
  const open = createOpenSeal(deriveKey(secret, 'credentials in jobs'));
  const masterWith = (fileKey: Buffer): Buffer => createHmac('sha256', master).update(fileKey).digest();
  return {
    async createKey() {
      const key = randomBytes(KEY_BYTES);
      if (files === undefined) return encrypt(master, key);
      const file = await files.create();
      return Buffer.concat([file.name, encrypt(masterWith(file.key), key)]);
    },
    sealOf(sealedKey) {
      if (sealedKey === null) return open;
      if (sealedKey.length === DESTROYED_KEY.length) return GONE;
      if (sealedKey.length !== FILE_KEY_BYTES) return createSeal(decrypt(master, sealedKey));
      const fileKey = files?.read(fileNameOf(sealedKey));
      if (fileKey === undefined) return GONE;
      return createSeal(decrypt(masterWith(fileKey), sealedKey.subarray(KEY_NAME_BYTES)));
    },
    async destroyKey(sealedKey) {
      if (sealedKey.length === FILE_KEY_BYTES) await files?.destroy(fileNameOf(sealedKey));
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  };
}

function fileNameOf(sealedKey: Buffer): Buffer {
  return sealedKey.subarray(0, KEY_NAME_BYTES);
}

function createSeal(key: Buffer): Seal {
  return {
    isSealed: true,
    isGone: false,
    seal: (text) => encrypt(key, Buffer.from(text)).toString('base64'),
    open: (text) => decrypt(key, Buffer.from(text, 'base64')).toString(),
    sealBytes: (bytes) => encrypt(key, bytes),
    openBytes: (bytes) => decrypt(key, bytes),
    digest: (text) => createHmac('sha256', key).update(text).digest('base64url'),
  };
}

/**
 * The beginning of a text that is encrypted although its job is not; `seal` never gives another text that begins so.
 */
export const CREDENTIALS_PREFIX = 'sealed:';

/** A URL with user name and password, in a text. */
const CREDENTIALS = /:\/\/[^/?#\s"\\]*@/;

/** Everything as it is, but for texts with passwords in URLs: those are encrypted with a key of the installation. */
function createOpenSeal(key: Buffer): Seal {
  return {
    isSealed: false,
    isGone: false,
    seal: (text) =>
      CREDENTIALS.test(text) || text.startsWith(CREDENTIALS_PREFIX)
        ? CREDENTIALS_PREFIX + encrypt(key, Buffer.from(text)).toString('base64')
        : text,
    open: (text) =>
      text.startsWith(CREDENTIALS_PREFIX)
        ? decrypt(key, Buffer.from(text.slice(CREDENTIALS_PREFIX.length), 'base64')).toString()
        : text,
    sealBytes: (bytes) => bytes,
    openBytes: (bytes) => bytes,
    digest: (text) => text,
  };
}

/** The seal of a job whose key is destroyed: nothing is written with it, and nothing read. */
const GONE: Seal = {
  isSealed: true,
  isGone: true,
  seal: () => '',
  open: () => {
    throw removed();
  },
  sealBytes: () => Buffer.alloc(0),
  openBytes: () => {
    throw removed();
  },
  digest: () => '',
};

function removed(): ServiceError {
  return new ServiceError('NOT_FOUND', { message: 'The data of this job were removed' });
}
