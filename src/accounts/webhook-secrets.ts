import { randomBytes } from 'node:crypto';
import { ServiceError } from '../lib/service-error.ts';
import { statement, type Queryable } from '../store/database.ts';
import { decrypt, deriveKey, encrypt } from '../store/sealed-box.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 512;

/** The secret of each team that signs what its webhooks are sent; encrypted in the database. */
export interface WebhookSecrets {
  /** Undefined: the team has none, and its deliveries are not signed. */
  read(teamId: string): Promise<string | undefined>;
  /** BAD_REQUEST for a text that is too short, too long or not printable ASCII; NOT_FOUND without such a team. */
  set(teamId: string, value: string): Promise<void>;
  /** Sets and returns a new one: 256 random bits in hexadecimal. */
  generate(teamId: string): Promise<string>;
  clear(teamId: string): Promise<void>;
}

const READ = statement('webhook_secret_read', 'select webhook_secret as sealed from team where id = $1');

/** `secret` is the installation's. */
export function createWebhookSecrets(db: Queryable, secret: string): WebhookSecrets {
  const key = deriveKey(secret, 'webhook secrets');

  async function write(teamId: string, sealed: Buffer | null): Promise<void> {
    const { rowCount } = await db.query('update team set webhook_secret = $2 where id = $1', [
      teamId,
      sealed,
    ]);
    if (rowCount === 0) throw new ServiceError('NOT_FOUND', { message: 'There is no such team' });
  }

  async function set(teamId: string, value: string): Promise<void> {
    if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(value)) {
      throw new ServiceError('BAD_REQUEST', {
        message: `A webhook secret has ${MIN_LENGTH} to ${MAX_LENGTH} characters, printable ASCII without spaces`,
      });
    }
    await write(teamId, encrypt(key, Buffer.from(value)));
  }

  return {
    async read(teamId) {
      const { rows } = await db.query<{ sealed: Buffer | null }>(READ, [teamId]);
      const sealed = rows[0]?.sealed ?? null;
      return sealed === null ? undefined : decrypt(key, sealed).toString();
    },
    set,
    async generate(teamId) {
      const value = randomBytes(32).toString('hex');
      await set(teamId, value);
      return value;
    },
    clear: (teamId) => write(teamId, null),
  };
}
