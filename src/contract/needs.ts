/** The parts of the service that options need and that may be absent. */
const PARTS = {
  later: {
    /** The end of a sentence that refuses; a part with a reason is one that this version does not have. */
    reason: 'it needs a language model, which this version cannot use yet',
    variables: [],
    mark: 'Not in this version: it needs a language model.',
  },
  model: {
    reason: undefined,
    variables: ['DECANT_LLM_BASE_URL', 'DECANT_LLM_MODEL'],
    mark: 'Needs a language model: `DECANT_LLM_BASE_URL` and `DECANT_LLM_MODEL`.',
  },
  browser: {
    reason: undefined,
    variables: ['DECANT_BROWSER_PATH', 'DECANT_BROWSER_URL'],
    mark: 'Needs a browser: the one that comes along on Linux, or that of `DECANT_BROWSER_PATH` or `DECANT_BROWSER_URL`.',
  },
} as const satisfies Record<
  string,
  { reason: string | undefined; variables: readonly string[]; mark: string }
>;

type Part = keyof typeof PARTS;

/**
 * Options under the names that errors give them, each with the part that it needs. The service refuses by this table,
 * and the reference, OpenAPI and the helps mark what is in it.
 */
const OPTION_NEEDS = {
  'formats: json without schema': 'model',
  'formats: changeTracking with mode json': 'later',
  onlyCleanContent: 'later',
  'formats: screenshot': 'browser',
  'formats: branding': 'browser',
  actions: 'browser',
  waitFor: 'browser',
  profile: 'browser',
} as const satisfies Record<string, Part>;

type NeedyOption = keyof typeof OPTION_NEEDS;

/** The options that need a part. */
export type OptionThatNeeds<Needed extends Part> = {
  [Option in NeedyOption]: (typeof OPTION_NEEDS)[Option] extends Needed ? Option : never;
}[NeedyOption];

/** An option that this version refuses with FEATURE_NOT_AVAILABLE. */
export type RefusedOption = OptionThatNeeds<'later'>;

/** Tells whether this version refuses an option, given by the name that errors give it. */
export function isRefused(option: string): option is RefusedOption {
  return needs(option, 'later');
}

/** Tells whether an option needs a part. */
export function needs<Needed extends Part>(option: string, part: Needed): option is OptionThatNeeds<Needed> {
  return Object.hasOwn(OPTION_NEEDS, option) && OPTION_NEEDS[option as NeedyOption] === part;
}

/** The reason why an option is refused, as the end of a sentence. */
export function refusalReason(option: RefusedOption): string {
  return PARTS[OPTION_NEEDS[option]].reason;
}

/** The variables that give a part. */
export function variablesOf(part: Part): readonly string[] {
  return PARTS[part].variables;
}

export const REFUSED_OPTIONS: readonly RefusedOption[] = Object.keys(OPTION_NEEDS).filter(isRefused);

/** The metadata of a schema: its description with the mark of what the option needs, and the same for programs. */
export interface MarkedMeta {
  description: string;
  /** Present when this version refuses the option: why, as the end of a sentence. */
  'x-refused'?: string;
  /** Present when an operator gives the part: the variables that do. */
  'x-needs'?: readonly string[];
  [name: string]: unknown;
}

/** Marks the schema of an option with what it needs. */
export function withMark(option: NeedyOption, description: string): MarkedMeta {
  const { reason, variables, mark } = PARTS[OPTION_NEEDS[option]];
  return {
    description: `${description} ${mark}`,
    ...(reason !== undefined && { 'x-refused': reason }),
    ...(variables.length > 0 && { 'x-needs': variables }),
  };
}
