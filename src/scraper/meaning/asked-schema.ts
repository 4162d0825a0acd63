import { checkSchema, type CheckedSchema } from '../../json-schema/check-schema.ts';
import { prepareSchema, type PreparedSchema, type ReadAnswer } from '../../json-schema/prepare-schema.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { AskedSchema } from '../../models/ask-for-json.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { EVIDENCE_MARK } from '../formats/extracts/fill-json.ts';
import { partialSchema } from './partial-schema.ts';
import { readInThread } from './read-in-thread.ts';

/** A caller's schema for questions about a page, and about parts of one. */
export interface PageSchema {
  readonly whole: AskedSchema;
  readonly part: AskedSchema;
  /** Values that the schema itself names. */
  readonly named: ReadonlySet<unknown>;
}

interface Prepared {
  checked: CheckedSchema;
  prepared: PreparedSchema;
}

interface KnownSchema {
  whole: Prepared;
  part: Prepared;
  named: ReadonlySet<unknown>;
}

/** Words alone: any object. */
const ANYTHING = { type: 'object' };

/** Pages of a job share their schema. */
const known = new WeakMap<object, KnownSchema>();

/** A schema ready to be asked for; one whose check can take for ever is checked in a thread that the signal ends. */
export function pageSchema(given: object | undefined, signal: AbortSignal): PageSchema {
  const key = given ?? ANYTHING;
  const found = known.get(key) ?? prepareBoth(key);
  known.set(key, found);
  return { whole: asked(found.whole, signal), part: asked(found.part, signal), named: found.named };
}

function prepareBoth(given: object): KnownSchema {
  const { [EVIDENCE_MARK]: _mark, ...plain } = given as Readonly<Record<string, unknown>>;
  const checked = checkSchema(plain);
  const part = { ...checked, schema: partialSchema(checked.schema) };
  return {
    whole: { checked, prepared: prepareSchema(checked) },
    part: { checked: part, prepared: prepareSchema(part) },
    named: valuesNamed(checked.schema),
  };
}

function asked({ checked, prepared }: Prepared, signal: AbortSignal): AskedSchema {
  if (!prepared.mayBeSlow) return prepared;
  return {
    ...prepared,
    read: (answer, isStrict) => readWithin({ schema: checked, answer, isStrict }, signal),
  };
}

async function readWithin(
  task: Parameters<typeof readInThread>[0],
  signal: AbortSignal,
): Promise<ReadAnswer> {
  try {
    return await readInThread(task, signal);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SCRAPE_TIMEOUT') throw new ModelFailure('timed-out');
    // A thread that had no memory left has read nothing.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new ModelFailure('invalid');
    throw error;
  }
}

/** Members of `enum` and values of `const`, wherever they stand. */
function valuesNamed(schema: object): ReadonlySet<unknown> {
  const named = new Set<unknown>();
  const waiting: object[] = [schema];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [keyword, value] of Object.entries(part) as Array<[string, unknown]>) {
      if (keyword === 'const') named.add(value);
      else if (keyword === 'enum' && Array.isArray(value)) for (const entry of value) named.add(entry);
      else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return named;
}
