import type { WebhookJobKind } from '../../contract/requests/webhook-events.ts';
import type { WebhookConfig } from '../../contract/requests/webhook.ts';
import type { JobRequest } from '../../jobs/model/job-request.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** The address that the deliveries of a job go to, and its headers. */
export interface DeliveryTarget {
  kind: WebhookJobKind;
  webhook: WebhookConfig;
  /** Where whoever started the job reaches the service; undefined for jobs of the command line. */
  baseUrl: string | undefined;
  /** Opens what is kept of the job. */
  seal: Seal;
}

const FIND = statement('delivery_target', 'select kind, request, sealed_key from job where id = $1');

/** Jobs that are kept at hand: a request may be long, and is the same for each of its deliveries. */
const MAX_KEPT = 200;

/** Looks up where a job's deliveries go; undefined when the job is gone or has no webhook. */
export function createFindDeliveryTarget(
  db: Queryable,
  seals: Seals,
): (jobId: string) => Promise<DeliveryTarget | undefined> {
  const kept = new Map<string, DeliveryTarget>();

  async function read(jobId: string): Promise<DeliveryTarget | undefined> {
    const { rows } = await db.query<{ kind: WebhookJobKind; request: string; sealed_key: Buffer | null }>(
      FIND,
      [jobId],
    );
    const [job] = rows;
    if (job === undefined) return undefined;
    const seal = seals.sealOf(job.sealed_key);
    if (seal.isGone) return undefined;
    const { webhook, baseUrl } = JSON.parse(seal.open(job.request)) as JobRequest;
    return webhook && { kind: job.kind, webhook, baseUrl, seal };
  }

  return async function findDeliveryTarget(jobId) {
    const target = kept.get(jobId) ?? (await read(jobId));
    if (target === undefined) return undefined;
    // The newest stands last.
    kept.delete(jobId);
    kept.set(jobId, target);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return target;
  };
}
