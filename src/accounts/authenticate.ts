import { ServiceError } from '../lib/service-error.ts';
import type { Database } from '../store/database.ts';
import { ACCOUNTS_CHANNEL, hashApiKey } from './api-keys.ts';
import { CONFIGURED_API_KEY, NO_API_KEY, type Caller } from './caller.ts';
import { createFindCallers } from './find-callers.ts';
import type { KeyUses } from './key-uses.ts';
import { DEFAULT_TEAM, findTeam } from './teams.ts';

/** A caller is remembered this long, ms. A revocation is heard at once; the limit bounds a lost notification. */
const REMEMBERED_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/** A key is remembered as unknown this long, ms: some clients try the same key again and again. */
const UNKNOWN_MS = 1_000;
const MAX_UNKNOWN = 1_000;

export interface Authenticator extends AsyncDisposable {
  /** The caller a bearer token belongs to; UNAUTHORIZED when it is missing or unknown. */
  authenticate(token: string | undefined): Promise<Caller>;
  /** The caller a key belongs to, by the key's digest in hexadecimal; UNAUTHORIZED when it is unknown or revoked. */
  authenticateDigest(digest: string): Promise<Caller>;
}

export interface AuthenticatorOptions {
  db: Database;
  /** False: everybody is the default team. */
  isRequired: boolean;
  /** A further key for the default team, from the configuration; never stored. */
  configuredKey: string | undefined;
  /** Told of each use of a key. */
  uses?: Pick<KeyUses, 'note'>;
}

/** Turns bearer tokens into callers, and remembers them for a few seconds. */
export async function openAuthenticator(options: AuthenticatorOptions): Promise<Authenticator> {
  const { db, isRequired, configuredKey, uses } = options;
  const remembered = new Map<string, { caller: Caller; until: number }>();
  const unknown = new Map<string, number>();
  const findByKey = createFindCallers(db);
  const configuredHash = configuredKey === undefined ? undefined : hashApiKey(configuredKey).toString('hex');
  const subscription = await db.listen(ACCOUNTS_CHANNEL, () => {
    remembered.clear();
    unknown.clear();
  });

  async function findCaller(hash: string): Promise<Caller | undefined> {
    if ((hash === '' && !isRequired) || hash === configuredHash) {
      const team = await findTeam(db, DEFAULT_TEAM);
      return team && { team, apiKeyId: hash === '' ? NO_API_KEY : CONFIGURED_API_KEY };
    }
    if ((unknown.get(hash) ?? 0) > performance.now()) return undefined;
    const caller = await findByKey(hash);
    if (caller) return caller;
    if (unknown.size >= MAX_UNKNOWN) unknown.clear();
    unknown.set(hash, performance.now() + UNKNOWN_MS);
    return undefined;
  }

  async function callerOf(hash: string): Promise<Caller> {
    const caller = await knownCaller(hash);
    uses?.note(caller.apiKeyId);
    return caller;
  }

  async function knownCaller(hash: string): Promise<Caller> {
    const known = remembered.get(hash);
    if (known && known.until > performance.now()) return known.caller;
    const caller = await findCaller(hash);
    if (!caller) throw new ServiceError('UNAUTHORIZED', { message: 'This API key is unknown or revoked' });
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(hash, { caller, until: performance.now() + REMEMBERED_MS });
    return caller;
  }

  return {
    authenticateDigest: (digest) => callerOf(isRequired ? digest : ''),
    async authenticate(token) {
      if (token === undefined && isRequired) {
        throw new ServiceError('UNAUTHORIZED', {
          message:
            'No API key: send the header "Authorization: Bearer <API_KEY>"; "npx decant keys" on the server shows one',
        });
      }
      // Any token is accepted while authentication is off, since clients insist on sending one.
      return await callerOf(isRequired && token !== undefined ? hashApiKey(token).toString('hex') : '');
    },
    [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose](),
  };
}
