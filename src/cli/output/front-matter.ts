import type { Document } from '../../contract/documents/document.ts';

/** Characters that YAML does not print (YAML 1.2, 5.1), or that an older reader takes for the end of a line. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Facts about a page as YAML between two lines of dashes, for the top of its Markdown: values are always quoted. */
export function frontMatter({ metadata }: Pick<Document, 'metadata'>): string {
  const { title, url, sourceURL, description, language, publishedTime, modifiedTime, statusCode } = metadata;
  const lines = Object.entries({
    title,
    url,
    sourceURL: sourceURL === url ? undefined : sourceURL,
    description,
    language,
    publishedTime,
    modifiedTime,
  }).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${quoted(value)}\n`]));
  return `---\n${lines.join('')}statusCode: ${statusCode}\n---\n\n`;
}

/** A string of JSON is one of YAML, as long as all in it can be printed. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    UNPRINTABLE,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}
