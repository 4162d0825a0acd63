import { z } from 'zod';

const MAX_HEADERS = 200;

/** A token, RFC 9110 section 5.6.2. */
const name = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, {
  error: "is not a valid header name (letters, digits and -_.!#$%&'*+^`|~)",
});

/** A field value, RFC 9110 section 5.5: no control characters, so that no header can smuggle in a second one. */
const value = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
  error: 'must not contain line breaks or characters outside Latin-1',
});

/** Headers that the caller adds to the request for the page: map of name to value. */
export const requestHeaders = z.preprocess(
  (map, context) => {
    if (typeof map !== 'object' || map === null || Object.keys(map).length <= MAX_HEADERS) return map;
    context.addIssue({ code: 'custom', message: `must have at most ${MAX_HEADERS} headers`, input: map });
    return z.NEVER;
  },
  z.record(name, value),
);
