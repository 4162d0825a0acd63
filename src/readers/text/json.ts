import { codeBlockHtml, normaliseLines } from './code-block.ts';
import { indentJson } from './indent-json.ts';
import type { Reader } from '../reader.ts';

/** JSON as an indented code block; text that is not valid JSON, or one value a line, stays as it was sent. */
export const jsonReader: Reader = {
  label: 'JSON files',
  mediaTypes: [
    'application/json',
    'text/json',
    'application/ld+json',
    'application/x-ndjson',
    'application/jsonl',
  ],
  extensions: ['json', 'jsonl', 'ndjson', 'geojson', 'webmanifest'],
  read({ text }) {
    const lines = normaliseLines(text);
    return { html: codeBlockHtml(indentJson(lines) ?? lines, 'json') };
  },
};
