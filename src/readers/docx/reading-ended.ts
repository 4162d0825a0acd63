import type { OutputBudget } from '../html-writer/output-budget.ts';

/** Thrown where reading has to end early; what there is until then is kept. */
export class ReadingEnded extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReadingEnded';
  }
}

/** Throws ReadingEnded when there is no more room: once, so that what has begun can be closed. */
export function spend(budget: OutputBudget, characters: number): void {
  if (budget.isExceeded || budget.take(characters)) return;
  throw new ReadingEnded('The document is too long: its end is missing');
}
