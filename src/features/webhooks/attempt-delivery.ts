import { describeErrorBriefly } from '../../lib/log/describe-error.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Deliver, AttemptOutcome } from './deliver.ts';
import type { ClaimedDelivery, DeliveryQueue } from './delivery-queue.ts';
import type { DeliveryTarget } from './delivery-targets.ts';

/** The counters of the deliverer. */
export interface DeliveryTelemetry {
  webhookCalled(event: { result: 'delivered' | 'failed' | 'given up'; durationMs: number }): void;
}

export interface AttemptDeliveryParts {
  queue: DeliveryQueue;
  findTarget(jobId: string): Promise<DeliveryTarget | undefined>;
  deliver: Deliver;
  noteTimeliness: NoteTimeliness;
  log: Log;
  telemetry: DeliveryTelemetry | undefined;
}

/** Is told whether the receiver of a job that was called was too slow, before others can know that the call has ended. */
export type NoteTimeliness = (jobId: string, hasTimedOut: boolean) => Promise<void>;

/** When an attempt could not be made for a reason of our own, ms. */
const POSTPONED_MS = 1_000;

/** Makes one attempt of a claimed delivery and writes down what came of it; never rejects. */
export type AttemptDelivery = (delivery: ClaimedDelivery, signal: AbortSignal) => Promise<void>;

export function createAttemptDelivery(parts: AttemptDeliveryParts): AttemptDelivery {
  const { queue, findTarget, deliver, noteTimeliness, log } = parts;
  const settle = createSettle(parts);

  async function tryOnce(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempt> {
    try {
      const target = await findTarget(delivery.jobId);
      if (target === undefined)
        return { isSecret: false, outcome: { kind: 'void', reason: 'The job has no webhook' } };
      return { isSecret: target.seal.isSealed, outcome: await deliver(delivery, target, signal) };
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error('a webhook could not be called', { error: describeErrorBriefly(error) });
      // Counted as an attempt, so that it ends some day.
      const outcome = { kind: 'failed', hasTimedOut: false, error: 'An unexpected error happened' } as const;
      return { isSecret: true, outcome };
    }
  }

  return async function attemptDelivery(delivery, signal) {
    const startedAt = performance.now();
    try {
      const attempt = await tryOnce(delivery, signal);
      const durationMs = Math.round(performance.now() - startedAt);
      const { outcome } = attempt;
      if (outcome.kind === 'delivered') await noteTimeliness(delivery.jobId, false);
      if (outcome.kind === 'failed') await noteTimeliness(delivery.jobId, outcome.hasTimedOut);
      await settle(delivery, attempt, durationMs);
    } catch (error) {
      // A delivery that cannot be put back either becomes free when its lease runs out.
      await queue.putBack(delivery.id, signal.aborted ? 0 : POSTPONED_MS).catch(() => {});
      if (!signal.aborted) log.warn('a webhook call was put off', { error: describeErrorBriefly(error) });
    }
  };
}

/** Makes `settle`, which writes down how an attempt has ended. */
function createSettle({ queue, log, telemetry }: Pick<AttemptDeliveryParts, 'queue' | 'log' | 'telemetry'>) {
  return async function settle(
    delivery: ClaimedDelivery,
    { isSecret, outcome }: Attempt,
    durationMs: number,
  ): Promise<void> {
    const { id, jobId, event } = delivery;
    // A job under zero data retention leaves no line in the log.
    const note = (level: 'debug' | 'warn', message: string, fields: object): void => {
      if (!isSecret) log[level](message, { webhookId: id, jobId, event, ...fields });
    };
    switch (outcome.kind) {
      case 'delivered':
        await queue.succeeded(id, { ...outcome, durationMs });
        telemetry?.webhookCalled({ result: 'delivered', durationMs });
        return note('debug', 'webhook delivered', { status: outcome.status, durationMs });
      case 'failed': {
        const { error: reason } = outcome;
        const { isGivenUp } = await queue.failed(delivery, { ...outcome, durationMs });
        telemetry?.webhookCalled({ result: isGivenUp ? 'given up' : 'failed', durationMs });
        if (isGivenUp) note('warn', 'webhook given up', { reason });
        else note('debug', 'webhook failed, tried again later', { reason, durationMs });
        return;
      }
      case 'void':
        await queue.givenUp(id, outcome.reason);
        return note('warn', 'webhook given up', { reason: outcome.reason });
      case 'postponed':
        return queue.putBack(id, POSTPONED_MS);
    }
  };
}

interface Attempt {
  isSecret: boolean;
  outcome: AttemptOutcome;
}

/** Whether the error comes from the surroundings: the database is away, or this process ends. */
function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE';
}
