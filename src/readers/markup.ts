const TEXT = /[&<>\u00a0]/g;
const ATTRIBUTE = /[&<>"\u00a0]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

/** Text as the content of an element. */
export function escapeText(text: string): string {
  return text.replace(TEXT, (character) => ENTITIES[character]!);
}

/** Text between double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(ATTRIBUTE, (character) => ENTITIES[character]!);
}
