import type { ErrorReply } from '../../contract/error-reply.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: ErrorReply;
}

/**
 * Turns anything thrown into an answer. Anything but a ServiceError is a bug: logged with its cause, shown to nobody.
 */
export function answerError(thrown: unknown, log: Log): ErrorAnswer {
  const error = asServiceError(thrown);
  if (error.code === 'UNKNOWN_ERROR') log.error('unexpected error', { error: thrown });
  else if (error.cause !== undefined) log.debug('request failed', { code: error.code, error });
  return {
    status: ERRORS[error.code].status,
    headers: retryAfter(error),
    body: {
      ...error.members,
      success: false,
      code: error.code,
      error: error.message,
      ...(error.details !== undefined && { details: error.details }),
    },
  };
}

function retryAfter({ code, retryAfterSeconds }: ServiceError): Record<string, string> {
  const seconds = retryAfterSeconds ?? (code === 'CONCURRENCY_LIMITED' ? 1 : undefined);
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

/** The framework's own errors, by their code. */
function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const { code, statusCode, message } = errorFacts(thrown);
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceError('BAD_REQUEST', {
        message: 'The body must be JSON: send the header "Content-Type: application/json"',
      });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceError('BODY_TOO_LARGE');
    case 'FST_ERR_BAD_URL':
      return new ServiceError('BAD_REQUEST', {
        message: 'The path is not valid: a percent sign starts no byte',
      });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ServiceError('INVALID_ID');
    case 'ECONNRESET':
    case 'ECONNABORTED':
      return new ServiceError('CLIENT_CLOSED_REQUEST');
    default:
      return code.startsWith('FST_') && statusCode >= 400 && statusCode < 500
        ? new ServiceError('BAD_REQUEST', { message })
        : new ServiceError('UNKNOWN_ERROR', { cause: thrown });
  }
}

function errorFacts(thrown: unknown): { code: string; statusCode: number; message: string } {
  const { code, statusCode, message } = (thrown instanceof Error ? thrown : {}) as Record<string, unknown>;
  return {
    code: typeof code === 'string' ? code : '',
    statusCode: typeof statusCode === 'number' ? statusCode : 500,
    message: typeof message === 'string' ? message : '',
  };
}
