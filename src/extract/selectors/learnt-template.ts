import { applyRule, isProven, MOST_VOTERS, trainRules, type FieldRule } from './field-rules.ts';
import { assemble, emptinessOf, emptyValue, isSameValue, valueAt, type Empty } from './field-values.ts';
import { isNamedKey } from './element-keys.ts';
import { applyListRule, CONFLICT, trainListRules, type ListRule } from './list-rules.ts';
import type { PagePlaces } from './page-places.ts';
import { PlaceIndex } from './place-index.ts';
import type { SchemaField } from './schema-fields.ts';

/** A field of a template as far as it is known. Plain data. */
interface LearntField {
  rules: FieldRule[];
  lists: ListRule[];
  /** Pages of the model on which it had a value, and on which it had none. */
  present: number;
  absent: number;
  /** How the model writes that there is none. */
  empty: Empty;
}

/** A template as it is kept. Plain data. */
export interface LearntState {
  readonly version: number;
  /** Pages that the model has answered since the rules were last dropped. */
  readonly taught: number;
  /** Pages that the rules have answered since the last audit. */
  readonly answered: number;
  readonly fields: readonly LearntField[];
  /** Digests of names of places on the model's pages. */
  readonly known: readonly number[];
  /** Pages with unknown parts on which the model said nothing else than the rules. */
  readonly fruitless: number;
}

/** The value that the rules give, or the reason why the model must be asked. */
export type RuleAnswer = { readonly value: unknown } | { readonly reason: string };

const VERSION = 1;
/** Pages that the model answers before the rules are believed. */
const LEAST_TAUGHT = 2;
/** Each such page goes to the model as well. */
const AUDIT_EVERY = 50;
/** After so many pages with new parts and nothing new to say, new parts are no sign any more. */
const MOST_FRUITLESS = 3;
const MOST_KNOWN = 1_500;

/** The rules of one template and schema: they answer pages, learn from those of the model, and say when they do not know. */
export class LearntTemplate {
  readonly #schema: readonly SchemaField[];
  #fields: LearntField[];
  #known: Set<number>;
  #taught = 0;
  #answered = 0;
  #fruitless = 0;

  constructor(schema: readonly SchemaField[], state?: LearntState) {
    this.#schema = schema;
    this.#fields = schema.map(() => emptyField());
    this.#known = new Set();
    if (state?.version !== VERSION || state.fields.length !== schema.length) return;
    this.#fields = state.fields.map((field) => ({ ...field }));
    this.#known = new Set(state.known);
    this.#taught = state.taught;
    this.#answered = state.answered;
    this.#fruitless = state.fruitless;
  }

  get taught(): number {
    return this.#taught;
  }

  /** Whether the model is to be asked although the rules answer. */
  get isAuditDue(): boolean {
    return this.#answered + 1 >= AUDIT_EVERY;
  }

  /** Whether a field has been seen on two pages without any place in common: rules will not do without the model. */
  get isHopeless(): boolean {
    return this.#fields.some(
      ({ present, rules, lists }) => present >= LEAST_TAUGHT && rules.length + lists.length === 0,
    );
  }

  state(): LearntState {
    return {
      version: VERSION,
      taught: this.#taught,
      answered: this.#answered,
      fields: this.#fields,
      known: [...this.#known],
      fruitless: this.#fruitless,
    };
  }

  /** Reads a page by the rules. */
  answer(page: PagePlaces): RuleAnswer {
    if (!page.isWhole) return { reason: 'the page is too large for rules' };
    if (this.#taught < LEAST_TAUGHT) return { reason: 'the template is new' };
    const index = new PlaceIndex(page);
    const values: unknown[] = [];
    for (const [at, schema] of this.#schema.entries()) {
      const read = this.#read(schema, this.#fields[at]!, index);
      if ('reason' in read) return { reason: `${read.reason}: /${schema.path.join('/')}` };
      values.push(read.value);
    }
    const part = this.#findUnknown(index);
    if (part !== undefined) return { reason: `the page has a part that is new: ${part}` };
    return { value: assemble(this.#schema, values) };
  }

  /** Counts a page that the rules have answered. */
  noteAnswered(): void {
    this.#answered += 1;
  }

  /** Learns from the answer of the model. False when there is nothing to learn: the page is too large, or the value has parts that no field names. */
  teach(page: PagePlaces, value: unknown): boolean {
    if (!page.isWhole) return false;
    const values = this.#schema.map((field) => valueAt(value, field));
    if (!isSameValue(assemble(this.#schema, values), value)) return false;
    const before = this.answer(page);
    const index = new PlaceIndex(page);
    for (const [at, schema] of this.#schema.entries())
      teachField(schema, this.#fields[at]!, index, values[at]);
    this.#noteParts(index);
    const after = this.answer(page);
    const wasForParts = 'reason' in before && before.reason.startsWith('the page has a part');
    if (wasForParts && 'value' in after && isSameValue(after.value, value)) this.#fruitless += 1;
    this.#taught += 1;
    return true;
  }

  /** Compares the answer of the model with that of the rules; they are dropped when it is another one. */
  audit(page: PagePlaces, { given, value }: { given: unknown; value: unknown }): boolean {
    this.#answered = 0;
    const isRight = isSameValue(given, value);
    if (!isRight) this.drop();
    this.teach(page, value);
    return isRight;
  }

  drop(): void {
    this.#fields = this.#schema.map(() => emptyField());
    this.#known.clear();
    this.#taught = 0;
    this.#answered = 0;
    this.#fruitless = 0;
  }

  #read(schema: SchemaField, field: LearntField, index: PlaceIndex): { value: unknown } | { reason: string } {
    const { proven, others } = votesOf(schema, field, index);
    if (proven.length > 1 || proven.includes(CONFLICT)) return { reason: 'the rules disagree' };
    // All of them are silent where nothing is stated.
    if (proven.length === 1 && proven[0] !== undefined) return { value: proven[0] };
    if (others.length > 0) return { reason: 'the rules are not proven' };
    if (field.absent === 0) return { reason: 'no rule finds it' };
    if (schema.isRequired && !schema.isNullable) return { reason: 'a required field is not found' };
    return { value: emptyValue(field.empty) };
  }

  /** A part with a name that no page of the model had: the rules cannot know what it means. */
  #findUnknown(index: PlaceIndex): string | undefined {
    if (this.#fruitless >= MOST_FRUITLESS || this.#known.size >= MOST_KNOWN) return undefined;
    for (const key of index.keys()) if (isPart(key) && !this.#known.has(digestOf(key))) return key;
    return undefined;
  }

  #noteParts(index: PlaceIndex): void {
    for (const key of index.keys()) {
      if (this.#known.size >= MOST_KNOWN) return;
      if (isPart(key)) this.#known.add(digestOf(key));
    }
  }
}

function emptyField(): LearntField {
  return { rules: [], lists: [], present: 0, absent: 0, empty: 'none' };
}

function teachField(schema: SchemaField, field: LearntField, index: PlaceIndex, value: unknown): void {
  const empty = emptinessOf(value);
  if (empty !== undefined) {
    field.absent += 1;
    field.empty = empty;
    // A rule that finds something where nothing is meant is wrong.
    field.rules = field.rules.filter((rule) => applyRule(rule, schema, index) === undefined);
    field.lists = field.lists.filter((rule) => applyListRule(rule, schema, index) === undefined);
    return;
  }
  field.present += 1;
  if (schema.kind === 'records')
    field.lists = trainListRules(field.lists, schema, index, value as readonly unknown[]);
  else field.rules = trainRules(field.rules, schema, index, value);
}

/** The different values of rules that are believed, and of those that are not yet. */
function votesOf(schema: SchemaField, field: LearntField, index: PlaceIndex) {
  const exceptions = voteOf(
    field.rules.filter(({ isException }) => isException),
    schema,
    index,
  );
  const isExcepted = exceptions.others.length > 0 || exceptions.proven.some((value) => value !== undefined);
  if (isExcepted) return { ...exceptions, proven: exceptions.proven.filter((value) => value !== undefined) };
  if (schema.kind === 'records') return listVotes(schema, field, index);
  return voteOf(
    field.rules.filter(({ isException }) => !isException),
    schema,
    index,
  );
}

function voteOf(rules: readonly FieldRule[], schema: SchemaField, index: PlaceIndex): Votes {
  const proven = new Map<string, unknown>();
  for (const rule of rules.filter(isProven).slice(0, MOST_VOTERS))
    addVote(proven, applyRule(rule, schema, index));
  const isSilent = [...proven.values()].every((value) => value === undefined);
  const unproven = isSilent ? rules.filter((rule) => !isProven(rule)) : [];
  const others = unproven
    .map((rule) => applyRule(rule, schema, index))
    .filter((value) => value !== undefined);
  return { proven: [...proven.values()], others };
}

function listVotes(schema: SchemaField, { lists }: LearntField, index: PlaceIndex): Votes {
  const proven = new Map<string, unknown>();
  const others: unknown[] = [];
  for (const rule of lists) {
    const given = applyListRule(rule, schema, index);
    if (rule.hits >= LEAST_TAUGHT) addVote(proven, given);
    else if (given !== undefined) others.push(given);
  }
  return { proven: [...proven.values()], others };
}

interface Votes {
  readonly proven: readonly unknown[];
  readonly others: readonly unknown[];
}

function addVote(votes: Map<string, unknown>, value: unknown): void {
  votes.set(value === CONFLICT ? '' : (JSON.stringify(value) ?? 'silent'), value);
}

/** Names of elements, and of labels with values. */
function isPart(key: string): boolean {
  if (isNamedKey(key)) return !key.includes('@');
  // A label with a number in it is what the page is about.
  return /^(?:pair|microdata):\D+$/.test(key);
}

function digestOf(text: string): number {
  let sum = 7;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}
