import type { FormatName, RequestedFormat } from '../../contract/options/formats.ts';
import { formats } from './index.ts';

/** The format whose credits a requested one costs. */
export function chargedFormat(requested: RequestedFormat): FormatName {
  // The registry pairs each name with its own options; the compiler cannot follow that through the lookup.
  const { chargedAs } = formats[requested.type] as { chargedAs?(options: RequestedFormat): FormatName };
  return chargedAs?.(requested) ?? requested.type;
}
