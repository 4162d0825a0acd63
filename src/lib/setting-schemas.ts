import { z } from 'zod';
import { parseProxyList } from './proxy-list.ts';

/** Entries between commas, without blanks around them; empty ones do not count. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** Proxies as `parseProxyList` reads them. */
export const proxyList = z.string().transform((text, context) => {
  try {
    return parseProxyList(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
});

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** Where a browser is to be reached; the message never repeats the text, which may hold a token. */
export const browserUrl = z.string().transform((text, context) => {
  const url = /^(?:wss?|https?):\/\//i.test(text) ? URL.parse(text) : null;
  // A broken escape in user or password could not be read later.
  const isReadable = url !== null && isDecodable(url.username) && isDecodable(url.password);
  if (url && url.hostname !== '' && isReadable) return url;
  context.addIssue({
    code: 'custom',
    message: 'must be a URL that begins with ws://, wss://, http:// or https://',
  });
  return z.NEVER;
});

export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));
