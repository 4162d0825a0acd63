import type { RequestedFormat } from '../../contract/options/formats.ts';
import type { Format } from './format.ts';
import { formats } from './index.ts';

/** Whether one of the formats of a request needs this. */
export function asksFor(
  options: { readonly formats: readonly RequestedFormat[] },
  need: Format['needs'],
): boolean {
  return options.formats.some(({ type }) => formats[type].needs === need);
}
