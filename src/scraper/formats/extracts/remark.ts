import type { FormatName } from '../../../contract/options/formats.ts';
import type { PreparedPage } from '../prepared-page.ts';

/** Says in the document's `warning` that a format was made of the page's own words, without a language model. */
export function remarkNoModel(page: PreparedPage, format: FormatName, deed: string): void {
  page.warnings.push(`formats: ${format} ${deed}; this version asks no language model.`);
}
