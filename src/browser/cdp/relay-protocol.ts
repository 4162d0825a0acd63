/** The methods that `decant serve --role browser` answers itself; any other endpoint refuses them. */
export interface RelayCommands {
  /** Answered at any time; starts nothing. */
  'Decant.describe': { paramsType: []; returnType: RelayDescription };
  /** Once a connection, before everything that is for the browser. */
  'Decant.openBrowser': { paramsType: [{ hasWebGl: boolean }]; returnType: RelayedBrowser };
  /** Waits for a free place. */
  'Decant.openEgress': { paramsType: [RelayedPolicy]; returnType: RelayedEgress };
  'Decant.closeEgress': { paramsType: [{ id: string }]; returnType: Record<string, never> };
}

export interface RelayEvents {
  'Decant.egressRefused': [EgressRefused];
}

/** The version of the protocol; two sides understand each other when it is the same. */
export const RELAY_PROTOCOL = 1;

export interface RelayDescription {
  protocol: number;
  /** The version of Decant. */
  version: string;
  maxPages: number;
  maxBrowsers: number;
}

export interface RelayedBrowser {
  version: string;
  userAgent: string;
  isSandboxed: boolean;
}

/** The part of a way out's policy that can be sent. */
export interface RelayedPolicy {
  /** The team that it is for: teams take turns there, too. */
  teamId?: string;
  maxBytes: number;
  isBlockingAds: boolean;
  /** A proxy with its credentials. */
  upstreamUrl?: string;
  /** Waits behind the team's others. */
  isBackground?: boolean;
}

export interface RelayedEgress {
  id: string;
  /** The only kind of proxy that contexts are made with. */
  proxyServer: string;
}

/** `refusal` is one of `EgressRefusal`. */
export interface EgressRefused {
  id: string;
  kind: 'request' | 'tunnel';
  hostname: string;
  port: number;
  refusal: string;
}
