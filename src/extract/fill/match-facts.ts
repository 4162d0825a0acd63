import { TRUST, type Fact } from '../facts/fact.ts';
import { kindredNames, nameFit, singularWords } from './aliases.ts';

/** A fact that may be the value of a property, and how likely it is, from 0 to 1. */
export interface Candidate {
  readonly fact: Fact;
  readonly score: number;
}

/** Below it a property is left out: nothing is guessed. */
const LEAST_SCORE = 0.5;
const MOST_CANDIDATES = 12;
/** So many names that share a word with a property are compared. */
const MOST_NAMES = 200;

/** Finds the facts for properties; remembers each name, since lists ask for the same ones again and again. */
export class FactMatcher {
  readonly #byName = new Map<string, Fact[]>();
  readonly #byWord = new Map<string, Set<string>>();
  readonly #found = new Map<string, readonly Candidate[]>();

  constructor(facts: readonly Fact[]) {
    for (const fact of facts) {
      const same = this.#byName.get(fact.name);
      if (same !== undefined) same.push(fact);
      else {
        this.#byName.set(fact.name, [fact]);
        for (const word of singularWords(fact.name)) this.#index(word, fact.name);
      }
    }
  }

  /** The likeliest first; of equals the one that stands first on the page. `property` is in words. */
  candidates(property: string): readonly Candidate[] {
    const known = this.#found.get(property);
    if (known !== undefined) return known;
    const found: Candidate[] = [];
    for (const name of this.#namesLike(property)) {
      const fit = nameFit(property, name);
      for (const fact of this.#byName.get(name)?.slice(0, MOST_CANDIDATES) ?? []) {
        const score = fit * TRUST[fact.source];
        if (score >= LEAST_SCORE) found.push({ fact, score });
      }
    }
    const best = found.toSorted((one, other) => other.score - one.score).slice(0, MOST_CANDIDATES);
    this.#found.set(property, best);
    return best;
  }

  #index(word: string, name: string): void {
    const names = this.#byWord.get(word);
    if (names === undefined) this.#byWord.set(word, new Set([name]));
    else if (names.size < MOST_NAMES) names.add(name);
  }

  /** Names that could fit at all, in the order of the page. */
  #namesLike(property: string): Iterable<string> {
    const names = new Set([property, ...kindredNames(property)].filter((name) => this.#byName.has(name)));
    for (const word of singularWords(property))
      for (const name of this.#byWord.get(word) ?? []) names.add(name);
    return names;
  }
}
