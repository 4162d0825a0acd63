import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../accounts/caller.ts';
import { isProof, type SignIn } from '../../../accounts/sign-ins.ts';
import type { App } from '../../../app.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { bearerToken } from '../bearer-token.ts';

export const SIGN_IN_COOKIE = 'decant';
/** Pages of ours send it with every request that changes something. */
const PROOF_HEADER = 'x-decant-proof';

type IdentifyApp = Pick<App, 'authenticate' | 'authenticateDigest' | 'signIns'>;
type Headers = Pick<FastifyRequest, 'headers'>;

/**
 * The caller of a request: by its key, else by the cookie of who signed in. With a cookie alone nothing is changed: a page of
 * another site can make a browser send one, but not the proof that belongs to it.
 */
export async function identify(app: IdentifyApp, request: Headers & { method: string }): Promise<Caller> {
  const token = bearerToken(request);
  const signIn = token === undefined ? signInOf(app, request) : undefined;
  if (signIn === undefined) return await app.authenticate(token);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const proof = request.headers[PROOF_HEADER];
  if (!isReading && !isProof(typeof proof === 'string' ? proof : undefined, signIn))
    throw new ServiceError('FORBIDDEN', {
      message: `A request with a cookie needs the header "${PROOF_HEADER}"; programs send a key instead`,
    });
  return await app.authenticateDigest(signIn.digest);
}

/** The sign-in that the cookie of a request tells of. */
export function signInOf({ signIns }: Pick<App, 'signIns'>, { headers }: Headers): SignIn | undefined {
  const cookie = (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${SIGN_IN_COOKIE}=`));
  return cookie === undefined ? undefined : signIns.readCookie(cookie.slice(SIGN_IN_COOKIE.length + 1));
}
