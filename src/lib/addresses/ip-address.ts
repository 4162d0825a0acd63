import { isIP } from 'node:net';

/** An IP address in one spelling, so that equal addresses have equal text. */
interface IpAddress {
  family: 'ipv4' | 'ipv6';
  text: string;
  /** The eight 16-bit groups of an IPv6 address; none for IPv4. */
  groups: readonly number[];
}

/**
 * Reads a plain IP address: dotted IPv4, or IPv6 without brackets and zone. An IPv4-mapped address (`::ffff:a.b.c.d`,
 * RFC 4291 section 2.5.5.2) comes back as the IPv4 address that the kernel would connect to. Everything else,
 * inet_aton spellings such as `0x7f.1` included, is undefined.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const version = isIP(text);
  if (version === 0 || text.includes('%')) return undefined;
  if (version === 4) return { family: 'ipv4', text, groups: [] };
  const groups = readGroups(text);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped)
    return { family: 'ipv4', text: [high >> 8, high & 255, low >> 8, low & 255].join('.'), groups: [] };
  return { family: 'ipv6', text: groups.map((group) => group.toString(16)).join(':'), groups };
}

/** RFC 4291 section 2.2; `text` is known to be a valid IPv6 address. */
function readGroups(text: string): number[] {
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_match, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const before = Array.from(head, (group) => Number.parseInt(group, 16));
  if (tail === undefined) return before;
  const after = Array.from(tail, (group) => Number.parseInt(group, 16));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
