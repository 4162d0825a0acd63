/**
 * Gives the headers of one request as name, value, name, value: the browser's, each replaced in its place by the
 * caller's of that name (an empty one removes it), then the caller's others, then cookies, where Chrome has them.
 */
export function requestHeaders(
  browser: ReadonlyArray<readonly [string, string]>,
  caller: Readonly<Record<string, string>>,
  cookies: string,
): string[] {
  const wanted = new Map(
    Object.entries(caller).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const headers: string[] = [];
  const push = (name: string, value: string): void => {
    if (value !== '') headers.push(name, value);
  };
  const cookie = mergeCookies(wanted.get('cookie')?.value ?? '', cookies);
  wanted.delete('cookie');
  for (const [name, value] of browser) {
    const own = wanted.get(name.toLowerCase());
    push(own?.name ?? name, own?.value ?? value);
    wanted.delete(name.toLowerCase());
  }
  for (const { name, value } of wanted.values()) push(name, value);
  push('Cookie', cookie);
  return headers;
}

/** Merges cookies: one that a server has set since takes the place of the caller's cookie of that name. */
function mergeCookies(callers: string, fromServers: string): string {
  if (callers === '' || fromServers === '') return callers || fromServers;
  const isSet = new Set(fromServers.split('; ').map(cookieName));
  const kept = callers
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !isSet.has(cookieName(pair)));
  return [...kept, fromServers].join('; ');
}

function cookieName(pair: string): string {
  return pair.split('=', 1)[0]?.trim() ?? '';
}
