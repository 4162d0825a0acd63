import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';
import type { Seals } from '../model/seal.ts';

/** A request that must be carried out once, however often it is sent. */
export interface IdempotentRequest {
  teamId: string;
  /** Fingerprint of what the caller sent as its key. */
  key: string;
  /** Fingerprint of the request. */
  requestHash: Buffer;
}

/** Which client sends a request does not make it another one. */
export function idempotentRequest(
  seals: Pick<Seals, 'fingerprint'>,
  { teamId, key, endpoint }: { teamId: string; key: string; endpoint: string },
  { origin: _origin, integration: _integration, ...body }: { origin?: unknown; integration?: unknown },
): IdempotentRequest {
  const digest = seals.fingerprint(`idempotency key ${teamId} ${key}`).toString('base64url');
  return { teamId, key: digest, requestHash: seals.fingerprint(`${endpoint} ${JSON.stringify(body)}`) };
}

/** The answer given before; undefined when the key is new. CONFLICT when it came with another request. */
async function findAnswer<Reply>(db: Queryable, request: IdempotentRequest): Promise<Reply | undefined> {
  const { rows } = await db.query<{ request_hash: Buffer; reply: string }>(
    `select request_hash, reply from idempotency_key
     where team_id = $1 and key = $2 and created_at > clock_timestamp() - interval '24 hours'`,
    [request.teamId, request.key],
  );
  const known = rows[0];
  if (known === undefined) return undefined;
  if (!known.request_hash.equals(request.requestHash)) {
    throw new ServiceError('CONFLICT', {
      message: 'This x-idempotency-key was used with another request: use a new key for each request',
    });
  }
  return JSON.parse(known.reply) as Reply;
}

/** The same key arrived twice at the same moment, and the other one was first. */
class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
}

/** Keeps the answer, in the transaction that does what was asked; throws `AnsweredMeanwhile`. */
export async function keepAnswer(tx: Queryable, request: IdempotentRequest, reply: unknown): Promise<void> {
  await tx.query(
    `delete from idempotency_key where team_id = $1 and key = $2 and created_at <= clock_timestamp() - interval '24 hours'`,
    [request.teamId, request.key],
  );
  const { rowCount } = await tx.query(
    `insert into idempotency_key (team_id, key, request_hash, reply) values ($1, $2, $3, $4) on conflict do nothing`,
    [request.teamId, request.key, request.requestHash, JSON.stringify(reply)],
  );
  if (rowCount === 0) throw new AnsweredMeanwhile();
}

/** Answers a request with an idempotency key: as before, or by doing it. */
export async function answerOnce<Reply>(
  db: Queryable,
  request: IdempotentRequest | undefined,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (request === undefined) return work();
  const known = await findAnswer<Reply>(db, request);
  if (known !== undefined) return known;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error;
    const answer = await findAnswer<Reply>(db, request);
    if (answer === undefined) throw error;
    return answer;
  }
}
