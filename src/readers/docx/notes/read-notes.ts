import { footnoteList } from '../../html-writer/footnotes.ts';
import { partOfType } from '../../ooxml/relationships.ts';
import type { OoxmlPackage } from '../../ooxml/open-ooxml.ts';
import { OOXML_NAMESPACES } from '../../ooxml/ooxml-namespaces.ts';
import { walkChildren } from '../../xml/walk-children.ts';
import { BlockReader } from '../blocks/read-blocks.ts';
import { type DocxDocument, openStory } from '../story.ts';
import type { NoteKind, NoteRegister } from './note-register.ts';

const KINDS: readonly NoteKind[] = ['footnote', 'endnote'];

/** Parts of the notes of a document, by kind. */
export type NoteParts = ReadonlyMap<NoteKind, string>;

/** Enters all notes of a document whose main part is `main`. */
export function registerNotes(file: OoxmlPackage, main: string, notes: NoteRegister): NoteParts {
  const parts = new Map<NoteKind, string>();
  for (const kind of KINDS) {
    const part = partOfType(file.relationshipsOf(main), `${kind}s`);
    const bytes = part === undefined ? undefined : file.readIfWhole(part);
    if (part === undefined || bytes === undefined) continue;
    parts.set(kind, part);
    walkChildren(bytes, OOXML_NAMESPACES, `w:${kind}s`, (note) => {
      const id = note.attributes['w:id'];
      // Separators and the like have a type.
      const type = note.attributes['w:type'] ?? 'normal';
      if (note.name === `w:${kind}` && id !== undefined && type === 'normal') notes.add(kind, id, note);
    });
  }
  return parts;
}

/** The notes that the text refers to, as a list; '' when there are none. */
export function notesHtml(document: DocxDocument, parts: NoteParts): string {
  const items: string[] = [];
  for (const { kind, content } of document.notes.used()) {
    const reader = new BlockReader(openStory(document, parts.get(kind) ?? ''), true);
    reader.readAll(content);
    items.push(reader.finishCell().html);
  }
  return footnoteList(items);
}
