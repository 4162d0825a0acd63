import { hash } from 'node:crypto';
import { schemaFields, type SchemaField } from '../../extract/selectors/schema-fields.ts';
import type { PagePlaces } from '../../extract/selectors/page-places.ts';
import { checkSchema } from '../../json-schema/check-schema.ts';
import { createValidator } from '../../json-schema/validate.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import type { Log } from '../../lib/log/log.ts';
import { Places } from '../../lib/turns/places.ts';
import type { Queryable } from '../../store/queryable.ts';
import { TaughtTemplate, type Lesson } from './taught-template.ts';

/** A page whose data are wanted. */
export interface LearnerPage {
  teamId: string;
  /** Host name and port. */
  host: string;
  places: PagePlaces;
  deadline: Pick<Deadline, 'signal' | 'pause'>;
}

/** Data that are wanted of pages: by a JSON Schema, and the words that come with it. */
export interface WantedBySchema {
  schema: object;
  prompt?: string | undefined;
}

/** The way that a page took: its data by the rules, or as `made` by the model. */
export type LearntAnswer<Made> =
  | { readonly way: 'rules'; readonly value: unknown; readonly template: string }
  | {
      readonly way: 'model';
      readonly made: Made;
      readonly template: string;
      /** Why the model was asked. */
      readonly reason: string;
      readonly lesson: Lesson | undefined;
    };

/** An answer of the model. */
export interface ModelMade {
  readonly value: unknown;
  /** False when a part of it was left out: nothing is learnt from it. */
  readonly isWhole?: boolean;
}

/**
 * Rules that take the place of a language model on the pages of a template, once answers of the model have taught them.
 * They are kept by team, host, template, schema and prompt, and shared by processes through the database.
 */
export interface LearntSelectors {
  /**
   * Answers a page by rules where they are sure of it, else by `ask`, from whose answer they learn. Every fiftieth page
   * goes to both. Pages of a template that is being learnt wait for one another, outside of their deadlines.
   */
  answer<Made extends ModelMade>(
    page: LearnerPage,
    wanted: WantedBySchema,
    ask: () => Promise<Made>,
  ): Promise<LearntAnswer<Made>>;
}

export interface LearntSelectorsOptions {
  db: Queryable;
  clock: Clock;
  log: Log;
}

/** Templates that a process knows at a time, and schemas. */
const MOST_TEMPLATES = 500;
const MOST_SCHEMAS = 200;

/** A schema, ready for any number of pages. */
interface LearnableSchema {
  readonly asked: string;
  /** Undefined when its values have no places of their own. */
  readonly fields: readonly SchemaField[] | undefined;
  isValid(value: unknown): boolean;
}

interface Known {
  readonly taught: TaughtTemplate;
  /** One page at a time is asked for while the template is learnt. */
  readonly line: Places;
}

export function openLearntSelectors({ db, clock, log }: LearntSelectorsOptions): LearntSelectors {
  const schemas = new Map<string, LearnableSchema>();
  const templates = new Map<string, Known>();

  function ignore(error: unknown): undefined {
    log.debug('rules of a template were not read or written', { error });
  }

  function schemaOf(wanted: WantedBySchema): LearnableSchema {
    const asked = hash('sha256', JSON.stringify([wanted.schema, wanted.prompt ?? '']), 'hex').slice(0, 32);
    return remembered(schemas, asked, MOST_SCHEMAS, () => learnableSchema(asked, wanted));
  }

  function knownOf({ teamId, host, places: { template } }: LearnerPage, schema: LearnableSchema): Known {
    const name = { teamId, host, template, asked: schema.asked };
    return remembered(templates, Object.values(name).join(' '), MOST_TEMPLATES, () => ({
      taught: new TaughtTemplate(name, schema.fields ?? []),
      line: new Places({ count: 1 }),
    }));
  }

  return {
    async answer(page, wanted, ask) {
      const schema = schemaOf(wanted);
      const { template } = page.places;
      if (schema.fields === undefined) {
        const reason = 'the schema has no fixed set of fields';
        return { way: 'model', made: await ask(), template, reason, lesson: undefined };
      }
      const known = knownOf(page, schema);
      const visit = new Visit(page, { schema, known, ask, db, clock, ignore });
      return visit.run();
    },
  };
}

interface VisitParts<Made> extends Pick<LearntSelectorsOptions, 'db' | 'clock'> {
  schema: LearnableSchema;
  known: Known;
  ask: () => Promise<Made>;
  ignore: (error: unknown) => undefined;
}

/** One page on its way through the rules of its template. */
class Visit<Made extends ModelMade> {
  readonly #page: LearnerPage;
  readonly #parts: VisitParts<Made>;

  constructor(page: LearnerPage, parts: VisitParts<Made>) {
    this.#page = page;
    this.#parts = parts;
  }

  async run(): Promise<LearntAnswer<Made>> {
    const { known } = this.#parts;
    await this.#refresh(false);
    const early = this.#read();
    if ('way' in early) return early;
    if (early.isAudit) return this.#audit(early.reason);
    if (!known.taught.isPromising) return this.#askModel(early.reason);
    using place = await this.#waitForTurn();
    // The pages before this one, here or in another process, may have taught what was missing.
    await this.#refresh(true);
    const late = this.#read();
    if ('way' in late) return late;
    // The place is held until the answer is there.
    return await this.#askModel(late.reason);
  }

  /** Reads the page by the rules: an answer, or the reason to ask the model. */
  #read(): LearntAnswer<Made> | { reason: string; isAudit: boolean } {
    const { known, schema } = this.#parts;
    const given = known.taught.answer(this.#page.places);
    if ('reason' in given) return { reason: given.reason, isAudit: false };
    if (!schema.isValid(given.value))
      return { reason: 'what the rules find does not fit the schema', isAudit: false };
    if (known.taught.isAuditDue) return { reason: 'audit', isAudit: true };
    known.taught.noteAnswered();
    return { way: 'rules', value: given.value, template: this.#page.places.template };
  }

  async #audit(reason: string): Promise<LearntAnswer<Made>> {
    const { taught } = this.#parts.known;
    taught.isAudited = true;
    try {
      return await this.#askModel(reason);
    } finally {
      taught.isAudited = false;
    }
  }

  async #askModel(reason: string): Promise<LearntAnswer<Made>> {
    const { known, ask, db, clock, ignore } = this.#parts;
    const { places } = this.#page;
    const made = await ask();
    if (made.isWhole === false)
      return { way: 'model', made, template: places.template, reason, lesson: undefined };
    const lesson = await known.taught
      .learn(db, { places, value: made.value, now: clock.now() })
      .catch(ignore);
    return { way: 'model', made, template: places.template, reason, lesson };
  }

  async #refresh(isUrgent: boolean): Promise<void> {
    const { known, db, clock, ignore } = this.#parts;
    await known.taught.refresh(db, { now: clock.now(), isUrgent }).catch(ignore);
  }

  /** The wait is for other pages, so it is no time of this one's. */
  async #waitForTurn(): Promise<Disposable> {
    const { deadline, teamId } = this.#page;
    using pause = deadline.pause();
    return await this.#parts.known.line.take({ teamId }, deadline.signal);
  }
}

function learnableSchema(asked: string, { schema: given }: WantedBySchema): LearnableSchema {
  const { schema, mayBeSlow } = checkSchema(given);
  // A pattern that never ends must not hold the main thread.
  if (mayBeSlow) return { asked, fields: undefined, isValid: () => false };
  const { isValid } = createValidator(schema);
  return { asked, fields: schemaFields(schema), isValid: (value) => isValid(value) };
}

/** Gives what is remembered under a key, or makes it; the one that was used longest ago makes room. */
function remembered<Value>(map: Map<string, Value>, key: string, most: number, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}
