import type { Document } from '../contract/documents/document.ts';
import { JsonText } from '../lib/json/json-text.ts';
import { PackedJson } from '../lib/json/packed-json.ts';
import type { FormatOutput } from './formats/format.ts';

/** Fields in which a large page makes a document large. */
export const PACKABLE_FIELDS = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'attributes',
  'pages',
  'blocks',
] as const;

export type PackableField = (typeof PACKABLE_FIELDS)[number];

type Packed<Fields> = {
  [Field in keyof Fields]: Field extends PackableField ? Fields[Field] | PackedJson : Fields[Field];
};

/** The output of formats; a thread has turned large fields into JSON. */
export type PackedOutput = Packed<FormatOutput>;

/** A document of which what is large is JSON already: nobody on the way from the page to the caller looks into it. */
export type PackedDocument = Omit<Packed<Document>, 'changeTracking'> & {
  changeTracking?: PackedChanges | undefined;
};

type PackedChanges = Omit<NonNullable<Document['changeTracking']>, 'diff'> & {
  diff?: string | PackedJson | undefined;
};

/** Nothing of it is large. */
export function isUnpacked(document: PackedDocument): document is Document {
  return !isPackedJson(document.changeTracking?.diff) && !Object.values(document).some(isPackedJson);
}

/** Writes a document as `JSON.stringify` would, without its large fields ever being texts. */
export function documentJson(document: PackedDocument): JsonText {
  return isUnpacked(document) ? JsonText.of(JSON.stringify(document)) : objectJson(document);
}

/** Field by field. */
function objectJson(object: object): JsonText {
  const texts: Array<string | JsonText> = [];
  for (const [name, value] of Object.entries(object) as Array<[string, unknown]>) {
    const json = name === 'changeTracking' && value ? objectJson(value) : fieldJson(value);
    if (json !== undefined) texts.push(`${texts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`, json);
  }
  return JsonText.of(...texts, '}');
}

function fieldJson(value: unknown): string | JsonText | undefined {
  return isPackedJson(value) ? value : JSON.stringify(value);
}

function isPackedJson(value: unknown): value is PackedJson {
  return value instanceof PackedJson;
}

/** Parses the large fields of a document, which are as large as the page. */
export function unpackDocument(document: PackedDocument): Document {
  return isUnpacked(document) ? document : (objectJson(document).parse() as Document);
}
