import { isIP, isIPv6 } from 'node:net';

/** Whether it is an IP address, or one with a port: `192.0.2.1:53`, `[2001:db8::1]:53`. */
export function isServerAddress(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, address = '', port = ''] = /^(.{1,64}):(\d{1,5})$/.exec(text) ?? [];
  const isInBrackets = address.startsWith('[') && address.endsWith(']');
  const isAddress = isInBrackets ? isIPv6(address.slice(1, -1)) : isIP(address) === 4;
  return isAddress && Number(port) > 0 && Number(port) <= 65_535;
}
