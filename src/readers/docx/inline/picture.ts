import { pictureDescription } from '../../office/picture-description.ts';
import { escapeAttribute } from '../../markup.ts';
import { pictureUri } from '../../html-writer/picture-uri.ts';
import { LEFT_OUT_PICTURES } from '../../office/left-out.ts';
import type { Story } from '../story.ts';

/** A picture by the ids of its relationships, first choice first; without its bytes only what it says in words. */
export function pictureHtml(story: Story, ids: readonly (string | undefined)[], description: string): string {
  const alt = pictureDescription(description);
  for (const id of ids) {
    const source = id === undefined ? undefined : sourceOf(story, id);
    if (source !== undefined) return `<img src="${escapeAttribute(source)}" alt="${escapeAttribute(alt)}">`;
  }
  if (story.document.hasImages && ids.some((id) => hasPart(story, id)))
    story.document.warnings.add(LEFT_OUT_PICTURES);
  return alt === '' ? '' : `<img alt="${escapeAttribute(alt)}">`;
}

/** Whether there is a picture in the file; one that is linked to may be anywhere. */
function hasPart({ document, part }: Story, id: string | undefined): boolean {
  const relationship = id === undefined ? undefined : document.file.relationshipsOf(part).get(id);
  return relationship?.isExternal === false;
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
