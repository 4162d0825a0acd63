import type { DocumentProperties } from './document.ts';

type Found = { [Name in keyof DocumentProperties]?: DocumentProperties[Name] | undefined };

/** Properties without those that a file has no word for. */
export function compactProperties(found: Found): DocumentProperties {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));
}
