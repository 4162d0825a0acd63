import { convertPage, type ConvertedPage, type ConvertRequest } from './convert-page.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';

/** What comes back from a thread: class instances would lose their kind on the way. */
export type ConvertReply =
  | { ok: ConvertedPage }
  | { error: { code: ErrorCode; message: string; details: unknown } };

/** Entry of a conversion thread. */
export function convertInThread(request: ConvertRequest): ConvertReply {
  try {
    return { ok: convertPage(request) };
  } catch (error) {
    if (error instanceof ServiceError)
      return { error: { code: error.code, message: error.message, details: error.details } };
    throw error;
  }
}
