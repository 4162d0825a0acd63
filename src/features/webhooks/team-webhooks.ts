import { StringDecoder } from 'node:string_decoder';
import type { Caller } from '../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { webhookDeliveries } from '../../contract/endpoints/webhook-deliveries.ts';
import type { webhookDelivery } from '../../contract/endpoints/webhook-delivery.ts';
import type { webhookRedeliver } from '../../contract/endpoints/webhook-redeliver.ts';
import type { WebhookEvent } from '../../contract/requests/webhook-events.ts';
import { DELIVERY_STATE } from '../../jobs/model/delivery-state.ts';
import { DELIVERIES_CHANNEL } from '../../jobs/model/enqueue-deliveries.ts';
import { reportableUrl } from '../../jobs/model/reportable-url.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';
import { bodyPieces } from './compose-body.ts';
import { createFindDeliveryTarget, type DeliveryTarget } from './delivery-targets.ts';
import { listDeliveries, type DeliveryInfo } from './list-deliveries.ts';
import { readSignedDocument, type LinkToBlob } from './read-document.ts';

/** The beginning of a body, which is shown. */
const SHOWN_BYTES = 64_000;
/** How often one delivery is sent again. */
const MAX_RESENDS = 20;

export interface TeamWebhooksParts {
  db: Queryable;
  seals: Seals;
  /** Makes the link to a stored file that a document refers to. */
  linkTo: LinkToBlob;
}

type ListedDelivery = EndpointReply<typeof webhookDeliveries>['data'][number];
type SentRequest = NonNullable<EndpointReply<typeof webhookDelivery>['request']>;

/** The calls of webhooks of a team, as it sees them. */
export function createTeamWebhooks(parts: TeamWebhooksParts) {
  const { db, seals } = parts;
  const findTarget = createFindDeliveryTarget(db, seals);

  async function targetOf({ isSealed, jobId }: DeliveryInfo): Promise<DeliveryTarget | undefined> {
    return isSealed ? undefined : await findTarget(jobId);
  }

  return {
    async list(
      { team }: Caller,
      { state, job, limit, cursor }: EndpointInput<typeof webhookDeliveries>['query'],
    ): Promise<EndpointReply<typeof webhookDeliveries>> {
      const below = cursor === undefined || cursor === '' ? undefined : decodeCursor(cursor);
      // One more than asked for tells whether there are more.
      const filter = { teamId: team.id, state, jobId: job, below, limit: limit + 1 };
      const [found, isSigned] = await Promise.all([listDeliveries(db, filter), hasSecret(db, team.id)]);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const hasMore = found.length > limit && last !== undefined;
      const data: ListedDelivery[] = [];
      for (const info of page) data.push(shownDelivery(info, await targetOf(info)));
      return {
        success: true,
        data,
        isSigned,
        cursor: hasMore ? encodeCursor(last.id) : null,
        has_more: hasMore,
      };
    },

    /** NOT_FOUND for one that is unknown, expired or of another team. */
    async find({ team }: Caller, id: string): Promise<EndpointReply<typeof webhookDelivery>> {
      const [info] = await listDeliveries(db, { teamId: team.id, id, limit: 1 });
      if (info === undefined) throw unknownDelivery();
      const target = await targetOf(info);
      return {
        success: true,
        data: shownDelivery(info, target),
        tries: info.tries.map(shownTry),
        request: target === undefined ? null : await readRequest(parts, id, target),
      };
    },

    /** NOT_FOUND as above; CONFLICT while it is under way, and when it was sent again often enough. */
    async redeliver({ team }: Caller, id: string): Promise<EndpointReply<typeof webhookRedeliver>> {
      const { rowCount } = await db.query(
        `update delivery set state = ${DELIVERY_STATE.waiting}, attempts = 0, next_at = clock_timestamp(),
           delivered_at = null, resends = resends + 1
         where id = $1 and team_id = $2 and state <> ${DELIVERY_STATE.underWay} and resends < ${MAX_RESENDS}`,
        [id, team.id],
      );
      if (rowCount === 0) throw await whyNot(db, team.id, id);
      await db.query(`select pg_notify($1, '')`, [DELIVERIES_CHANNEL]);
      return { success: true };
    },
  };
}

function shownTry(
  made: DeliveryInfo['tries'][number],
): EndpointReply<typeof webhookDelivery>['tries'][number] {
  const { at, durationMs, status = null, error = null, answer = null } = made;
  return { at: new Date(at).toISOString(), durationMs, status, error, answer };
}

function unknownDelivery(): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: 'Your team has no webhook delivery with this id: unknown or expired',
  });
}

async function whyNot(db: Queryable, teamId: string, id: string): Promise<ServiceError> {
  const [info] = await listDeliveries(db, { teamId, id, limit: 1 });
  if (info === undefined) return unknownDelivery();
  const message =
    info.resends < MAX_RESENDS
      ? 'This delivery is being made right now'
      : `This delivery was sent again ${MAX_RESENDS} times already`;
  return new ServiceError('CONFLICT', { message });
}

async function hasSecret(db: Queryable, teamId: string): Promise<boolean> {
  const { rows } = await db.query<{ isSigned: boolean }>(
    'select webhook_secret is not null as "isSigned" from team where id = $1',
    [teamId],
  );
  return rows[0]?.isSigned ?? false;
}

/** The request as it is sent, but for its signature; null when its document is not kept any more. */
async function readRequest(
  { db, linkTo }: TeamWebhooksParts,
  id: string,
  { kind, webhook, baseUrl, seal }: DeliveryTarget,
): Promise<SentRequest | null> {
  const { rows } = await db.query<{
    jobId: string;
    event: WebhookEvent;
    scrapeId: string | null;
    error: string | null;
  }>('select job_id as "jobId", event, scrape_id as "scrapeId", error from delivery where id = $1', [id]);
  const [row] = rows;
  if (row === undefined) return null;
  const { jobId, event, scrapeId } = row;
  const error = row.error === null ? undefined : seal.open(row.error);
  const isPage = event === 'page' && error === undefined;
  const document =
    isPage && scrapeId !== null
      ? await readSignedDocument({ db, linkTo }, scrapeId, { seal, baseUrl })
      : undefined;
  if (isPage && document === undefined) return null;
  const { metadata, headers } = webhook;
  const pieces = bodyPieces({ kind, event, jobId, deliveryId: id, metadata, document, error });
  return { headers: Object.keys(headers), ...beginningOf(pieces) };
}

/** Without a character that would be cut in two. */
function beginningOf(pieces: readonly Uint8Array[]): { body: string; bodyBytes: number } {
  const decoder = new StringDecoder('utf8');
  let body = '';
  let bodyBytes = 0;
  for (const piece of pieces) {
    const room = SHOWN_BYTES - bodyBytes;
    if (room > 0) body += decoder.write(Buffer.from(piece.subarray(0, room)));
    bodyBytes += piece.length;
  }
  return { body, bodyBytes };
}

function shownDelivery(info: DeliveryInfo, target: DeliveryTarget | undefined): ListedDelivery {
  const { id, jobId, event, state, attempts, resends, createdAt, nextAt, deliveredAt } = info;
  return {
    id,
    jobId,
    event: event as ListedDelivery['event'],
    url: target === undefined ? null : reportableUrl(target.webhook.url),
    state,
    attempts,
    resends,
    created_at: createdAt.toISOString(),
    next_at: nextAt?.toISOString() ?? null,
    delivered_at: deliveredAt?.toISOString() ?? null,
    lastStatus: info.lastStatus,
    lastError: info.lastError,
  };
}
