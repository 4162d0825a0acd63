import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ErrorCode } from '../../contract/errors.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { compressSync } from '../../lib/bytes/compress.ts';
import { yieldToMainThread } from '../../lib/yield-to-main-thread.ts';
import { convertPage, type ConvertedPage, type ConvertRequest } from './convert-page.ts';
import { isMoreWork } from './conversion-work.ts';
import { buffersOf, packOutput, type SentOutput } from './pack-output.ts';

yieldToMainThread();

/** The task that a thread gets. */
export interface ConvertTask {
  request: ConvertRequest;
  /** The body was handed over and is to be given back. */
  isLent: boolean;
  /** Fields with so many characters become JSON here. */
  packedFrom: number;
  /** A page that is more work is refused; undefined: none is. */
  maxWork: number | undefined;
}

/** The reply of a thread. An error travels as plain data: class instances would lose their kind on the way. */
export type ConvertReply = ConvertOutcome & { body: Uint8Array | undefined };

type ConvertOutcome =
  | { ok: SentPage }
  | { error: { code: ErrorCode; message: string; details: unknown } }
  | { isRefused: true };

/** A page on its way from a thread. */
export interface SentPage extends Omit<ConvertedPage, 'content'>, SentOutput {
  /** The body in Zstandard, for the cache. */
  kept: Uint8Array<ArrayBuffer> | undefined;
}

/** Entry of a conversion thread. Resolves to a `ConvertReply`, whose buffers are handed over. */
export function convertInThread({ request, isLent, packedFrom, maxWork }: ConvertTask): unknown {
  const isRefused = maxWork !== undefined && isMoreWork(request, maxWork);
  const outcome: ConvertOutcome = isRefused ? { isRefused } : convert(request, packedFrom);
  const reply: ConvertReply = { ...outcome, body: isLent ? request.body : undefined };
  const buffers = 'ok' in outcome ? handedOver(outcome.ok) : [];
  if (isLent) buffers.push(request.body.buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: reply });
}

function handedOver(page: SentPage): ArrayBufferLike[] {
  const { compared, indexed, kept } = page;
  const buffers: ArrayBufferLike[] = buffersOf(page);
  for (const bytes of [compared?.bytes, indexed?.text, kept]) if (bytes) buffers.push(bytes.buffer);
  return buffers;
}

function convert(request: ConvertRequest, packedFrom: number): ConvertOutcome {
  try {
    const { content, ...rest } = convertPage(request);
    // In a buffer of its own, which can be handed over.
    const kept = request.isKept ? new Uint8Array(compressSync(request.body)) : undefined;
    return { ok: { ...rest, ...packOutput(content, packedFrom), kept } };
  } catch (error) {
    if (error instanceof ServiceError)
      return { error: { code: error.code, message: error.message, details: error.details } };
    throw error;
  }
}
