import { archives } from './archives.ts';
import { compoundFiles } from './compound-files.ts';
import type { HostileFile } from './hostile-file.ts';
import { pdfContents } from './pdf-contents.ts';
import { pdfStructures } from './pdf-structures.ts';
import { pictures } from './pictures.ts';
import { richTexts } from './rich-texts.ts';
import { slideDecks } from './slide-decks.ts';
import { xmlTexts } from './xml-texts.ts';

/** Every hostile file there is; names are unique. */
export const hostileFiles: readonly HostileFile[] = [
  ...pdfContents,
  ...pdfStructures,
  ...archives,
  ...xmlTexts,
  ...richTexts,
  ...slideDecks,
  ...compoundFiles,
  ...pictures,
];
