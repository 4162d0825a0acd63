/** Labels of the standard's "replacement" encoding: 7-bit encodings too dangerous to read. */
const REPLACEMENT_LABELS: ReadonlySet<string> = new Set([
  'csiso2022kr',
  'hz-gb-2312',
  'iso-2022-cn',
  'iso-2022-cn-ext',
  'iso-2022-kr',
  'replacement',
]);

/** Name in lower case of the encoding that a label means (WHATWG Encoding 4.2), or undefined for no known label. */
export function encodingOfLabel(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (REPLACEMENT_LABELS.has(name)) return 'replacement';
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** The encoding in the `charset` parameter of a Content-Type header. */
export function encodingOfContentType(contentType: string): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType);
  const label = match?.[1] ?? match?.[2] ?? match?.[3];
  return label === undefined ? undefined : encodingOfLabel(label);
}
