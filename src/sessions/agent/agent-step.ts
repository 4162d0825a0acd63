import { checkSchema } from '../../json-schema/check-schema.ts';
import { prepareSchema } from '../../json-schema/prepare-schema.ts';
import type { AskedSchema } from '../../models/ask-for-json.ts';

/** The tools of the agent, each with the members that it cannot do without. */
const TOOLS = {
  snapshot: [],
  read: [],
  click: ['ref'],
  fill: ['ref', 'text'],
  select: ['ref', 'option'],
  press: ['key'],
  scroll: [],
  navigate: ['url'],
  back: [],
  wait: [],
  tab: ['number'],
  done: ['answer'],
} as const satisfies Record<string, readonly string[]>;

export type AgentTool = keyof typeof TOOLS;

/** One step as a model asks for it; a member that its tool has no use for is left alone. */
export interface AgentStep {
  tool: AgentTool;
  /** A sentence of the model for itself, which stays in its sight. */
  note?: string;
  /** `e12` */
  ref?: string;
  text?: string;
  submit?: boolean;
  option?: string;
  key?: string;
  direction?: 'up' | 'down';
  url?: string;
  /** Milliseconds, the number of a part or of a tab. */
  number?: number;
  /** Words: of a question, or of the part of a page that is wanted. */
  query?: string;
  full?: boolean;
  answer?: string;
  /** JSON, as a text. */
  data?: string;
}

const text = (description: string): object => ({ type: 'string', description });
const prepared = prepareSchema(
  checkSchema({
    type: 'object',
    properties: {
      note: text('One short sentence: the facts to remember, and why this step.'),
      tool: { type: 'string', enum: Object.keys(TOOLS) },
      ref: text('The reference of an element of the newest view, such as e12.'),
      text: text('fill: what to write. wait: text to wait for.'),
      submit: { type: 'boolean', description: 'fill: press Enter afterwards.' },
      option: text('select: the option, as the view names it.'),
      key: text('press: such as Enter, Escape, ArrowDown, Control+A.'),
      direction: { type: 'string', enum: ['up', 'down'] },
      url: text('navigate: the whole address.'),
      number: { type: 'integer', description: 'wait: milliseconds. read: the part. tab: its number.' },
      query: text('read: a question about the page. snapshot: words of the part that is wanted.'),
      full: { type: 'boolean', description: 'snapshot: as many elements as there is room for.' },
      answer: text('done: the answer to the user, in the language of the task.'),
      data: text('done: JSON as a text, where the task asks for data.'),
    },
    required: ['tool'],
    additionalProperties: false,
  }),
);

/** The schema of a step, which takes it in the forms that models give to calls of tools as well. */
export const stepSchema: AskedSchema = {
  ...prepared,
  read: (answer, isStrict) => prepared.read(asStep(answer), isStrict),
};

type Members = Readonly<Record<string, unknown>>;

const CALL_NAMES = ['tool', 'name', 'action', 'function', 'tool_name'];
const ARGUMENT_NAMES = ['arguments', 'args', 'parameters', 'params', 'input'];

/** Gives a step the form that was asked for, where it has that of a call: a name with arguments, or arguments under a name. */
function asStep(answer: unknown): unknown {
  const first: unknown = Array.isArray(answer) ? (answer[0] ?? null) : answer;
  if (!isMembers(first)) return first;
  const inner = first['tool_call'] ?? first['function_call'] ?? first['function'];
  const call = isMembers(inner) ? inner : first;
  const { name, members } = isToolName(call['tool']) ? { name: call['tool'], members: call } : nameOf(call);
  if (name === undefined) return first;
  const given = ARGUMENT_NAMES.map((one) => argumentsOf(members[one])).find((one) => one !== undefined);
  const { ref, ...rest } = { ...members, ...given };
  for (const key of [...CALL_NAMES, ...ARGUMENT_NAMES]) delete rest[key];
  return { ...rest, tool: name, ...(ref !== undefined && ref !== null && { ref: plainRef(ref) }) };
}

function nameOf(call: Members): { name: AgentTool | undefined; members: Members } {
  for (const key of CALL_NAMES) {
    const name = call[key];
    if (isToolName(name)) return { name, members: call };
  }
  const [key, ...others] = Object.keys(call).filter(isToolName);
  if (key === undefined || others.length > 0) return { name: undefined, members: call };
  const { [key]: given, ...rest } = call;
  const members = argumentsOf(given);
  return members === undefined
    ? { name: undefined, members: call }
    : { name: key, members: { ...rest, ...members } };
}

function argumentsOf(value: unknown): Members | undefined {
  if (isMembers(value)) return value;
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isMembers(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** `[e12]`, `ref=e12`, `@e12` and `12` are what models make of `e12`. */
function plainRef(ref: unknown): unknown {
  const digits = /^\W*(?:ref\W*)?e?(\d{1,9})\W*$/i.exec(
    typeof ref === 'number' ? String(ref) : textOf(ref),
  )?.[1];
  return digits === undefined ? ref : `e${digits}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isToolName(value: unknown): value is AgentTool {
  return typeof value === 'string' && Object.hasOwn(TOOLS, value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says what a step lacks, a line each. `isKnown` tells the references of the newest view. */
export function faultsOf(step: AgentStep, isKnown: (ref: string) => boolean): string[] {
  const missing = TOOLS[step.tool].filter((name) => isAbsent(step[name]));
  const faults = missing.map((name) => `/${name}: The tool ${step.tool} needs it.`);
  const { ref } = step;
  const takesRef = step.tool === 'scroll' || (TOOLS[step.tool] as readonly string[]).includes('ref');
  if (takesRef && ref !== undefined && ref !== '' && !isKnown(ref)) {
    faults.push(`/ref: The newest view has no element ${JSON.stringify(ref.slice(0, 40))}.`);
  }
  return faults;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
