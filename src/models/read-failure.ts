import { readRetryAfterMs } from '../lib/time/retry-after.ts';
import { EndpointError } from './endpoint-error.ts';
import { ModelFailure, type RefusedPart } from './model-failure.ts';

/** A failure, and whether the same request may be sent again. */
export interface ReadFailure {
  failure: ModelFailure;
  isWorthRetrying: boolean;
  /** The rest that the endpoint asks for, ms. */
  retryAfterMs: number | undefined;
}

const LOST_CONNECTION: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_DESTROYED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'EPIPE',
]);
const RETRIED: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const MAX_CAUSES = 5;
/** Characters of an error that are read. A longer error repeats the request, whose words say nothing of the failure. */
const MAX_READ = 1_000;

const TOO_LONG =
  /context.{0,20}(?:length|window|size)|maximum context|prompt is too long|too many tokens|reduce the length|request too large/;
const FILTERED = /content.?filter|content management policy/;
const OUT_OF_QUOTA =
  /insufficient_quota|exceeded your current quota|billing|not enough credits|insufficient (?:credits|balance)/;
const NO_MODEL =
  /model.{0,80}(?:not found|does not exist|not exist|no such|unknown|not available)|model_not_found/;
const FORMAT = /grammar|response_format|json_schema|json schema|guided|structured output/;

/** Words that name the part of a request which an endpoint does not take, the most telling first. */
const REFUSED_PARTS: ReadonlyArray<readonly [RegExp, RefusedPart]> = [
  [/max_completion_tokens/, 'max-tokens'],
  [/temperature/, 'temperature'],
  [/system.{0,30}role|role.{0,30}system|system (?:message|prompt)/, 'system'],
  [/tool/, 'tools'],
  [/must be .{0,10}json_schema/, 'json-mode'],
  [/strict|additionalproperties|extra inputs|no endpoints/, 'strict'],
  [FORMAT, 'schema'],
];

/** Says what an error of a request was; its text is read here and goes nowhere else. Undefined for a bug. */
export function readFailure(error: unknown): ReadFailure | undefined {
  if (error instanceof EndpointError) return readAnswer(error);
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'BodyTooLargeError' || error.name === 'BodyCorruptError')
    return final(new ModelFailure('not-a-model'));
  const codes = codesOf(error);
  if (codes.length === 0) return undefined;
  return {
    failure: new ModelFailure('not-reachable'),
    isWorthRetrying: codes.some((code) => LOST_CONNECTION.has(code)),
    retryAfterMs: undefined,
  };
}

function final(failure: ModelFailure): ReadFailure {
  return { failure, isWorthRetrying: false, retryAfterMs: undefined };
}

function codesOf(error: Error): string[] {
  const codes: string[] = [];
  let at: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth++) {
    if ('code' in at) codes.push(String(at.code));
    at = at.cause;
  }
  return codes;
}

function readAnswer({ status, headers, text }: EndpointError): ReadFailure {
  const said = text.slice(0, MAX_READ).toLowerCase();
  if (status < 300) return readMisplaced(text, said);
  if (status < 400) return final(new ModelFailure('not-a-model'));
  if (status === 401 || status === 403) return final(new ModelFailure('authentication'));
  if (status === 402 || OUT_OF_QUOTA.test(said)) return final(new ModelFailure('quota'));
  if (status === 413 || TOO_LONG.test(said)) return final(new ModelFailure('too-long'));
  if (RETRIED.has(status) || (status >= 500 && status !== 501 && !FORMAT.test(said))) {
    const retryAfterMs = readRetryAfterMs(headers);
    const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
    return { failure: new ModelFailure('busy', { retryAfterSeconds }), isWorthRetrying: true, retryAfterMs };
  }
  return final(readRefusal(status, said));
}

/** An error that came as a success. */
function readMisplaced(text: string, said: string): ReadFailure {
  if (/^\s*</.test(text) || !/^\s*[[{]/.test(text)) return final(new ModelFailure('not-a-model'));
  if (!/"error"/.test(said)) return final(new ModelFailure('invalid'));
  if (OUT_OF_QUOTA.test(said)) return final(new ModelFailure('quota'));
  if (TOO_LONG.test(said)) return final(new ModelFailure('too-long'));
  return { failure: new ModelFailure('busy'), isWorthRetrying: true, retryAfterMs: undefined };
}

function readRefusal(status: number, said: string): ModelFailure {
  if (FILTERED.test(said)) return new ModelFailure('refused');
  const refusedPart = REFUSED_PARTS.find(([words]) => words.test(said))?.[1];
  if (refusedPart === undefined && NO_MODEL.test(said)) return new ModelFailure('no-such-model');
  // A wrong address: no other request would do better.
  if (refusedPart === undefined && status === 404) return new ModelFailure('not-a-model');
  return new ModelFailure('not-a-model', { refusedPart: refusedPart ?? 'unknown' });
}
