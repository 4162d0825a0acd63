import { z } from 'zod';
import { isConnectionHeader } from './connection-headers.ts';

/** The headers of one request: how many, and how long with their names, as they travel. */
export const MAX_HEADERS = 100;
export const MAX_HEADER_BYTES = 32 * 1024;

/** A token, RFC 9110 section 5.6.2. */
const name = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, {
    error: "is not a valid header name (letters, digits and -_.!#$%&'*+^`|~)",
  })
  .refine((text) => !isConnectionHeader(text), 'cannot be set');

/** A field value, RFC 9110 section 5.5: no control characters, so that no header can smuggle in a second one. */
export const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
  error: 'must not contain line breaks or characters outside Latin-1',
});

/** Headers that the caller adds to the request for the page: map of name to value. */
export const requestHeadersOption = z
  .preprocess(
    (map, context) => {
      if (typeof map !== 'object' || map === null || Object.keys(map).length <= MAX_HEADERS) return map;
      context.addIssue({ code: 'custom', message: `must have at most ${MAX_HEADERS} headers`, input: map });
      return z.NEVER;
    },
    z.record(name, headerValue),
  )
  .superRefine((map, context) => {
    if (headerBytes(map) <= MAX_HEADER_BYTES) return;
    const message = `must have at most ${MAX_HEADER_BYTES} bytes in all`;
    context.addIssue({ code: 'custom', message, input: map });
  });

/** Counts the bytes of headers as they travel: each with a colon, a space and the end of its line. */
export function headerBytes(map: Readonly<Record<string, string>>): number {
  return Object.entries(map).reduce((total, [field, text]) => total + field.length + text.length + 4, 0);
}
