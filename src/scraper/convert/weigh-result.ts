import { PackedJson } from '../../lib/json/packed-json.ts';
import type { PackedPage } from './conversion-threads.ts';

/** A result as text, as JSON and as the bytes that are kept and sent. */
const TEXT_COPIES = 4;
/** One that is packed is sent as it is, and kept compressed. */
const PACKED_COPIES = 1.5;

/**
 * Estimates the bytes that a result takes until it has been answered: its lists are short beside its texts, or the page
 * is all links.
 */
export function weighResult({ content, discovery, forModel }: PackedPage): number {
  const fields = Object.values(content);
  const ofFields = fields.reduce((sum: number, field) => sum + weigh(field), 0);
  const ofPlaces = forModel?.places?.places.map(({ value }) => String(value));
  return (
    ofFields +
    weigh(discovery?.links) +
    weigh(discovery?.linkTexts) +
    2 * weigh(forModel?.markdown) +
    weigh(ofPlaces)
  );
}

function weigh(field: unknown): number {
  if (field instanceof PackedJson) return field.bytes * PACKED_COPIES;
  if (typeof field === 'string') return field.length * TEXT_COPIES;
  if (!Array.isArray(field)) return 0;
  return field.reduce(
    (sum: number, each) => (typeof each === 'string' ? sum + each.length * TEXT_COPIES : sum),
    0,
  );
}
