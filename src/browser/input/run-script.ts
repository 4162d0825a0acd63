import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { jsonExcess, type JsonLimits } from '../../lib/json/json-excess.ts';
import { describeException } from '../page/evaluate.ts';
import type { LivePage } from '../page/live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { isPageGone } from '../page/call-on-elements.ts';

export interface ScriptOptions {
  /** An expression, or statements whose last value counts, or a body with `return`; it may `await`. */
  script: string;
  /** Longer ones are stopped, ms. */
  maxMs: number;
}

/**
 * `type` is JavaScript's `typeof`. Values that JSON cannot write are a text (`NaN`, `10n`) or null (`undefined`,
 * functions).
 */
export interface ScriptValue {
  type: string;
  value: unknown;
}

/** The most characters of the value as JSON. */
const MAX_CHARACTERS = 16 * 2 ** 20;
const VALUE_LIMITS: JsonLimits = {
  levels: 1_000,
  containers: 100_000,
  members: 200_000,
  entries: 500_000,
};
const GROUP = 'decant-script';

/** Runs a script among the page's own and returns its value. A `PageProblem` when it throws or does not end. */
export async function runScript(
  live: LivePage,
  { script, maxMs }: ScriptOptions,
  call: CallOptions,
): Promise<ScriptValue> {
  const { session } = live;
  const options = { ...call, timeoutMs: maxMs };
  try {
    const result = await evaluate(live, script, options);
    const settled =
      result.subtype === 'promise' && result.objectId !== undefined
        ? valueOf(await session.send('Runtime.awaitPromise', { promiseObjectId: result.objectId }, options))
        : result;
    return await read(live, settled, options);
  } catch (error) {
    // It may have sent its own page elsewhere, and its value with it.
    if (isPageGone(error)) return { type: 'undefined', value: null };
    if (error instanceof CdpError && (error.failure === 'timeout' || error.failure === 'aborted')) {
      session.send('Runtime.terminateExecution').catch(() => undefined);
    }
    if (!(error instanceof CdpError) || error.failure !== 'timeout') throw error;
    throw new PageProblem(`the script did not end within ${Math.round(maxMs)} ms`, { cause: error });
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
  }
}

/** As statements, which is what most are; what is none (it returns) is the body of a function. */
async function evaluate(
  live: LivePage,
  script: string,
  options: CallOptions,
): Promise<Protocol.Runtime.RemoteObject> {
  const run = (expression: string): Promise<Protocol.Runtime.EvaluateResponse> =>
    live.session.send(
      'Runtime.evaluate',
      { expression, replMode: true, awaitPromise: true, userGesture: true, objectGroup: GROUP },
      options,
    );
  const isObject = /^\s*\{[^]*\}\s*$/.test(script);
  const first = await run(isObject ? `(${script}\n)` : script);
  if (!isNoScript(first)) return valueOf(first);
  const plain = isObject ? await run(script) : first;
  if (!isNoScript(plain)) return valueOf(plain);
  const body = await run(`(async () => {\n${script}\n})()`);
  return valueOf(isNoScript(body) ? plain : body);
}

/** Whether nothing of it has run: it could not be read. An error of a running script has a stack. */
function isNoScript({ exceptionDetails }: Protocol.Runtime.EvaluateResponse): boolean {
  return (
    exceptionDetails?.exception?.className === 'SyntaxError' && exceptionDetails.stackTrace === undefined
  );
}

function valueOf({
  result,
  exceptionDetails,
}: Protocol.Runtime.EvaluateResponse): Protocol.Runtime.RemoteObject {
  if (exceptionDetails) throw new PageProblem(`the script threw ${describeException(exceptionDetails)}`);
  return result;
}

async function read(
  { session }: LivePage,
  { type, subtype, value, objectId, unserializableValue }: Protocol.Runtime.RemoteObject,
  options: CallOptions,
): Promise<ScriptValue> {
  const plain: unknown = unserializableValue ?? value;
  if (typeof plain === 'string') checkLength(plain.length);
  if (unserializableValue !== undefined) return { type, value: unserializableValue };
  if (type !== 'object' || subtype === 'null' || objectId === undefined)
    return { type, value: value ?? null };
  const { result, exceptionDetails } = await session.send(
    'Runtime.callFunctionOn',
    {
      objectId,
      functionDeclaration: toJson.toString(),
      arguments: [{ value: MAX_CHARACTERS }],
      returnByValue: true,
    },
    options,
  );
  if (exceptionDetails) {
    throw new PageProblem(`the script's value has no JSON form: ${describeException(exceptionDetails)}`);
  }
  const text: unknown = result.value;
  if (typeof text === 'number') checkLength(text);
  return { type, value: typeof text === 'string' ? parseValue(text) : null };
}

/** Deeper ones could not be written as JSON again, and more parts would keep everybody else waiting. */
function parseValue(text: string): unknown {
  const excess = jsonExcess(text, VALUE_LIMITS);
  if (excess !== undefined) throw new PageProblem(`the script's value ${excess}`);
  return JSON.parse(text) as unknown;
}

function checkLength(characters: number): void {
  if (characters <= MAX_CHARACTERS) return;
  throw new PageProblem(
    `the script's value has ${characters} characters of JSON; ${MAX_CHARACTERS} are the limit`,
  );
}

/** Sent to the page. Its length when it is too long. */
function toJson(this: unknown, max: number): string | number | undefined {
  const text = JSON.stringify(this) as string | undefined;
  return text !== undefined && text.length > max ? text.length : text;
}
