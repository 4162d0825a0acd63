import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashApiKey } from '../../../accounts/api-keys.ts';
import type { Caller } from '../../../accounts/caller.ts';
import { SIGN_IN_MS } from '../../../accounts/sign-ins.ts';
import type { App } from '../../../app.ts';
import { VERSION, type Config } from '../../../config.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { baseUrl } from '../base-url.ts';
import { SIGN_IN_COOKIE, identify, signInOf } from './identify.ts';

type SignInApp = Pick<App, 'authenticate' | 'authenticateDigest' | 'signIns'>;

/** The person in front of a page. */
interface Visitor {
  success: true;
  team: string;
  version: string;
  /** To be sent with calls that change something; absent where no keys are needed. */
  proof?: string;
  isKeyRequired: boolean;
  /** Sees the screens of the operator. */
  isOperator: boolean;
}

/** Signing in with a key or a one-time code, signing out, and who is signed in: for the dashboard alone. */
export function addSignInRoutes(
  server: FastifyInstance,
  app: SignInApp,
  { http, auth }: Pick<Config, 'http' | 'auth'>,
): void {
  const visitorOf = ({ team }: Caller, proof?: string): Visitor => ({
    success: true,
    team: team.name,
    version: VERSION,
    isKeyRequired: auth.isRequired,
    isOperator: team.isOperator,
    ...(proof !== undefined && { proof }),
  });

  const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void => {
    const secure = baseUrl(request, http).startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${SIGN_IN_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    );
  };

  server.get('/dashboard/me', async function tellVisitor(request, reply) {
    reply.header('cache-control', 'no-store');
    return visitorOf(await identify(app, request), signInOf(app, request)?.proof);
  });

  server.post('/dashboard/sign-in', async function signIn(request, reply) {
    refuseOthers(request);
    const digest = digestOf(request.body, app);
    const caller = await app.authenticateDigest(digest);
    const cookie = app.signIns.writeCookie(digest);
    setCookie(request, reply, cookie, SIGN_IN_MS / 1_000);
    return visitorOf(caller, app.signIns.readCookie(cookie)?.proof);
  });

  server.post('/dashboard/sign-out', async function signOut(request, reply) {
    refuseOthers(request);
    setCookie(request, reply, '', 0);
    return { success: true };
  });
}

/** A page of another site must not sign somebody in as somebody else, or out. */
function refuseOthers({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new ServiceError('FORBIDDEN', { message: 'Only the dashboard of this service signs in and out' });
}

/** The digest of the key that was sent, or that a code stands for. */
function digestOf(body: unknown, { signIns }: Pick<App, 'signIns'>): string {
  const { key, code } = (body ?? {}) as { key?: unknown; code?: unknown };
  if (typeof key === 'string' && key.trim() !== '') return hashApiKey(key.trim()).toString('hex');
  if (typeof code !== 'string') throw new ServiceError('BAD_REQUEST', { message: 'Send a key or a code' });
  const digest = signIns.redeemCode(code);
  if (digest !== undefined) return digest;
  throw new ServiceError('UNAUTHORIZED', {
    message: 'This link was used or is older than ten minutes: sign in with a key',
  });
}
