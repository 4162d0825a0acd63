import { STOP_WORDS } from '../../text/words/stop-words.ts';
import { SATURATION } from '../impact.ts';
import type { IndexPlan, ScoringTerm } from '../index-plan.ts';

const MOST_TERMS = 20;
const TERM_OF_OPERATOR = /:/;

/** The terms that a page is about: those that count most in it and that few others have. */
export function heaviestTerms(
  impacts: ReadonlyMap<string, number>,
  rarityOf: (term: string) => number,
): ScoringTerm[] {
  return [...impacts]
    .filter(([term]) => !TERM_OF_OPERATOR.test(term) && !STOP_WORDS.has(term))
    .map(([term, impact]) => ({ term, weight: SATURATION[impact]! }))
    .toSorted((left, right) => right.weight * rarityOf(right.term) - left.weight * rarityOf(left.term))
    .slice(0, MOST_TERMS);
}

/** A plan that also looks for the terms of a page that `related:` names, and not for the page itself. */
export function withRelated(plan: IndexPlan, url: string, terms: readonly ScoringTerm[]): IndexPlan {
  return {
    ...plan,
    scoring: [...plan.scoring, ...terms],
    rowChecks: [...plan.rowChecks, { kind: 'page', values: [url], isNegated: true }],
  };
}
