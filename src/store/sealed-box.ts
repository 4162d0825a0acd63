import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

/** A key for one purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `decant ${purpose}`, KEY_BYTES));
}

/** Nonce, ciphertext, tag. A nonce that is given must never serve two texts under one key. */
export function encrypt(
  key: Buffer,
  bytes: Uint8Array,
  nonce: Uint8Array = randomBytes(NONCE_BYTES),
): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the bytes were changed or the key is another. */
export function decrypt(key: Buffer, bytes: Uint8Array): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
