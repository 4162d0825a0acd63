import type { Caller } from '../../accounts/caller.ts';
import type { Slots } from '../../accounts/slots.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { concurrencyCheck } from '../../contract/endpoints/concurrency-check.ts';

/** GET /v2/concurrency-check. */
export function createConcurrencyCheck(slots: Pick<Slots, 'countActive'>) {
  return async function readConcurrency(caller: Caller): Promise<EndpointReply<typeof concurrencyCheck>> {
    return {
      success: true,
      concurrency: await slots.countActive(caller.team),
      maxConcurrency: caller.team.maxConcurrency,
    };
  };
}
