import type { Caller } from '../../accounts/caller.ts';
import type { App } from '../../app.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { endpoints } from '../../contract/endpoints/index.ts';

type Endpoints = typeof endpoints;

export interface RouteRequest<Input> {
  input: Input;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** Handlers of endpoints that need a key are told who calls. */
type Handler<E extends Endpoints[keyof Endpoints]> = E['auth'] extends 'bearer'
  ? (request: RouteRequest<EndpointInput<E>> & { caller: Caller }) => Promise<EndpointReply<E>>
  : (request: RouteRequest<EndpointInput<E>>) => Promise<EndpointReply<E>>;

export type Routes = { readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]> };

/** Every endpoint of the contract bound to what does its work. One without a handler does not compile. */
export function createRoutes(app: App): Routes {
  return {
    scrape: async ({ caller, input, signal }) => ({
      success: true,
      data: await app.scrape(caller, input.body, signal),
    }),
    scrapeStatus: async ({ caller, input }) => ({
      success: true,
      data: await app.scrapeStatus(caller, input.params.id),
    }),
    creditUsage: ({ caller }) => app.creditUsage(caller),
    concurrencyCheck: ({ caller }) => app.concurrencyCheck(caller),
    healthLive: async () => ({ success: true, status: 'live' }),
    healthReady: ({ input }) => app.healthReady({ isDeep: input.query.deep }),
  };
}
