/** Text as PostgreSQL takes it, in a column and inside JSON: it refuses NUL everywhere and lone surrogates in `jsonb`. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
