import type { CdpLimits } from './cdp-transport.ts';

/** Enough to tell the id of an answer, or that a message is an event. */
const HEAD_BYTES = 64;

/** `event`: nobody waits for it; a number: the id of the call that waits for it; undefined: there is no telling. */
type Kind = 'event' | number | undefined;

/**
 * Takes chunks and tells whole messages, which end with a zero byte; false when one is too large that is neither an
 * event nor an answer. Nothing is kept of a message that is too large. Each byte is looked at once.
 */
export function createMessageReader(
  onMessage: (message: string) => void,
  { maxMessageBytes, maxEventBytes = maxMessageBytes }: Pick<CdpLimits, 'maxMessageBytes' | 'maxEventBytes'>,
): (chunk: Buffer, isWanted: () => boolean) => boolean {
  const parts: Buffer[] = [];
  let bytes = 0;
  /** The message under way when it is larger than an event may be. */
  let large: { kind: Kind; isDropped: boolean } | undefined;

  /** False when it is too large and cannot be passed over. */
  function take(part: Buffer): boolean {
    bytes += part.length;
    if (!large?.isDropped) parts.push(part);
    if (bytes <= Math.min(maxEventBytes, maxMessageBytes)) return true;
    large ??= { kind: kindOf(parts), isDropped: false };
    if (large.isDropped || (bytes <= maxMessageBytes && large.kind !== 'event')) return true;
    large.isDropped = true;
    parts.length = 0;
    return large.kind !== undefined;
  }

  function finish(): string | undefined {
    const [first, ...rest] = parts;
    const whole = first && (rest.length === 0 ? first : Buffer.concat(parts));
    const message = large?.isDropped ? insteadOf(large.kind) : (whole?.toString() ?? '');
    parts.length = 0;
    bytes = 0;
    large = undefined;
    return message;
  }

  return function readChunk(chunk, isWanted) {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (!take(chunk.subarray(start, end))) return false;
      start = end + 1;
      const message = finish();
      if (message !== undefined) onMessage(message);
      if (!isWanted()) return true;
    }
    return start === chunk.length || take(chunk.subarray(start));
  };
}

/** Chromium writes the method of an event and the id of an answer first. */
export function isEvent(head: string): boolean {
  return head.startsWith('{"method":');
}

function kindOf(parts: readonly Buffer[]): Kind {
  const head = Buffer.concat(parts).toString('latin1', 0, HEAD_BYTES);
  if (isEvent(head)) return 'event';
  const [, id] = /^\{"id":(\d{1,15}),/.exec(head) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** An event is not told at all; whoever waits for an answer is told that it failed. */
function insteadOf(kind: Kind): string | undefined {
  if (typeof kind !== 'number') return undefined;
  return JSON.stringify({ id: kind, error: { code: -32_000, message: 'The answer is too large' } });
}
