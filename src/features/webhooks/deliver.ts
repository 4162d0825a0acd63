import type { WebhookSecrets } from '../../accounts/webhook-secrets.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Post } from '../../net/post.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Places } from '../../lib/turns/places.ts';
import { TeamLane } from '../../lib/turns/team-lane.ts';
import type { Queryable } from '../../store/database.ts';
import { composeBody } from './compose-body.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import type { ClaimedDelivery, FailedAttempt } from './delivery-queue.ts';
import type { DeliveryTarget } from './delivery-targets.ts';
import { readSignedDocument, type LinkToBlob } from './read-document.ts';

/** The outcome of one attempt. */
export type AttemptOutcome =
  | { kind: 'delivered'; status: number; answer?: string | undefined }
  | ({ kind: 'failed'; hasTimedOut: boolean } & FailedAttempt)
  /** There is nothing to send. */
  | { kind: 'void'; reason: string }
  /** No attempt was made: too much is under way. */
  | { kind: 'postponed' };

export interface DeliverParts {
  db: Queryable;
  send: Post;
  secrets: Pick<WebhookSecrets, 'read'>;
  /** Bytes that bodies under way take together; one that is larger may have them alone. */
  budget: Pick<Places, 'tryTake'>;
  /** Makes the link to a stored file that a document refers to. */
  linkTo: LinkToBlob;
  timeoutMs: number;
  clock: Clock;
}

/** Documents that are in memory without a share of the budget, at most. */
const READS_AT_A_TIME = 4;

/**
 * Makes one attempt. Faults of the receiver or of the way to it are outcomes; the signal's reason and faults of our own
 * side are thrown.
 */
export type Deliver = (
  delivery: ClaimedDelivery,
  target: DeliveryTarget,
  signal: AbortSignal,
) => Promise<AttemptOutcome>;

export function createDeliver(parts: DeliverParts): Deliver {
  const { db, send, secrets, budget, linkTo, timeoutMs, clock } = parts;
  const reading = new TeamLane({ places: READS_AT_A_TIME, placesPerTeam: READS_AT_A_TIME });
  return async function deliver(delivery, { kind, webhook, baseUrl, seal }, signal) {
    const { id, jobId, teamId, event, scrapeId } = delivery;
    const error = delivery.error === null ? undefined : seal.open(delivery.error);
    const isPage = event === 'page' && error === undefined;
    // How large a document is shows when it has been read.
    const { document, taken } = await reading.run(teamId, signal, async () => {
      const found =
        isPage && scrapeId !== null
          ? await readSignedDocument({ db, linkTo }, scrapeId, { seal, baseUrl })
          : undefined;
      return { document: found, taken: budget.tryTake({ teamId, weight: found?.bytes ?? 0 }) };
    });
    // Taken before the body is put together, which is a copy of the document.
    using share = taken;
    if (isPage && document === undefined)
      return { kind: 'void', reason: 'The document is not kept any more' };
    if (share === undefined) return { kind: 'postponed' };
    const { metadata } = webhook;
    const body = await composeBody({ kind, event, jobId, deliveryId: id, metadata, document, error });
    const secret = await secrets.read(teamId);
    const headers = await deliveryHeaders(body, webhook.headers, { secret, now: clock.now() });
    try {
      const url = new URL(webhook.url);
      const { status, beginning } = await send({ url, headers, body, teamId, timeoutMs, signal });
      // It may repeat what it was sent.
      const answer = seal.isSealed ? undefined : beginning;
      if (status >= 200 && status <= 299) return { kind: 'delivered', status, answer };
      return { kind: 'failed', hasTimedOut: false, status, answer, error: `The receiver answered ${status}` };
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof ServiceError) || cause.code === 'SERVICE_UNAVAILABLE') throw cause;
      // Its message names the host.
      const text = seal.isSealed ? cause.code : cause.message;
      return { kind: 'failed', hasTimedOut: cause.code === 'SCRAPE_TIMEOUT', error: text };
    }
  };
}
