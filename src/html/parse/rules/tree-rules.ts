import { FIRST_UNKNOWN_TAG, tagId } from '../../tags.ts';
import type { TreeBuilder } from '../tree-builder.ts';

/**
 * One rule of tree construction for the current token. It answers `DONE`, or the mode whose rules the token meets next:
 * "reprocess the token" (having set `mode`) and "using the rules for" are the same to it.
 */
export type Rule = (builder: TreeBuilder, tag: number) => number;

/** Rules by tag id. */
export class RuleTable {
  readonly #rules: Rule[];
  readonly #otherwise: Rule;

  constructor(otherwise: Rule, rules: ReadonlyArray<readonly [rule: Rule, names: string]>) {
    this.#otherwise = otherwise;
    this.#rules = Array.from({ length: FIRST_UNKNOWN_TAG }, () => otherwise);
    for (const [rule, names] of rules) {
      for (const name of names.split(' ')) {
        const id = tagId(name);
        if (id === undefined) throw new TypeError(`No tag ${name}`);
        this.#rules[id] = rule;
      }
    }
  }

  apply(builder: TreeBuilder, tag: number): number {
    return (this.#rules[tag] ?? this.#otherwise)(builder, tag);
  }
}
