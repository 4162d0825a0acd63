import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse as parseUuid, stringify as writeUuid } from 'uuid';
import type { Clock } from '../lib/time/clock.ts';
import { deriveKey } from '../store/sealed-box.ts';

/** The rights of a link: to drive the browser by its protocol, to watch it, to watch it and use mouse and keys. */
export const LINK_KINDS = ['drive', 'watch', 'control'] as const;

export type LinkKind = (typeof LINK_KINDS)[number];

export interface SessionLink {
  sessionId: string;
  kind: LinkKind;
}

/** Kind, end in Unix seconds, id of the session. */
const HEAD_BYTES = 1 + 4 + 16;
const SIGNATURE_BYTES = 16;

/** Tokens in the paths of `/cdp/<token>` and `/live/<token>`: the holder needs no key. They are never logged. */
export interface SessionLinks {
  /** The same link and end give the same token. */
  writeLink(link: SessionLink, expiresAt: Date): string;
  /** Undefined when it is not ours or has expired. */
  readLink(token: string): SessionLink | undefined;
}

/** `secret` is the installation's: every process on the same database reads the links of the others. */
export function createSessionLinks({ secret, clock }: { secret: string; clock: Clock }): SessionLinks {
  const key = deriveKey(secret, 'links to browser sessions');
  const sign = (head: Buffer): Buffer =>
    createHmac('sha256', key).update(head).digest().subarray(0, SIGNATURE_BYTES);

  return {
    writeLink({ sessionId, kind }, expiresAt) {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt8(LINK_KINDS.indexOf(kind));
      head.writeUInt32BE(Math.ceil(expiresAt.getTime() / 1000), 1);
      head.set(parseUuid(sessionId), 5);
      return Buffer.concat([head, sign(head)]).toString('base64url');
    },
    readLink(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== HEAD_BYTES + SIGNATURE_BYTES) return undefined;
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(sign(head), bytes.subarray(HEAD_BYTES))) return undefined;
      const kind = LINK_KINDS[head.readUInt8()];
      const isExpired = clock.now() >= head.readUInt32BE(1) * 1000;
      if (kind === undefined || isExpired) return undefined;
      return { sessionId: writeUuid(head.subarray(5)), kind };
    },
  };
}
