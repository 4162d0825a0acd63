import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../lib/time/clock.ts';
import { decrypt, deriveKey, encrypt } from '../store/sealed-box.ts';

/** A browser that has signed in, as its cookie tells. */
export interface SignIn {
  /** The digest of the key that it stands for, in hexadecimal. */
  digest: string;
  /** Pages of ours send it with each call that changes something: a page of others can send the cookie, not this. */
  proof: string;
}

export const SIGN_IN_MS = 12 * 3_600_000;
const CODE_MS = 10 * 60_000;
const MAX_CODES = 100;
const DIGEST_BYTES = 32;
const ENDS_BYTES = 8;

/** Ways to be known to the service without sending a key with each request: for people in a browser. */
export interface SignIns {
  /** A code that signs in once within 10 minutes, in this process; `digest` is that of the key it stands for. */
  issueCode(digest: string): string;
  /** The digest; undefined when the code is unknown, used or too old. */
  redeemCode(code: string): string | undefined;
  /** The value of a cookie that stands for a key for 12 hours; nobody can read the digest from it. */
  writeCookie(digest: string): string;
  /** Undefined when it is not ours or too old. */
  readCookie(cookie: string): SignIn | undefined;
}

/** `secret` is the installation's: every process reads the cookies of the others. */
export function createSignIns({ secret, clock }: { secret: string; clock: Clock }): SignIns {
  const sealKey = deriveKey(secret, 'cookies of people who signed in');
  const proofKey = deriveKey(secret, 'proofs of people who signed in');
  const codes = new Map<string, { digest: string; until: number }>();

  return {
    issueCode(digest) {
      const code = randomBytes(16).toString('base64url');
      const [oldest] = codes.keys();
      if (codes.size >= MAX_CODES && oldest !== undefined) codes.delete(oldest);
      codes.set(code, { digest, until: clock.now() + CODE_MS });
      return code;
    },
    redeemCode(code) {
      const issued = codes.get(code);
      codes.delete(code);
      return issued && issued.until > clock.now() ? issued.digest : undefined;
    },
    writeCookie(digest) {
      const ends = Buffer.alloc(ENDS_BYTES);
      ends.writeBigUInt64BE(BigInt(clock.now() + SIGN_IN_MS));
      return encrypt(sealKey, Buffer.concat([ends, Buffer.from(digest, 'hex')])).toString('base64url');
    },
    readCookie(cookie) {
      const opened = open(sealKey, cookie);
      if (opened === undefined || Number(opened.readBigUInt64BE()) <= clock.now()) return undefined;
      const proof = createHmac('sha256', proofKey).update(cookie).digest('base64url');
      return { digest: opened.subarray(ENDS_BYTES).toString('hex'), proof };
    },
  };
}

/** Whether a proof that was sent is the one of a sign-in. */
export function isProof(given: string | undefined, { proof }: SignIn): boolean {
  const [sent, right] = [Buffer.from(given ?? ''), Buffer.from(proof)];
  return sent.length === right.length && timingSafeEqual(sent, right);
}

function open(key: Buffer, cookie: string): Buffer | undefined {
  try {
    const bytes = decrypt(key, Buffer.from(cookie, 'base64url'));
    // Without keys everybody is one team, and there is no digest.
    return [ENDS_BYTES, ENDS_BYTES + DIGEST_BYTES].includes(bytes.length) ? bytes : undefined;
  } catch {
    return undefined;
  }
}
