import { z } from 'zod';

/** Longest URL that is taken from a caller, in characters. */
const MAX_URL_LENGTH = 8192;

/** A scheme, unless what follows the colon is a port: `example.com:8080` has none. */
const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i;

const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * A URL to visit, kept as written except that a missing scheme becomes `http://` (wire contract 3.2). Which hosts
 * may be visited depends on the configuration and is decided later.
 */
export const targetUrl = z
  .string()
  .transform(function completeUrl(text, context) {
    const url = withScheme(text.trim());
    const problem = urlProblem(url);
    if (problem === undefined) return url;
    context.addIssue({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  })
  .meta({ description: 'An http or https URL. Without a scheme, http:// is assumed.' });

function withScheme(text: string): string {
  if (text.startsWith('//')) return `http:${text}`;
  return text === '' || SCHEME.test(text) ? text : `http://${text}`;
}

function urlProblem(text: string): string | undefined {
  if (text === '') return 'must be a URL, not empty';
  if (CONTROL_CHARACTER.test(text)) return 'must not contain control characters';
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return `must be an http or https URL, not ${scheme}:`;
  return URL.canParse(text) ? undefined : 'must be a valid URL';
}
