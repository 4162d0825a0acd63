import { isSurelyTex, mayBeTex } from './tex-signs.ts';

/** TeX between the delimiters of a renderer, as it stands in a text. */
export interface FoundTex {
  readonly from: number;
  readonly to: number;
  readonly tex: string;
  readonly isDisplay: boolean;
}

const DELIMITER =
  /\$\$?|\\[([]|\\begin\{(?:equation|align|gather|multline|eqnarray|alignat|flalign)\*?\}|\\\$/g;
const LONGEST_INLINE = 1000;
const LONGEST_DISPLAY = 20_000;

/** Tells whether a text has a character with which TeX could begin. */
export function mayHoldTex(text: string): boolean {
  return text.includes('$') || text.includes('\\');
}

/**
 * Finds the formulas in a text: `\(..\)`, `\[..\]`, `$$..$$`, `$..$` and the environments of displayed mathematics.
 * `isRendered`: the page brings a renderer along, so less is asked of what stands between the delimiters. Amounts of
 * money are none: a `$` opens right before a sign that is no space, and closes right after one, and before no letter
 * or digit (the rule of pandoc). Linear: a closing delimiter is looked for once.
 */
export function findTex(text: string, isRendered: () => boolean): FoundTex[] {
  const found: FoundTex[] = [];
  const closers = new ClosingDelimiters(text);
  DELIMITER.lastIndex = 0;
  for (let match = DELIMITER.exec(text); match !== null; match = DELIMITER.exec(text)) {
    const [opening] = match;
    const one = formulaAt(text, match.index, opening, closers);
    // A dollar sign with a backslash is TeX's own, unless the page's renderer is told otherwise.
    const isSure = one !== undefined && opening !== '\\$' && isSurelyTex(one.tex);
    const isFormula = one !== undefined && (isSure || (mayBeTex(one.tex) && isRendered()));
    if (isFormula) found.push(one);
    DELIMITER.lastIndex = isFormula ? one.to : match.index + opening.length;
  }
  return found;
}

function formulaAt(
  text: string,
  from: number,
  opening: string,
  closers: ClosingDelimiters,
): FoundTex | undefined {
  const start = from + opening.length;
  const closing = closingOf(opening);
  const at = closers.next(closing, start);
  const isInline = opening.endsWith('$') ? opening !== '$$' : opening === '\\(';
  if (at === -1 || at === start || at - start > (isInline ? LONGEST_INLINE : LONGEST_DISPLAY))
    return undefined;
  // The last of several that open before one closes may be meant.
  if (closing !== opening) {
    const again = closers.next(opening, start);
    if (again !== -1 && again < at) return undefined;
  }
  const to = at + closing.length;
  if (isInline && opening !== '\\(' && !isPandocsFormula(text, { from, start, at, to })) return undefined;
  const isEnvironment = opening.startsWith('\\begin');
  const tex = (isEnvironment ? text.slice(from, to) : text.slice(start, at)).trim();
  return tex === '' ? undefined : { from, to, tex, isDisplay: !isInline };
}

function closingOf(opening: string): string {
  if (opening === '\\(') return '\\)';
  if (opening === '\\[') return '\\]';
  return opening.startsWith('\\begin') ? `\\end${opening.slice('\\begin'.length)}` : opening;
}

interface Bounds {
  readonly from: number;
  readonly start: number;
  readonly at: number;
  readonly to: number;
}

/** A dollar sign of a shell, of a price, or of the next formula closes nothing. */
function isPandocsFormula(text: string, { from, start, at, to }: Bounds): boolean {
  return (
    /\S/.test(text[start] ?? '') &&
    /[^\s\\]/.test(text[at - 1]!) &&
    !/[\w$]/.test(text[to] ?? '') &&
    !/[\w\\]/.test(text[from - 1] ?? '')
  );
}

/** The next place of each delimiter, looked for once however many ask. */
class ClosingDelimiters {
  readonly #text: string;
  readonly #places = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** First place of a delimiter from `from` on, which only grows; -1 when there is none. */
  next(delimiter: string, from: number): number {
    const known = this.#places.get(delimiter);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const at = this.#text.indexOf(delimiter, from);
    this.#places.set(delimiter, at);
    return at;
  }
}
