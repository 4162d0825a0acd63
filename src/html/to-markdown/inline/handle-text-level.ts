import type { Handler } from '../handler.ts';
import { STRONG } from './run.ts';

const COPIES = /\b(?:copy|clipboard)/i;
const NORMAL_WEIGHT = /font-weight\s*:\s*(?:normal|400)/i;

/** An element that marks its text. */
export function marked(mark: number): Handler {
  return {
    open: (writer) => writer.mark(mark),
    close: (writer) => writer.unmark(mark),
  };
}

/** `b` and `strong`; Google Docs wraps whole documents in a `b` of normal weight. */
export const strong: Handler = {
  open(writer, node) {
    if (!NORMAL_WEIGHT.test(writer.tree.attribute(node, 'style') ?? '')) writer.mark(STRONG);
  },
  close(writer, node) {
    if (!NORMAL_WEIGHT.test(writer.tree.attribute(node, 'style') ?? '')) writer.unmark(STRONG);
  },
};

/** An element whose text stands between two others, as `q` between quotation marks. */
export function enclosed(before: string, after: string): Handler {
  return {
    open: (writer) => writer.text(before),
    close: (writer) => writer.text(after),
  };
}

/** Text on a button is often a heading or a question, except where the button copies the code beside it. */
export const button: Handler = {
  open(writer, node) {
    const { tree } = writer;
    const isCopier = ['class', 'aria-label', 'title'].some((name) =>
      COPIES.test(tree.attribute(node, name) ?? ''),
    );
    if (isCopier) return false;
    writer.space();
    return true;
  },
  close: (writer) => writer.space(),
};

export const lineBreak: Handler = {
  open: (writer) => writer.lineBreak(),
};

/** An element of which nothing is written. */
export const skipped: Handler = {
  open: () => false,
};
