import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../accounts/caller.ts';
import type { SignIn } from '../../../accounts/sign-ins.ts';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { baseUrl } from '../base-url.ts';
import { bearerToken } from '../bearer-token.ts';
import { offeredKeys, type OfferedKey } from './watch-keys.ts';

export type WatchIdentityApp = Pick<App, 'authenticate' | 'authenticateDigest' | 'signIns'>;

export interface WatchIdentitySettings {
  http: Pick<Config['http'], 'publicUrl' | 'isProxyTrusted'>;
  /** Reads the sign-in that the cookie of a request tells of. */
  signInOf: (app: Pick<App, 'signIns'>, request: Pick<IncomingMessage, 'headers'>) => SignIn | undefined;
}

/** The one who has opened a socket. */
export interface Watcher {
  caller: Caller;
  /** The sub-protocol that carries the key. */
  protocol?: string | undefined;
  /** Looks again whether the watcher may watch; rejects with UNAUTHORIZED when the key was revoked or the cookie has ended. */
  check(): Promise<unknown>;
}

/** The watcher behind a handshake; a `failure` is told after it, as the close code of the WebSocket. */
export type Identity = Watcher | { failure: unknown };

/**
 * Gives the watcher of a handshake: by its key, else by the cookie of who signed in. Browsers send that cookie with
 * sockets that any page opens, so it counts only for pages of this service, which the origin tells: FORBIDDEN for others.
 */
export async function identifyWatcher(
  app: WatchIdentityApp,
  request: IncomingMessage,
  { http, signInOf }: WatchIdentitySettings,
): Promise<Identity> {
  const { headers } = request;
  const hasKey = bearerToken({ headers }) !== undefined || headers['sec-websocket-protocol'] !== undefined;
  const signIn = hasKey ? undefined : signInOf(app, request);
  if (signIn === undefined) return await byKey(app, offeredKeys(headers));
  if (!isOwnOrigin(request, http))
    throw new ServiceError('FORBIDDEN', {
      message: 'Only pages of this service open a WebSocket with its cookie; others send a key',
    });
  const check = async (): Promise<Caller> => {
    // The cookie may have ended since.
    const { digest } = signInOf(app, request) ?? { digest: undefined };
    if (digest === undefined) throw unauthorized('You have signed in too long ago: sign in again');
    return await app.authenticateDigest(digest);
  };
  try {
    return { caller: await check(), check };
  } catch (failure) {
    return { failure };
  }
}

/** Whether a page of this service has sent the request. Browsers tell the origin with every socket that a page opens. */
function isOwnOrigin(request: IncomingMessage, http: WatchIdentitySettings['http']): boolean {
  const { origin, host = '' } = request.headers;
  const { protocol = '', host: from } = URL.parse(origin ?? '') ?? { host: '' };
  const own = [`${protocol}//${host}`, baseUrl(request, http)].map((url) => URL.parse(url));
  return /^https?:$/.test(protocol) && own.some((url) => url?.host === from);
}

async function byKey(app: WatchIdentityApp, offered: readonly OfferedKey[]): Promise<Identity> {
  try {
    for (const { key, protocol } of offered) {
      const caller = await callerOf(app, key);
      if (caller !== undefined) return { caller, protocol, check: () => app.authenticate(key) };
    }
    return { caller: await app.authenticate(undefined), check: async () => undefined };
  } catch (failure) {
    const isUnknown = offered.length > 0 && isUnauthorized(failure);
    return { failure: isUnknown ? unauthorized('This API key is unknown or revoked') : failure };
  }
}

async function callerOf(app: WatchIdentityApp, key: string): Promise<Caller | undefined> {
  try {
    return await app.authenticate(key);
  } catch (error) {
    if (isUnauthorized(error)) return undefined;
    throw error;
  }
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'UNAUTHORIZED';
}

function unauthorized(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', { message });
}
