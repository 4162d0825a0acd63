import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { joinBytes } from '../../lib/bytes/join-bytes.ts';
import { contentCodings, type EncodedBody } from './content-codings.ts';
import { decompress, type DecompressLimits } from './decompress.ts';
import type { RawResponse } from '../connection/exchange.ts';

/** A response, decoded. */
export interface PageContent {
  status: number;
  /** Lower-case names; repeated headers are joined with a comma, set-cookie is left out. */
  headers: Record<string, string>;
  contentType: string | undefined;
  /** After content decoding. Owns its buffer, so that it can be transferred to a thread. */
  body: Uint8Array<ArrayBuffer>;
  /** The body as it was sent, for keeping; undefined when it was sent as it is. */
  encoded: EncodedBody | undefined;
}

/** Decodes what came over the wire. Throws as `decompress` does. */
export async function readPageBody(
  { status, headers: raw, chunks }: RawResponse,
  limits: DecompressLimits,
): Promise<PageContent> {
  const headers = joinHeaders(raw);
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : await joinBytes(chunks);
  const codings = contentCodings(headers['content-encoding']);
  const body = ownBytes(await decompress(bytes, codings, limits));
  const encoded = bytes.length < body.length ? { bytes, codings } : undefined;
  return { status, headers, contentType: headers['content-type'], body, encoded };
}

function joinHeaders(raw: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined || name === 'set-cookie' || name === '__proto__') continue;
    joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

/** Views of Node's pools and of larger buffers are copied. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) return new Uint8Array(buffer);
  return new Uint8Array(bytes);
}
