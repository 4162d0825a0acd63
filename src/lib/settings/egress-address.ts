/** Where others reach proxies of this process. */
export interface EgressAddress {
  /** A name or an IP address, as it stands in a URL. */
  host: string;
  fromPort: number;
  /** The last one that may be used. */
  toPort: number;
}

/** Reads `host:3200` and `host:3200-3263`; undefined for anything else. */
export function parseEgressAddress(text: string): EgressAddress | undefined {
  const [, host = '', from = '', to = from] =
    /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})(?:-(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  const fromPort = Number(from);
  const toPort = Number(to);
  const hostname = URL.parse(`http://${host}`)?.hostname;
  if (host === '' || !hostname || fromPort < 1 || toPort < fromPort || toPort > 65_535) return undefined;
  return { host: hostname, fromPort, toPort };
}
