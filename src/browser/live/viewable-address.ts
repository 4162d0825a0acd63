/** Machines at hand seldom have a certificate. */
const NEARBY = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?=[:/?#]|$)/i;
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}(?::\d{1,5})?(?=[/?#]|$)/u;

/** Gives the URL that somebody meant in an address bar; undefined when it is none of http or https. */
export function viewableAddress(written: string): string | undefined {
  const text = written.trim();
  const isBare = NEARBY.test(text) || HOST.test(text);
  const url = URL.parse(isBare ? `${NEARBY.test(text) ? 'http' : 'https'}://${text}` : text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
