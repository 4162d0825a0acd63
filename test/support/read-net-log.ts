export interface NetLogReport {
  /** What Chromium itself connected to, over TCP or UDP, other than our proxy: `address:port`. */
  connected: string[];
  /** Packets that it sent over UDP. */
  sentPackets: number;
  /** Names that Chromium itself asked a resolver for. */
  lookedUp: string[];
}

/** Chromium connects a UDP socket there to learn whether the system has a way for IPv6, and sends nothing. */
const IPV6_PROBE = '[2001:4860:4860::8888]:443';

/** Chromium's own account of what it did on the network (`--log-net-log`), one event a line. */
export function readNetLog(text: string, proxyPort: number): NetLogReport {
  const [, constants = ''] = /"logEventTypes":(\{[^}]*\})/.exec(text) ?? [];
  const names = new Map(
    Object.entries(JSON.parse(constants) as Record<string, number>).map(([name, id]) => [id, name]),
  );
  const connected = new Set<string>();
  const lookedUp = new Set<string>();
  let sentPackets = 0;
  for (const line of text.split('\n')) {
    const [, id] = /"type":(\d+)\}?,?$/.exec(line) ?? [];
    const name = names.get(Number(id)) ?? '';
    if (/^(?:TCP_CONNECT|UDP_CONNECT)/.test(name)) {
      for (const [, address = ''] of line.matchAll(/"address(?:_list)?":\[?"([^"]+)"/g))
        connected.add(address);
    } else if (name === 'HOST_RESOLVER_MANAGER_JOB') {
      const [, host] = /"host":"([^"]*)"/.exec(line) ?? [];
      if (host !== undefined) lookedUp.add(host.replace(/^\w+:\/\//, ''));
    } else if (name === 'UDP_BYTES_SENT') {
      sentPackets += 1;
    }
  }
  connected.delete(`127.0.0.1:${proxyPort}`);
  connected.delete(IPV6_PROBE);
  return { connected: [...connected].toSorted(), sentPackets, lookedUp: [...lookedUp].toSorted() };
}
