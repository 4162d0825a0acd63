/** A host name as it is compared: lower case, without the root's trailing dot and without IPv6 brackets. */
export function normalizeHostName(hostname: string): string {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return bare.replace(/\.$/, '').toLowerCase();
}

/** RFC 6761 section 6.3: `localhost` and every name below it mean this machine, whatever a resolver says. */
export function isLocalhostName(hostname: string): boolean {
  const name = normalizeHostName(hostname);
  return name === 'localhost' || name.endsWith('.localhost');
}
