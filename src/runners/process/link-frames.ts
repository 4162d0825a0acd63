/** Kinds of frames on the link between a runner and the service. */
export const FRAME_KIND = {
  /** Orders and their ends, JSON. */
  control: 0,
  /** Messages of the DevTools protocol. */
  driver: 1,
  /** Calls of Python on the objects of the node runner, and their answers; the service passes them on. */
  relay: 2,
} as const;

export type FrameKind = (typeof FRAME_KIND)[keyof typeof FRAME_KIND];

/** Length of the text in bytes, 4 bytes little-endian, and the kind. */
const LINK_HEAD_BYTES = 5;
const KINDS: ReadonlySet<number> = new Set(Object.values(FRAME_KIND));

export function linkFrame(kind: FrameKind, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(LINK_HEAD_BYTES + length);
  frame.writeUInt32LE(length, 0);
  frame.writeUInt8(kind, 4);
  frame.write(text, LINK_HEAD_BYTES);
  return frame;
}

/**
 * Gives what reads frames from chunks as they come. It throws when a frame is larger than `maxBytes` or of no known kind:
 * whoever sent it is not to be read any further.
 */
export function createLinkReader(
  maxBytes: number,
  onFrame: (kind: FrameKind, text: string) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;

  function gather(): Buffer {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = [all];
    return all;
  }

  function lengthOfNext(): number | undefined {
    if (held < LINK_HEAD_BYTES) return undefined;
    const head = chunks[0]!.length < LINK_HEAD_BYTES ? gather() : chunks[0]!;
    const length = head.readUInt32LE(0);
    if (length > maxBytes) throw new Error(`a frame has more than ${maxBytes} bytes`);
    if (!KINDS.has(head[4]!)) throw new Error('a frame is of no known kind');
    return LINK_HEAD_BYTES + length;
  }

  return function readLink(chunk) {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      const length = lengthOfNext();
      if (length === undefined || held < length) return;
      const all = chunks[0]!.length < length ? gather() : chunks[0]!;
      const text = all.toString('utf8', LINK_HEAD_BYTES, length);
      const rest = all.subarray(length);
      chunks = rest.length > 0 ? [rest, ...chunks.slice(1)] : chunks.slice(1);
      held -= length;
      onFrame(all[4] as FrameKind, text);
    }
  };
}
