import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookSecrets } from '../../accounts/webhook-secrets.ts';
import { DELIVERIES_CHANNEL } from '../../jobs/model/enqueue-deliveries.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Post } from '../../net/post.ts';
import type { Database } from '../../store/database.ts';
import { createAlarm } from './alarm.ts';
import {
  createAttemptDelivery,
  type AttemptDelivery,
  type DeliveryTelemetry,
  type NoteTimeliness,
} from './attempt-delivery.ts';
import { Places } from '../../lib/turns/places.ts';
import { createDeliver } from './deliver.ts';
import type { LinkToBlob } from './read-document.ts';
import { createDeliveryQueue, type ClaimedDelivery, type DeliveryQueue } from './delivery-queue.ts';
import { createFindDeliveryTarget } from './delivery-targets.ts';

export interface WebhookDeliveriesOptions {
  db: Pick<Database, 'query' | 'transaction' | 'listen'>;
  send: Post;
  seals: Seals;
  secrets: Pick<WebhookSecrets, 'read'>;
  linkTo: LinkToBlob;
  clock: Clock;
  log: Log;
  telemetry?: DeliveryTelemetry;
  limits?: Partial<DeliveryLimits>;
}

export interface DeliveryLimits {
  /** Calls under way at once in this process. */
  maxCalls: number;
  /**
   * The most of these calls that one team holds: its receivers may all hang, and those of others are called meanwhile.
   */
  maxCallsPerTeam: number;
  /** The time limit of one call. */
  timeoutMs: number;
  /** The most bytes of all bodies under way together. */
  maxBytes: number;
  /** How often the outbox is looked at while something waits in it, and while nothing does. */
  pollMs: number;
  idlePollMs: number;
  /** How long closing waits for the calls under way. */
  graceMs: number;
}

const DEFAULT_LIMITS: DeliveryLimits = {
  maxCalls: 64,
  maxCallsPerTeam: 48,
  timeoutMs: 10_000,
  maxBytes: 128_000_000,
  pollMs: 1_000,
  idlePollMs: 5_000,
  graceMs: 3_000,
};

/** Jobs whose receivers are remembered as slow. */
const MAX_SLOW_JOBS = 1_000;

/**
 * Makes the calls of webhooks that wait in the outbox until disposed; any number of processes may do so together. A
 * receiver that does not answer in time gets one call at a time until it does, so that it takes no places from others.
 */
export async function openWebhookDeliveries(options: WebhookDeliveriesOptions): Promise<AsyncDisposable> {
  const { db, log } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const queue = createDeliveryQueue(db);
  const slowJobs = createSlowJobs();
  const claims = { underWay: Promise.resolve<unknown>(undefined) };
  const attempt = createAttempt(options, queue, limits, async function noteTimeliness(jobId, hasTimedOut) {
    slowJobs.note(jobId, hasTimedOut);
    // A claim that began before does not know it: it must not find the place free that the receiver gives up.
    if (hasTimedOut) await claims.underWay.catch(() => {});
  });
  const calls = new Set<Promise<void>>();
  const closing = new AbortController();
  const stopping = new AbortController();
  const alarm = createAlarm();

  function start(delivery: ClaimedDelivery): void {
    const call = attempt(delivery, stopping.signal).finally(() => {
      calls.delete(call);
      alarm.ring();
    });
    calls.add(call);
  }

  /** Returns how long to wait before the next look, ms. */
  async function look(): Promise<number> {
    const capacity = limits.maxCalls - calls.size;
    if (capacity <= 0) return limits.pollMs;
    if (!(await queue.isWaiting())) return limits.idlePollMs;
    const { maxCallsPerTeam } = limits;
    const claim = queue.claim({ capacity, maxCallsPerTeam, slowJobs: slowJobs.ids() });
    claims.underWay = claim;
    for (const delivery of await claim) start(delivery);
    return limits.pollMs;
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      const waitMs = await look().catch((error: unknown) => {
        log.warn('the webhook outbox cannot be read, tried again later', { error });
        return limits.idlePollMs;
      });
      if (!closing.signal.aborted) await alarm.wait(waitMs);
    }
  }

  const subscription = await db.listen(DELIVERIES_CHANNEL, () => alarm.ring());
  const looping = loop();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      alarm.ring();
      await looping;
      await Promise.race([Promise.all(calls), sleep(limits.graceMs, undefined, { ref: false })]);
      stopping.abort(new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' }));
      await Promise.all(calls);
      await subscription[Symbol.asyncDispose]();
    },
  };
}

function createAttempt(
  options: WebhookDeliveriesOptions,
  queue: DeliveryQueue,
  limits: DeliveryLimits,
  noteTimeliness: NoteTimeliness,
): AttemptDelivery {
  const { db, seals, log, telemetry } = options;
  const budget = new Places({ count: limits.maxBytes });
  return createAttemptDelivery({
    queue,
    findTarget: createFindDeliveryTarget(db, seals),
    deliver: createDeliver({ ...options, budget, timeoutMs: limits.timeoutMs }),
    noteTimeliness,
    log,
    telemetry,
  });
}

/** Jobs whose receiver did not answer in time when it was called last. */
interface SlowJobs {
  ids(): string[];
  note(jobId: string, hasTimedOut: boolean): void;
}

function createSlowJobs(): SlowJobs {
  const jobIds = new Set<string>();
  return {
    ids: () => [...jobIds],
    note(jobId, hasTimedOut) {
      if (hasTimedOut) jobIds.add(jobId);
      else jobIds.delete(jobId);
      const [oldest] = jobIds;
      if (jobIds.size > MAX_SLOW_JOBS && oldest !== undefined) jobIds.delete(oldest);
    },
  };
}
