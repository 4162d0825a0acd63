import type { CompoundFile } from './open-cfb.ts';
import { type PropertySection, type PropertyValue, readPropertySet } from './property-set.ts';
import type { DocumentProperties } from '../document.ts';
import { encodingOfCodePage } from '../office/code-pages.ts';
import { languageOf } from '../office/language-of-lcid.ts';

/** Numbers of properties ([MS-OLEPS] 3.1). */
const TEXTS = {
  title: 2,
  subject: 3,
  author: 4,
  keywords: 5,
  description: 6,
  createdAt: 12,
  modifiedAt: 13,
  generator: 18,
} as const;
const MAX_CUSTOM = 100;

/** Reads the properties of a file. `language`: that of its text, a Windows LCID, 0 when unknown. */
export function readSummary(container: CompoundFile | undefined, language: number): DocumentProperties {
  const [summary] = sectionsOf(container, '\u0005SummaryInformation');
  const properties: DocumentProperties = {};
  for (const [name, id] of Object.entries(TEXTS) as Array<[keyof typeof TEXTS, number]>) {
    const value = textOf(summary?.values.get(id));
    if (value !== '') properties[name] = value;
  }
  const code = languageOf(language);
  if (code !== undefined) properties.language = code;
  const custom = readCustom(sectionsOf(container, '\u0005DocumentSummaryInformation')[1]);
  return custom === undefined ? properties : { ...properties, custom };
}

function sectionsOf(container: CompoundFile | undefined, name: string): PropertySection[] {
  const stream = container?.stream(name);
  return stream === undefined ? [] : readPropertySet(stream, encodingOfCodePage);
}

function readCustom(section: PropertySection | undefined): Record<string, string> | undefined {
  const custom: Array<[string, string]> = [];
  for (const [id, name] of section?.names ?? []) {
    const value = textOf(section?.values.get(id));
    // Names of the program's own begin with an underscore.
    if (name !== '' && !name.startsWith('_') && value !== '' && custom.length < MAX_CUSTOM)
      custom.push([name, value]);
  }
  return custom.length === 0 ? undefined : Object.fromEntries(custom);
}

function textOf(value: PropertyValue | undefined): string {
  return value === undefined ? '' : String(value).trim();
}
