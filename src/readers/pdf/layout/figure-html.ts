import { escapeAttribute } from '../../markup.ts';
import type { PdfImage } from '../pdf-page.ts';

/**
 * The pictures of a figure with the words that describe it. Without data only the words are left, and without either the
 * result is empty.
 */
export function figureHtml(images: readonly PdfImage[], alternateText: string): string {
  const alternate = escapeAttribute(alternateText);
  const sources = images.flatMap(({ source }) => (source === undefined ? [] : [source]));
  if (sources.length === 0) return alternate === '' ? '' : `<p><img alt="${alternate}"></p>`;
  return sources
    .map((source, index) => {
      // The description of the figure describes its parts together.
      return `<p><img src="${source}" alt="${index === 0 ? alternate : ''}"></p>`;
    })
    .join('');
}
