import type { FormatName } from '../../../contract/options/formats.ts';
import type { PreparedPage } from '../prepared-page.ts';

export const NO_MODEL = 'no language model is configured (DECANT_LLM_BASE_URL, DECANT_LLM_MODEL)';

/** Says in the document's `warning` that a format was made of the page's own words, without a language model. */
export function remarkNoModel({ hasModel, warnings }: PreparedPage, format: FormatName, deed: string): void {
  // Where there is one, what became of it is said beside this.
  warnings.push(`formats: ${format} ${deed}${hasModel ? '' : `; ${NO_MODEL}`}.`);
}
