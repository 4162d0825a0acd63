import type { XmlElement } from '../../xml/xml-element.ts';
import type { OutputBudget } from '../../html-writer/output-budget.ts';
import { TextRuns } from '../../text-document/text-runs.ts';

/**
 * A part that is anchored in a paragraph and stands beside its text: the content of a text box, or blocks that are
 * ready.
 */
export type Float = { kind: 'box'; content: XmlElement } | { kind: 'html'; html: string };

/** A paragraph while it is read. */
export interface Paragraph {
  runs: TextRuns;
  floats: Float[];
  /** HTML ids of the bookmarks that begin in it. */
  ids: string[];
  /** It holds a drawn horizontal line. */
  hasRule: boolean;
  /** A table of contents goes on in it. */
  isContents: boolean;
}

export function emptyParagraph(budget: OutputBudget): Paragraph {
  return { runs: new TextRuns(budget), floats: [], ids: [], hasRule: false, isContents: false };
}
