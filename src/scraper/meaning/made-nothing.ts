/** A model answered, and its answer cannot be used; the message is the end of a sentence for callers. */
export class MadeNothing extends Error {
  override readonly name = 'MadeNothing';
}
