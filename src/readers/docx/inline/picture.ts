import { escapeAttribute } from '../../markup.ts';
import { pictureUri } from '../../html-writer/picture-uri.ts';
import type { Story } from '../story.ts';

/** What Word writes below a description that it made itself, up to the end. */
const GENERATED =
  /\s*(?:(?:Description|Beschreibung) (?:automatically generated|automatisch generiert)(?: with \w+ confidence)?|AI-generated content may be incorrect\.?|KI-generierte Inhalte können fehlerhaft sein\.?)\s*$/i;

/** A picture by the ids of its relationships, first choice first; without its bytes only what it says in words. */
export function pictureHtml(story: Story, ids: readonly (string | undefined)[], description: string): string {
  const alt = description.replace(/\s+/g, ' ').replace(GENERATED, '').trim();
  for (const id of ids) {
    const source = id === undefined ? undefined : sourceOf(story, id);
    if (source !== undefined) return `<img src="${escapeAttribute(source)}" alt="${escapeAttribute(alt)}">`;
  }
  return alt === '' ? '' : `<img alt="${escapeAttribute(alt)}">`;
}

function sourceOf({ document, part }: Story, id: string): string | undefined {
  const relationship = document.file.relationshipsOf(part).get(id);
  if (relationship === undefined) return undefined;
  if (relationship.isExternal)
    return /^https?:\/\//i.test(relationship.target) ? relationship.target : undefined;
  if (!document.hasImages) return undefined;
  const bytes = document.file.readIfWhole(relationship.target);
  return bytes === undefined ? undefined : pictureUri(bytes);
}
