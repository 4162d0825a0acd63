import { ServiceError } from '../lib/service-error.ts';
import { statement, type Database } from '../store/database.ts';
import { ACCOUNTS_CHANNEL, hashApiKey } from './api-keys.ts';
import { NO_API_KEY, type Caller } from './caller.ts';
import { DEFAULT_TEAM, findTeam, TEAM_COLUMNS, teamFromRow, type TeamRow } from './teams.ts';

/** How long a caller is remembered, ms. A revocation is heard at once; this bounds a lost notification. */
const REMEMBERED_MS = 5_000;
const MAX_REMEMBERED = 10_000;

const FIND_CALLER = statement(
  'caller_by_key',
  `select k.id as api_key_id, ${TEAM_COLUMNS}
   from api_key k join team t on t.id = k.team_id where k.key_hash = $1 and k.revoked_at is null`,
);

export interface Authenticator extends AsyncDisposable {
  /** The caller a bearer token belongs to; UNAUTHORIZED when it is missing or unknown. */
  authenticate(token: string | undefined): Promise<Caller>;
}

export interface AuthenticatorOptions {
  db: Database;
  /** False: everybody is the default team. */
  isRequired: boolean;
  /** A further key for the default team, from the configuration; never stored. */
  configuredKey: string | undefined;
}

/** Turns bearer tokens into callers, and remembers them for a few seconds. */
export async function openAuthenticator(options: AuthenticatorOptions): Promise<Authenticator> {
  const { db, isRequired, configuredKey } = options;
  const remembered = new Map<string, { caller: Caller; until: number }>();
  const configuredHash = configuredKey === undefined ? undefined : hashApiKey(configuredKey).toString('hex');
  const subscription = await db.listen(ACCOUNTS_CHANNEL, () => remembered.clear());

  async function findCaller(hash: string): Promise<Caller | undefined> {
    if (hash === '' || hash === configuredHash) {
      const team = await findTeam(db, DEFAULT_TEAM);
      return team && { team, apiKeyId: NO_API_KEY };
    }
    const { rows } = await db.query<TeamRow & { api_key_id: string }>(FIND_CALLER, [
      Buffer.from(hash, 'hex'),
    ]);
    return rows[0] && { team: teamFromRow(rows[0]), apiKeyId: rows[0].api_key_id };
  }

  return {
    async authenticate(token) {
      if (token === undefined && isRequired) {
        throw new ServiceError('UNAUTHORIZED', {
          message: 'No API key: send the header "Authorization: Bearer <API_KEY>"',
        });
      }
      // With authentication off any token is accepted, as the clients insist on sending one.
      const hash = isRequired && token !== undefined ? hashApiKey(token).toString('hex') : '';
      const known = remembered.get(hash);
      if (known && known.until > performance.now()) return known.caller;
      const caller = await findCaller(hash);
      if (!caller) throw new ServiceError('UNAUTHORIZED', { message: 'This API key is unknown or revoked' });
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(hash, { caller, until: performance.now() + REMEMBERED_MS });
      return caller;
    },
    [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose](),
  };
}
