/** A caller's headers by the way in which a browser takes them. */
export interface TargetHeaders {
  /** Replaces the identity's; pages read it too. */
  userAgent: string | undefined;
  /**
   * The languages of Accept-Language, most wanted first; they replace those of the location, and pages read them too.
   */
  languages: string[] | undefined;
  cookies: Array<{ name: string; value: string }>;
  /** By lower-case name; an empty value takes the header out of the request. */
  others: ReadonlyMap<string, { name: string; value: string }>;
}

/** Sorts headers that `checkCallerHeaders` has let through. */
export function splitHeaders(headers: Readonly<Record<string, string>>): TargetHeaders {
  const others = new Map<string, { name: string; value: string }>();
  for (const [name, value] of Object.entries(headers)) others.set(name.toLowerCase(), { name, value });
  const take = (name: string): string => {
    const value = others.get(name)?.value.trim() ?? '';
    others.delete(name);
    return value;
  };
  const cookies = readCookies(take('cookie'));
  // A browser without any user agent is one that nobody has seen: the own one stays.
  const userAgent = take('user-agent');
  const languages = readLanguages(others.get('accept-language')?.value ?? '');
  if (languages.length > 0) take('accept-language');
  return {
    userAgent: userAgent === '' ? undefined : userAgent,
    languages: languages.length > 0 ? languages : undefined,
    cookies,
    others,
  };
}

/** RFC 6265 section 4.2.1; what has no name is a value without one, as browsers read it. */
function readCookies(header: string): TargetHeaders['cookies'] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at === -1
        ? { name: '', value: pair }
        : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
    });
}

const LANGUAGE_RANGE = /^([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/;

/** RFC 9110 section 12.5.4. Empty when there is anything that a list of tags cannot say. */
function readLanguages(header: string): string[] {
  const ranges = header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => LANGUAGE_RANGE.exec(part));
  if (ranges.length === 0 || ranges.includes(null)) return [];
  return ranges
    .map((range) => ({ tag: range?.[1] ?? '', weight: Number(range?.[2] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
