/** The parts of the service that options need and that may be absent. */
const PARTS = {
  model: {
    variables: ['DECANT_LLM_BASE_URL', 'DECANT_LLM_MODEL'],
    mark: 'Needs a language model: `DECANT_LLM_BASE_URL` and `DECANT_LLM_MODEL`.',
  },
  browser: {
    variables: ['DECANT_BROWSER_PATH', 'DECANT_BROWSER_URL'],
    mark: 'Needs a browser: the one that comes along on Linux, or that of `DECANT_BROWSER_PATH` or `DECANT_BROWSER_URL`.',
  },
} as const satisfies Record<string, { variables: readonly string[]; mark: string }>;

type Part = keyof typeof PARTS;

/**
 * Options under the names that errors give them, each with the part that it needs. The
 * reference, OpenAPI and the helps mark what is in it.
 */
const OPTION_NEEDS = {
  'formats: json without schema': 'model',
  'formats: changeTracking with mode json': 'model',
  onlyCleanContent: 'model',
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

/** Tells whether an option needs a part. */
export function needs<Needed extends Part>(option: string, part: Needed): option is OptionThatNeeds<Needed> {
  return Object.hasOwn(OPTION_NEEDS, option) && OPTION_NEEDS[option as NeedyOption] === part;
}

/** The variables that give a part. */
export function variablesOf(part: Part): readonly string[] {
  return PARTS[part].variables;
}

/** The metadata of a schema: its description with the mark of what the option needs, and the same for programs. */
export interface MarkedMeta {
  description: string;
  /** The variables with which an operator gives the part. */
  'x-needs': readonly string[];
  [name: string]: unknown;
}

/** Marks the schema of an option with what it needs. */
export function withMark(option: NeedyOption, description: string): MarkedMeta {
  const { variables, mark } = PARTS[OPTION_NEEDS[option]];
  return {
    description: `${description} ${mark}`,
    'x-needs': variables,
  };
}
