import { parseIpAddress } from '../../lib/addresses/ip-address.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';

/** The addresses of names in a hosts file (hosts(5)): those of every line that has the name, in their order. */
export function parseHostsFile(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [written = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const address = parseIpAddress(written)?.text;
    if (address === undefined) continue;
    for (const name of names.map(normalizeHostName)) {
      const addresses = hosts.get(name);
      if (!addresses) hosts.set(name, [address]);
      else if (!addresses.includes(address)) addresses.push(address);
    }
  }
  return hosts;
}
