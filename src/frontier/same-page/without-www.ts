/** `www.example.com` as `example.com`; `www.com` is a name of its own. */
export function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.replace(/^(?:www\.)+(?=[^.]+\.[^.])/, '') : host;
}
