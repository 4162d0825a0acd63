import { view } from '../view.ts';
import { LongText } from './long-text.ts';
import type { ShownDocument } from './request.ts';
import type { ShownTab } from './tab-strip.ts';

/** Fields that a tab of its own shows, or the whole screen. */
const SHOWN_ELSEWHERE = new Set([
  'markdown',
  'rawHtml',
  'screenshot',
  'elements',
  'links',
  'images',
  'json',
  'warning',
  'metadata',
]);
const NAMES: Readonly<Record<string, string>> = {
  html: 'HTML',
  summary: 'Summary',
  answer: 'Answer',
  highlights: 'Highlights',
  actions: 'Actions',
  branding: 'Branding',
  attributes: 'Attributes',
  changeTracking: 'Changes',
};

/** A tab for each field of a document that has none of its own: a new format of the service is seen at once. */
export function otherTabs(document: ShownDocument): ShownTab[] {
  return Object.entries(document)
    .filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && hasContent(value))
    .map(([name, value]) => ({
      id: `field-${name}`,
      name: NAMES[name] ?? name,
      show: () => view`
        ${picturesOf(value).map((address, at) => view`<img key=${address} class="shot" alt=${`Picture ${at + 1} of the actions`} src=${address} />`)}
        <${LongText} text=${typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />`,
    }));
}

function hasContent(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** The pictures that actions took. */
function picturesOf(value: unknown): string[] {
  const { screenshots } = (typeof value === 'object' && value !== null ? value : {}) as {
    screenshots?: unknown;
  };
  return Array.isArray(screenshots) ? screenshots.filter((each) => typeof each === 'string') : [];
}
