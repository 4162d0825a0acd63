import type { FastifyRequest } from 'fastify';
import type { Log } from '../../lib/log/log.ts';
import { shownError, shownTarget } from '../../lib/addresses/shown-target.ts';
import { ServiceError, withHint } from '../../lib/service-error.ts';

/** The notes on a request while it is worked on, for its line in the log. */
interface RequestNotes {
  /** Name of the endpoint. */
  kind: string;
  /** Whether its body was read and is no secret: only then is anything told of it but the code of an error. */
  isTold: boolean;
  target?: string | undefined;
  credits?: number;
  code?: string;
  /** The reason of an error, in words. */
  reason?: string;
}

/** The facts of an answer. */
interface AnswerFacts {
  route: string;
  method: string;
  status: number;
  durationMs: number;
}

export interface RequestLog {
  /** The input of an endpoint is known. Returns what the parts that work on it may add to. */
  begun(request: FastifyRequest, kind: string, input: { body?: unknown }): Record<string, unknown>;
  failed(request: FastifyRequest, error: unknown): void;
  answered(request: FastifyRequest, facts: AnswerFacts): void;
}

/**
 * One line a request. Requests that clients repeat (statuses, health) are told at `debug` as long as they are answered
 * well.
 */
export function createRequestLog(log: Log): RequestLog {
  const noted = new WeakMap<FastifyRequest, RequestNotes>();
  const notesOf = (request: FastifyRequest): RequestNotes => {
    const notes = noted.get(request) ?? { kind: 'none', isTold: false };
    noted.set(request, notes);
    return notes;
  };

  return {
    begun(request, kind, { body }) {
      const isTold = !isSecret(body);
      const notes = { kind, isTold, target: isTold ? targetOf(body) : undefined };
      noted.set(request, notes);
      return notes;
    },
    failed(request, error) {
      const notes = notesOf(request);
      notes.code = error instanceof ServiceError ? error.code : 'UNKNOWN_ERROR';
      if (notes.isTold && error instanceof ServiceError) notes.reason = shownError(withHint(error));
    },
    answered(request, facts) {
      const { isTold: _isTold, ...notes } = notesOf(request);
      const fields = { requestId: request.id, ...facts, ...notes };
      if (facts.method === 'GET' && notes.target === undefined && facts.status < 400)
        log.debug('request answered', fields);
      else log.info('request answered', fields);
    },
  };
}

type Body = Partial<
  Record<
    'url' | 'urls' | 'zeroDataRetention' | 'lockdown' | 'scrapeOptions' | 'options' | 'enterprise',
    unknown
  >
>;

/** Zero data retention and lockdown: nothing of the target is written anywhere. */
function isSecret(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { zeroDataRetention, lockdown, scrapeOptions, options, enterprise } = body as Body;
  if (Array.isArray(enterprise) && enterprise.length > 0) return true;
  return zeroDataRetention === true || lockdown === true || isSecret(scrapeOptions) || isSecret(options);
}

function targetOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { url, urls } = body as Body;
  const first: unknown = Array.isArray(urls) ? urls[0] : url;
  if (typeof first !== 'string') return undefined;
  const others = Array.isArray(urls) ? urls.length - 1 : 0;
  return `${shownTarget(first)}${others > 0 ? ` and ${others} more` : ''}`;
}
