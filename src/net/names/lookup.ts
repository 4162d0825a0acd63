/** The team that an address is looked up for. */
export interface Asker {
  /** Teams take turns. Undefined: nobody's but the operator's own, such as the command line. */
  teamId: string | undefined;
  signal: AbortSignal;
}

/** Every address of a name in the order to try. Rejects with an error whose `code` tells why there is none. */
export type Lookup = (hostname: string, asker: Asker) => Promise<readonly string[]>;
