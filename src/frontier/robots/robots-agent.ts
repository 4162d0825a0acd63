const PRODUCT = /^([\w.-]+)(?:\/|\s|$)/;
const COMPATIBLE = /\(compatible;\s{0,9}([\w.-]+)/i;

/**
 * The product token, in lower case, by which robots.txt knows a crawler: that of a User-Agent header
 * (`FooBot/2.1 (+https://…)`, `Mozilla/5.0 (compatible; FooBot/2.1)`; RFC 9309 section 2.2.1, RFC 9110 section 10.1.5),
 * or what is given if it is not a header but a name.
 */
export function agentToken(userAgent: string): string {
  const isHeader = userAgent.includes('/');
  const token = isHeader ? (COMPATIBLE.exec(userAgent) ?? PRODUCT.exec(userAgent))?.[1] : undefined;
  return (token ?? userAgent).toLowerCase();
}
