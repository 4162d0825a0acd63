/** Something could not be done on a page because of what the page is or has; the message says what was seen instead. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem';
}
