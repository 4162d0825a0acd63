import { LearntTemplate, type RuleAnswer } from '../../extract/selectors/learnt-template.ts';
import type { PagePlaces } from '../../extract/selectors/page-places.ts';
import type { SchemaField } from '../../extract/selectors/schema-fields.ts';
import type { Queryable } from '../../store/queryable.ts';
import {
  readLearntTemplate,
  writeLearntTemplate,
  type StoredTemplate,
  type TemplateName,
} from './learnt-templates.ts';

/** The outcome of a lesson: rules were learnt, proved themselves in an audit, or were dropped by it. */
export type Lesson = 'learnt' | 'confirmed' | 'dropped';

/** Other processes may have learnt since. */
const READ_EVERY_MS = 60_000;
/** A template that is hopeless is taught no more. */
const MOST_LESSONS = 12;
const MOST_TRIES = 3;

/** The rules of a template as this process has them, and the revision of the database that they come from. */
export class TaughtTemplate {
  readonly name: TemplateName;
  readonly #fields: readonly SchemaField[];
  #rules: LearntTemplate;
  #revision = 0;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  /** An audit is under way, so no other page needs one. */
  isAudited = false;

  constructor(name: TemplateName, fields: readonly SchemaField[]) {
    this.name = name;
    this.#fields = fields;
    this.#rules = new LearntTemplate(fields);
  }

  get isAuditDue(): boolean {
    return this.#rules.isAuditDue && !this.isAudited;
  }

  /** Whether more lessons may lead to rules; else pages need not wait for one another's. */
  get isPromising(): boolean {
    return this.#rules.taught < MOST_LESSONS && !this.#rules.isHopeless;
  }

  answer(places: PagePlaces): RuleAnswer {
    return this.#rules.answer(places);
  }

  noteAnswered(): void {
    this.#rules.noteAnswered();
  }

  /** Takes over what the database has, where it is newer; at most once a minute unless it must be now. */
  async refresh(db: Queryable, { now, isUrgent }: { now: number; isUrgent: boolean }): Promise<void> {
    if (isUrgent || now - this.#readAt >= READ_EVERY_MS) {
      this.#readAt = now;
      this.#reading = this.#read(db);
    }
    // Pages that come meanwhile wait for it too.
    await this.#reading;
  }

  async #read(db: Queryable): Promise<void> {
    const stored = await readLearntTemplate(db, this.name);
    if (stored !== undefined && stored.revision > this.#revision) this.#takeOver(stored);
  }

  /** Learns from an answer of the model, on top of what other processes have learnt meanwhile. */
  async learn(
    db: Queryable,
    { places, value, now }: { places: PagePlaces; value: unknown; now: number },
  ): Promise<Lesson | undefined> {
    if (this.#rules.taught >= MOST_LESSONS && this.#rules.isHopeless) return undefined;
    for (let tries = 1; ; tries++) {
      const lesson = teach(this.#rules, places, value);
      const state = this.#rules.state();
      const next = { revision: this.#revision, state, seenAt: new Date(now) };
      if (lesson === undefined || (await writeLearntTemplate(db, this.name, next))) {
        if (lesson !== undefined) this.#revision += 1;
        return lesson;
      }
      const stored = await readLearntTemplate(db, this.name);
      // The row has been trimmed, or is written faster than it can be read.
      if (stored === undefined) this.#revision = 0;
      else this.#takeOver(stored);
      if (tries === MOST_TRIES) return lesson;
    }
  }

  #takeOver({ revision, state }: StoredTemplate): void {
    this.#revision = revision;
    this.#rules = new LearntTemplate(this.#fields, state);
  }
}

function teach(rules: LearntTemplate, places: PagePlaces, value: unknown): Lesson | undefined {
  const given = rules.answer(places);
  if ('reason' in given) return rules.teach(places, value) ? 'learnt' : undefined;
  return rules.audit(places, { given: given.value, value }) ? 'confirmed' : 'dropped';
}
