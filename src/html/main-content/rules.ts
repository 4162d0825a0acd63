/** Rule numbers of the removal mask; 0 is "kept". */
export const RULE = {
  invisible: 1,
  hidden: 2,
  navigation: 3,
  'page header': 4,
  'page footer': 5,
  aside: 6,
  form: 7,
  control: 8,
  dialog: 9,
  cookies: 10,
  share: 11,
  related: 12,
  sidebar: 13,
  subscribe: 14,
  comments: 15,
  reviews: 16,
  poster: 17,
  notice: 18,
  advertisement: 19,
  promotion: 20,
  byline: 21,
  account: 22,
  'outside main': 23,
  'outside the prose': 24,
  'link list': 25,
  cards: 26,
  repeated: 27,
  announced: 28,
  'above the title': 29,
  'skip link': 30,
  'link label': 31,
  'site frame': 32,
  label: 33,
  'machine data': 34,
  editing: 35,
  river: 36,
} as const;

export type RuleName = keyof typeof RULE;

/** Name of each rule number, as a trace prints it. */
export const RULE_NAMES: readonly string[] = ['kept', ...Object.keys(RULE)];

/** The rule of a mask value above 0. */
export function ruleName(rule: number): RuleName {
  return RULE_NAMES[rule] as RuleName;
}
