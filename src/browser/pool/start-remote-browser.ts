import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { CdpConnection } from '../cdp/cdp-connection.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import { RELAY_PROTOCOL, type RelayDescription } from '../cdp/relay-protocol.ts';
import type { Browser } from '../start/open-browser.ts';
import { openContext } from '../start/open-context.ts';
import type { StartBrowser } from './browser-supply.ts';
import type { ForeignEgress } from './foreign-egress.ts';
import { createRelayedEgress } from './relayed-egress.ts';
import type { RemoteEndpoint } from './remote-endpoint.ts';

export interface RemoteBrowserOptions {
  endpoint: RemoteEndpoint;
  /** For an endpoint that is not `decant serve --role browser`. */
  foreign: ForeignEgress;
  log: Log;
}

export interface RemoteBrowserStart {
  start: StartBrowser;
  /** One sentence with the variable to set when waiting does not help; asks at most once in a while. */
  problem(): Promise<string | undefined>;
  /** Tells which browser answers, and the terms that hold for it. Never rejects. */
  stand(signal: AbortSignal): Promise<RemoteStanding>;
  /** Tells the log who answers and what holds for it, unless the signal aborts. Never rejects. */
  announce(signal: AbortSignal): Promise<void>;
}

interface RemoteStanding {
  /** `error`: pages that need a browser fail; `warn`: what it may reach is up to the operator. */
  level: 'info' | 'warn' | 'error';
  text: string;
  facts: Readonly<Record<string, unknown>>;
}

interface Peer {
  connection: CdpConnection;
  /** Undefined for an endpoint that is not ours. */
  description: RelayDescription | undefined;
}

const CONNECT_TIMEOUT_MS = 15_000;
/** A browser elsewhere may have to be unpacked first. */
const START_TIMEOUT_MS = 60_000;
/** So long after there was a problem nobody looks again. */
const PROBLEM_KEPT_MS = 10_000;

/** Browsers at DECANT_BROWSER_URL. */
export function createRemoteBrowserStart(options: RemoteBrowserOptions): RemoteBrowserStart {
  const { endpoint, foreign, log } = options;
  const { host } = endpoint;
  const never = new AbortController().signal;
  let asked: Promise<string | undefined> | undefined;

  async function look(signal: AbortSignal = never): Promise<Peer> {
    const inTime = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    const peer = await meet(endpoint, AbortSignal.any([signal, inTime]));
    peer.connection.close();
    return peer;
  }

  async function problem(): Promise<string | undefined> {
    if (asked) return asked;
    const asking = look().then(
      ({ description }) => (description ? undefined : foreign.problem),
      (error: unknown) => (isLasting(error) ? failureOf(error).message : undefined),
    );
    asked = asking;
    void asking.then((found) => {
      const forget = (): void => {
        if (asked === asking) asked = undefined;
      };
      if (found !== undefined) setTimeout(forget, PROBLEM_KEPT_MS).unref();
    });
    return asking;
  }

  async function stand(signal: AbortSignal): Promise<RemoteStanding> {
    try {
      return standingOf(await look(signal), foreign);
    } catch (error) {
      const text = `${failureOf(error).message}; it is asked again when it is needed`;
      return { level: 'error', text, facts: { error } };
    }
  }

  return {
    async start({ hasWebGl, signal }) {
      try {
        const peer = await meet(endpoint, AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]));
        return await open(peer, { hasWebGl, signal, foreign });
      } catch (error) {
        asked = undefined;
        signal.throwIfAborted();
        const failure = failureOf(error);
        log.warn('no browser could be had elsewhere', { host, error });
        throw failure;
      }
    },
    problem,
    stand,
    async announce(signal) {
      const { level, text, facts } = await stand(signal);
      if (!signal.aborted) log[level](text, { host, ...facts });
    },
  };
}

function standingOf({ description: facts }: Peer, { problem, terms }: ForeignEgress): RemoteStanding {
  if (facts) {
    const text = 'The browsers of DECANT_BROWSER_URL are ours and have a guard of their own';
    return { level: 'info', text, facts: { ...facts } };
  }
  if (problem !== undefined) return { level: 'error', text: problem, facts: {} };
  return { level: 'warn', text: `The browser of DECANT_BROWSER_URL ${terms}`, facts: {} };
}

/** Connects and finds out who is there; rejects with a `CdpError` or a `ServiceError`. */
async function meet(endpoint: RemoteEndpoint, signal: AbortSignal): Promise<Peer> {
  const connection = new CdpConnection(await endpoint.connect(signal));
  try {
    const description = await connection.send('Decant.describe', undefined, undefined, { signal });
    if (description.protocol !== RELAY_PROTOCOL) {
      throw new ServiceError('SERVICE_UNAVAILABLE', {
        message: `The browsers of DECANT_BROWSER_URL are of Decant ${description.version}, which this version does not understand`,
      });
    }
    return { connection, description };
  } catch (error) {
    // Only an endpoint that knows no such method says so.
    if (error instanceof CdpError && error.failure === 'refused')
      return { connection, description: undefined };
    connection.close();
    throw error;
  }
}

interface OpenOptions {
  hasWebGl: boolean;
  signal: AbortSignal;
  foreign: ForeignEgress;
}

async function open({ connection, description }: Peer, options: OpenOptions): Promise<Browser> {
  const { hasWebGl, signal, foreign } = options;
  const call = { signal, timeoutMs: START_TIMEOUT_MS };
  try {
    if (description) {
      const facts = await connection.browser.send('Decant.openBrowser', { hasWebGl }, call);
      const openEgress = createRelayedEgress(connection);
      return createBrowser(connection, { ...facts, hasOurFlags: true, openEgress });
    }
    if (foreign.problem !== undefined) {
      throw new ServiceError('SERVICE_UNAVAILABLE', { message: foreign.problem });
    }
    const { product, userAgent } = await connection.browser.send('Browser.getVersion', undefined, call);
    const { openEgress } = foreign;
    // Nobody tells whether it has a sandbox.
    return createBrowser(connection, {
      version: product,
      userAgent,
      isSandboxed: false,
      hasOurFlags: false,
      openEgress,
    });
  } catch (error) {
    connection.close();
    throw error;
  }
}

function createBrowser(
  connection: CdpConnection,
  facts: Pick<Browser, 'version' | 'userAgent' | 'isSandboxed' | 'hasOurFlags'> &
    Required<Pick<Browser, 'openEgress'>>,
): Browser {
  const exited = connection.closed.then(({ message }) => message);
  // Ours ends the browser then; with any other it may be somebody else's too, and only what we made in it goes.
  const close = async (): Promise<void> => {
    connection.close();
    await exited;
  };
  return {
    ...facts,
    processId: 0,
    connection,
    warning: undefined,
    exited,
    newContext: (context) => openContext(connection, context),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const REASONS: ReadonlyMap<number | undefined, string> = new Map([
  [401, 'does not accept our token: set DECANT_BROWSER_TOKEN to the one that it was started with'],
  [403, 'does not accept our token: set DECANT_BROWSER_TOKEN to the one that it was started with'],
  [404, 'is not at this path: set DECANT_BROWSER_URL to the address that it printed when it started'],
  [503, 'has no room for another connection now'],
]);

/** Somebody has to set something: an endpoint that is only away comes back by itself. */
function isLasting(error: unknown): boolean {
  if (error instanceof ServiceError) return true;
  return error instanceof CdpError && [401, 403, 404].includes(error.code ?? 0);
}

/** One sentence for callers, which names no address; the rest is for the log. */
function failureOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, failure, message } = error instanceof CdpError ? error : {};
  const why =
    failure === 'refused'
      ? `could not be started (${message?.replace(/^[\w.]+: /, '')})`
      : (REASONS.get(code) ?? 'does not answer');
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: `The browser of DECANT_BROWSER_URL ${why}`,
    cause: error,
  });
}
