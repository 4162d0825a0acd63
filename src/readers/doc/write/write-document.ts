import { footnoteList } from '../../html-writer/footnotes.ts';
import type { DocumentContext } from '../document-context.ts';
import { StoryWriter } from './story-writer.ts';

/** The whole document as HTML: its text, text boxes that are nowhere anchored, then its notes. */
export function writeDocument(context: DocumentContext): string {
  const { fib, text, textBoxes } = context;
  const length = fib.lengths.main > 0 ? fib.lengths.main : text.text.length;
  const parts = [new StoryWriter(context, 0, length).write()];
  for (const { start, end } of textBoxes.takeRest()) {
    parts.push(new StoryWriter(context, start, end).write());
  }
  parts.push(writeNotes(context));
  return parts.join('');
}

function writeNotes(context: DocumentContext): string {
  const items: string[] = [];
  // Writing one may meet others.
  for (let i = 0; i < context.notes.met.length; i++) {
    const note = context.notes.met[i]!;
    items.push(new StoryWriter(context, note.start, note.end, { isNote: true }).writeNote());
  }
  return footnoteList(items);
}
