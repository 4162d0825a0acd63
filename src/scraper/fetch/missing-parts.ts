import type { FormatName, RequestedFormat } from '../../contract/options/formats.ts';
import { formats } from '../formats/index.ts';
import type { Rendering } from '../page.ts';

/** Formats that were asked for and that only a browser gives, as far as this rendering does not have them. */
export function missingParts(
  options: { readonly formats: readonly RequestedFormat[] },
  rendered: Rendering | undefined,
): FormatName[] {
  return options.formats.flatMap(({ type }) => {
    const format = formats[type];
    return format.needs === 'browser' && rendered?.[format.part] === undefined ? [type] : [];
  });
}
