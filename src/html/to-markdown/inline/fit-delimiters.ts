import { firstCharacter, isPunctuation, isSpace, lastCharacter, mayBeLetter } from './characters.ts';
import { DELETED, EMPHASIS, type Run, STRONG, SUBSCRIPT, SUPERSCRIPT } from './run.ts';

const SCRIPTS = SUPERSCRIPT | SUBSCRIPT;

/**
 * Moves the edges of emphasis to where its delimiters work. CommonMark (section 6.2) lets `**` open between a letter
 * and a punctuation mark only if the letter is inside: `a**"b"**` stays four stars. So the punctuation leaves the
 * emphasis: `a"**b**"`. Any other sign there (code, an image, strikethrough) leaves the emphasis whole.
 */
export function fitDelimiters(runs: Run[]): Run[] {
  let all = 0;
  for (const run of runs) all |= run.marks;
  let fitted = runs;
  for (const mark of [STRONG, EMPHASIS, DELETED]) {
    if ((all & mark) !== 0) fitted = new DelimiterFit(fitted, mark).apply();
  }
  return fitted;
}

class DelimiterFit {
  readonly #runs: Run[];
  readonly #mark: number;
  /** Text cut off the start or the end of a run, by its index. */
  readonly #heads = new Map<number, Run>();
  readonly #tails = new Map<number, Run>();

  constructor(runs: Run[], mark: number) {
    this.#runs = runs;
    this.#mark = mark;
  }

  apply(): Run[] {
    const { length } = this.#runs;
    for (let from = 0; from < length;) {
      let to = from + 1;
      if (this.#isMarked(from)) {
        while (to < length && this.#isMarked(to) && (this.#at(to).split & this.#mark) === 0) to++;
        this.#cutStart(from, to);
        this.#cutEnd(from, to);
      }
      from = to;
    }
    return this.#heads.size + this.#tails.size === 0 ? this.#runs : this.#rebuild();
  }

  #isMarked(index: number): boolean {
    return (this.#at(index).marks & this.#mark) !== 0;
  }

  #at(index: number): Run {
    return this.#runs[index]!;
  }

  #cutStart(from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const run = this.#at(index);
      const before = this.#runs[index - 1];
      const length = this.#cutLength(
        run,
        touches(before, run, lastCharacter) ? before : undefined,
        leadingLength,
      );
      if (length < run.text.length) {
        if (length === 0) return;
        this.#heads.set(index, this.#without(run, run.text.slice(0, length)));
        run.text = run.text.slice(length);
        run.split = 0;
        return;
      }
      run.marks &= ~this.#mark;
    }
  }

  #cutEnd(from: number, to: number): void {
    for (let index = to - 1; index >= from && this.#isMarked(index); index--) {
      const run = this.#at(index);
      const after = this.#runs[index + 1];
      const length = this.#cutLength(
        run,
        touches(after, run, firstCharacter) ? after : undefined,
        trailingLength,
      );
      if (length < run.text.length) {
        const kept = run.text.length - length;
        if (length === 0) return;
        this.#tails.set(index, { ...this.#without(run, run.text.slice(kept)), split: 0 });
        run.text = run.text.slice(0, kept);
        return;
      }
      run.marks &= ~this.#mark;
    }
  }

  /** How much of a run at an edge leaves the emphasis: space, and beside a letter whatever is no letter. */
  #cutLength(run: Run, letter: Run | undefined, measure: typeof leadingLength): number {
    if (run.kind === 'break') return Infinity;
    const isText = run.kind === 'text';
    if (letter === undefined) return isText ? measure(run.text, isSpace) : 0;
    if (run.link !== 0 && run.link !== letter.link) return 0;
    const opened = run.marks & ~letter.marks & (this.#mark === DELETED ? SCRIPTS : SCRIPTS | DELETED);
    return isText && opened === 0 ? measure(run.text, isNotWord) : Infinity;
  }

  #without(run: Run, text: string): Run {
    return { ...run, text, marks: run.marks & ~this.#mark };
  }

  #rebuild(): Run[] {
    const rebuilt: Run[] = [];
    for (const [index, run] of this.#runs.entries()) {
      const head = this.#heads.get(index);
      const tail = this.#tails.get(index);
      if (head !== undefined) rebuilt.push(head);
      if (run.text !== '' || run.kind === 'break') rebuilt.push(run);
      if (tail !== undefined) rebuilt.push(tail);
    }
    return rebuilt;
  }
}

/** True when a letter stands right beside the delimiter; the bracket of a link or a tag between them keeps it off. */
function touches(outside: Run | undefined, inside: Run, edge: (text: string) => string): outside is Run {
  if (outside?.kind !== 'text' || (outside.marks & ~inside.marks & SCRIPTS) !== 0) return false;
  return (outside.link === 0 || outside.link === inside.link) && mayBeLetter(edge(outside.text));
}

type Test = (character: string) => boolean;

function isNotWord(character: string): boolean {
  return isPunctuation(character) || isSpace(character);
}

function leadingLength(text: string, test: Test): number {
  let length = 0;
  for (const character of text) {
    if (!test(character)) return length;
    length += character.length;
  }
  return length;
}

function trailingLength(text: string, test: Test): number {
  let end = text.length;
  while (end > 0) {
    const character = lastCharacter(text.slice(Math.max(0, end - 2), end));
    if (!test(character)) break;
    end -= character.length;
  }
  return text.length - end;
}
