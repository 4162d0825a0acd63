import * as T from '../../tags.ts';

/** One of these may say again what another one says: a step of a plan, a question to each, a quote. A copied block holds it. */
export const SINGLE: ReadonlySet<number> = new Set([
  T.P,
  T.LI,
  T.UL,
  T.OL,
  T.BLOCKQUOTE,
  T.PRE,
  T.DD,
  T.DT,
  T.DL,
  T.SPAN,
  T.FIGCAPTION,
]);
