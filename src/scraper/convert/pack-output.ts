import { PackedJson } from '../../lib/json/packed-json.ts';
import { writeJsonPieces } from '../../lib/json/write-json-pieces.ts';
import type { FormatOutput } from '../formats/format.ts';
import { PACKABLE_FIELDS, type PackableField, type PackedOutput } from '../packed-document.ts';

interface PackedField {
  pieces: Array<Uint8Array<ArrayBuffer>>;
  length: number;
}

/** Output on its way from a thread: buffers are handed on, where strings would be copied by the thread that takes them. */
export interface SentOutput {
  /** Each field in its place; those that are packed are null. */
  content: FormatOutput | Record<PackableField, null>;
  packed: Partial<Record<PackableField, PackedField>>;
}

/** Makes JSON of the fields that have at least so many characters; the others are written with the rest of their document. */
export function packOutput(content: FormatOutput, minLength: number): SentOutput {
  const packed: SentOutput['packed'] = {};
  const rest: Record<string, unknown> = { ...content };
  for (const field of PACKABLE_FIELDS) {
    const value = content[field];
    const length = lengthOf(value);
    if (length < minLength) continue;
    packed[field] = { pieces: writeJsonPieces(value), length };
    rest[field] = null;
  }
  return { content: rest, packed };
}

/** Lists the buffers that are handed over with the output. */
export function buffersOf({ packed }: SentOutput): ArrayBuffer[] {
  return Object.values(packed).flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer));
}

/** Puts the output together again on the other side. */
export function receiveOutput({ content, packed }: SentOutput): PackedOutput {
  const whole: Record<string, unknown> = { ...content };
  for (const [field, { pieces, length }] of Object.entries(packed))
    whole[field] = new PackedJson(pieces, length);
  return whole;
}

/** Characters of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + lengthOf(each), 0);
}
