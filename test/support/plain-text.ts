import { PackedJson } from '../../src/lib/json/packed-json.ts';

/** A text that may be packed. */
export function plainText(text: string | PackedJson | undefined): string {
  return text instanceof PackedJson ? (text.parse() as string) : (text ?? '');
}
