import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ErrorCode } from '../../contract/errors.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { yieldToMainThread } from '../../lib/yield-to-main-thread.ts';
import { convertPage, type ConvertedPage, type ConvertRequest } from './convert-page.ts';
import { buffersOf, packOutput, type SentOutput } from './pack-output.ts';

yieldToMainThread();

/** The task that a thread gets. */
export interface ConvertTask {
  request: ConvertRequest;
  /** The body was handed over and is to be given back. */
  isLent: boolean;
  /** Fields with so many characters become JSON here. */
  packedFrom: number;
}

/** The reply of a thread. An error travels as plain data: class instances would lose their kind on the way. */
export type ConvertReply = ConvertOutcome & { body: Uint8Array | undefined };

type ConvertOutcome = { ok: SentPage } | { error: { code: ErrorCode; message: string; details: unknown } };

/** A page on its way from a thread. */
export interface SentPage extends Omit<ConvertedPage, 'content'>, SentOutput {}

/** Entry of a conversion thread. Resolves to a `ConvertReply`, whose buffers are handed over. */
export function convertInThread({ request, isLent, packedFrom }: ConvertTask): unknown {
  const outcome = convert(request, packedFrom);
  const reply: ConvertReply = { ...outcome, body: isLent ? request.body : undefined };
  const buffers: ArrayBufferLike[] = 'ok' in outcome ? buffersOf(outcome.ok) : [];
  if ('ok' in outcome && outcome.ok.compared) buffers.push(outcome.ok.compared.bytes.buffer);
  if (isLent) buffers.push(request.body.buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: reply });
}

function convert(request: ConvertRequest, packedFrom: number): ConvertOutcome {
  try {
    const { content, ...rest } = convertPage(request);
    return { ok: { ...rest, ...packOutput(content, packedFrom) } };
  } catch (error) {
    if (error instanceof ServiceError)
      return { error: { code: error.code, message: error.message, details: error.details } };
    throw error;
  }
}
