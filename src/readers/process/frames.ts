import type { Readable, Writable } from 'node:stream';
import { jsonExcess, type JsonLimits } from '../../lib/json/json-excess.ts';

/** Lengths of the two parts of a frame, 4 bytes each, little-endian: a message as JSON, and bytes that go with it. */
export const HEAD_BYTES = 8;
/**
 * More than a million blocks of a document have, and no deeper: a process that a file has taken over could send what takes
 * a parser a quarter of a minute.
 */
const JSON_LIMITS: JsonLimits = {
  levels: 20,
  containers: 3_000_000,
  members: 10_000_000,
  entries: 15_000_000,
};

export interface FrameLimits {
  maxJsonBytes: number;
  maxPayloadBytes: number;
}

export interface FrameHandler {
  onFrame(message: unknown, payload: Buffer): void;
  /** Called when the bytes are no frame, or a frame is larger than it may be: nothing is read after that. */
  onError(error: Error): void;
}

interface FrameLengths {
  json: number;
  payload: number;
}

export function frameHead(json: number, payload: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(json, 0);
  head.writeUInt32LE(payload, 4);
  return head;
}

export function readHead(head: Buffer): FrameLengths {
  return { json: head.readUInt32LE(0), payload: head.readUInt32LE(4) };
}

export function writeFrame(stream: Writable, message: object, payload: Uint8Array = Buffer.alloc(0)): void {
  const json = Buffer.from(JSON.stringify(message));
  stream.write(frameHead(json.length, payload.length));
  stream.write(json);
  if (payload.length > 0) stream.write(payload);
}

/** Hears frames, none larger than the limits: memory is only taken for what has come. */
export function readFrames(stream: Readable, limits: FrameLimits, handler: FrameHandler): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;

  /** So many bytes from the front; the caller has seen that they are there. */
  function take(count: number): Buffer {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
    chunks = all.length > count ? [all.subarray(count)] : [];
    size -= count;
    return all.subarray(0, count);
  }

  let awaited: FrameLengths | undefined;
  function next(): boolean {
    if (awaited === undefined) {
      if (size < HEAD_BYTES) return false;
      awaited = readHead(take(HEAD_BYTES));
      if (awaited.json > limits.maxJsonBytes || awaited.payload > limits.maxPayloadBytes)
        throw new Error(`A message of ${awaited.json} and ${awaited.payload} bytes is too large`);
    }
    const { json, payload } = awaited;
    if (size < json + payload) return false;
    awaited = undefined;
    const text = take(json).toString();
    const excess = jsonExcess(text, JSON_LIMITS);
    if (excess !== undefined) throw new Error(`A message ${excess}`);
    handler.onFrame(JSON.parse(text), take(payload));
    return true;
  }

  stream.on('data', (chunk: Buffer) => {
    if (isOver) return;
    chunks.push(chunk);
    size += chunk.length;
    try {
      while (next());
    } catch (error) {
      isOver = true;
      chunks = [];
      handler.onError(error instanceof Error ? error : new Error(String(error)));
    }
  });
  // The process at the other end has gone; its exit is told elsewhere.
  stream.on('error', () => undefined);
}
