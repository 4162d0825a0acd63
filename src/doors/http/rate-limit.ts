import type { Caller } from '../../accounts/caller.ts';
import type { App } from '../../app.ts';
import type { EndpointDefinition } from '../../contract/endpoint.ts';

/** Counts a request against the caller's limit for this kind of endpoint; RATE_LIMITED when it is used up. */
export async function checkRateLimit(
  app: Pick<App, 'checkRateLimit'>,
  endpoint: Pick<EndpointDefinition, 'rateLimit'>,
  caller: Caller,
): Promise<void> {
  if (endpoint.rateLimit !== undefined) await app.checkRateLimit(caller.team, endpoint.rateLimit);
}
