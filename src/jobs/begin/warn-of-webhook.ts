import type { WebhookConfig } from '../../contract/requests/webhook.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { portOf } from '../../lib/addresses/url.ts';
import type { Outbound } from '../../net/outbound.ts';

/** The time that the start of a job waits for the name of its webhook, ms. */
const MAX_MS = 1_000;

const REFUSED =
  'Nothing will be delivered to the webhook: its address is not a public one, or its port is one of another protocol, and DECANT_ALLOW_ADDRESSES does not name it.';

/**
 * Gives the warnings of a job that begins about its webhook, by subject: one when the address is refused, as each
 * delivery would be. A name that is not found now may be found when something is delivered.
 */
export type WarnOfWebhook = (
  teamId: string,
  webhook: WebhookConfig | undefined,
) => Promise<Record<string, string>>;

export function createWarnOfWebhook({ resolveGuarded }: Pick<Outbound, 'resolveGuarded'>): WarnOfWebhook {
  return async function warnOfWebhook(teamId, webhook) {
    if (webhook === undefined) return {};
    const url = new URL(webhook.url);
    const signal = AbortSignal.timeout(MAX_MS);
    try {
      await resolveGuarded({ hostname: url.hostname, port: portOf(url), teamId }, signal);
    } catch (error) {
      if (!(error instanceof ServiceError) && !signal.aborted) throw error;
      if (error instanceof ServiceError && error.code === 'SCRAPE_ADDRESS_NOT_ALLOWED')
        return { webhook: REFUSED };
    }
    return {};
  };
}
