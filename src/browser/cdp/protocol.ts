import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { RelayCommands, RelayEvents } from './relay-protocol.ts';

type Commands = ProtocolMapping.Commands & RelayCommands;
type Events = ProtocolMapping.Events & RelayEvents;

/** The name of a method of the protocol. */
export type CdpMethod = keyof Commands;
/** The parameters of a method; `undefined` when it takes none. */
export type CdpParams<M extends CdpMethod> = Commands[M]['paramsType'][0];
/** The result of a method. */
export type CdpResult<M extends CdpMethod> = Commands[M]['returnType'];

/** The name of an event of the protocol. */
export type CdpEvent = keyof Events;
/** The parameters of an event; `undefined` when it has none. */
export type CdpEventParams<E extends CdpEvent> = Events[E][0];

/** A call on its way. */
export interface CdpRequest {
  id: number;
  method: string;
  params?: unknown;
  sessionId?: string;
}

/** A message of a browser: the answer to a call (it has an `id`) or an event (it has a `method`). */
export interface CdpMessage {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
  method?: string;
  params?: unknown;
  sessionId?: string;
}
