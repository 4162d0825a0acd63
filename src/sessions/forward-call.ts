import { text } from 'node:stream/consumers';
import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { ServiceError } from '../lib/service-error.ts';
import { openOperatorFetch, type OperatorFetch } from '../net/operator-fetch.ts';
import type { HostCalls } from './host-calls.ts';
import type { SessionCall, SessionOutcome } from './session-call.ts';
import { HOST_PATH } from './session-host.ts';

/** A call of five minutes, with its wait for those before it. */
const HEAD_MS = 900_000;
const CONNECT_MS = 3_000;

/** The way to sessions of other processes. Disposing it closes its connections. */
export interface ForwardCalls extends AsyncDisposable {
  /** Rejects as the host does, with SERVICE_UNAVAILABLE when it cannot be reached. */
  run(address: string, id: string, call: SessionCall, signal: AbortSignal): Promise<SessionOutcome>;
  /** False when the host cannot be reached. */
  end(address: string, id: string, signal: AbortSignal): Promise<boolean>;
}

/** The answer of a host. */
export type HostAnswer =
  | { outcome: SessionOutcome }
  | { isEnded: true }
  | { error: { code: string; message: string; details?: unknown } };

export function openForwardCalls({
  calls,
  ownPorts,
}: {
  calls: HostCalls;
  ownPorts: () => Iterable<number>;
}): ForwardCalls {
  const ways = new Map<string, OperatorFetch>();
  const wayTo = (address: string): OperatorFetch => {
    const endpoint = new URL(address);
    const limits = { connectMs: CONNECT_MS, headMs: HEAD_MS };
    const way =
      ways.get(endpoint.origin) ?? openOperatorFetch({ endpoint, ownPorts, limits, mayResend: false });
    ways.set(endpoint.origin, way);
    return way;
  };

  async function send(
    method: 'POST' | 'DELETE',
    { address, id, body }: { address: string; id: string; body: string },
    signal: AbortSignal,
  ): Promise<HostAnswer> {
    const url = new URL(`${address.replace(/\/+$/, '')}${HOST_PATH}/${id}`);
    const authorization = calls.sign({ method, path: `${HOST_PATH}/${id}`, body });
    const headers = { authorization, 'content-type': 'application/json' };
    const content = method === 'POST' ? { body: Buffer.from(body) } : {};
    const answer = await wayTo(address).send({ method, url, headers, ...content }, signal);
    const said = await text(answer.body);
    if (answer.status === 200) return JSON.parse(said) as HostAnswer;
    throw new Error(`The host of a session answered ${answer.status}: ${said.slice(0, 500)}`);
  }

  return {
    async run(address, id, call, signal) {
      const sent = send('POST', { address, id, body: JSON.stringify(call) }, signal);
      const answer = await sent.catch((cause: unknown) => {
        signal.throwIfAborted();
        throw noAnswer(address, cause);
      });
      if ('outcome' in answer) return answer.outcome;
      if (!('error' in answer)) throw new ServiceError('UNKNOWN_ERROR');
      const { code, message, details } = answer.error;
      throw new ServiceError(isErrorCode(code) ? code : 'UNKNOWN_ERROR', { message, details });
    },
    async end(address, id, signal) {
      try {
        await send('DELETE', { address, id, body: '' }, signal);
        return true;
      } catch {
        signal.throwIfAborted();
        return false;
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(ways.values(), (way) => way[Symbol.asyncDispose]()));
    },
  };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** The call may have begun there: it is no status that clients repeat a call after. */
function noAnswer(address: string, cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'The process that has this session does not answer',
    hint: `${address} (DECANT_INTERNAL_URL)`,
    cause,
  });
}
