import type { FormatName } from '../../contract/options/formats.ts';
import type { FormatOutput } from '../formats/format.ts';
import type { ComparedByModel } from './compare-by-model.ts';

/** The parts of a document that a model made. */
export interface WrittenByModel {
  content: FormatOutput;
  /** Sentences for the document's `warning`, those on formats that were made without it included. */
  warnings: string[];
  made: Set<FormatName>;
  metadata: { jsonEvidence?: string };
  /** The member `json` of `changeTracking`. */
  changes: ComparedByModel['json'] | undefined;
  /** It looked for instructions to it, and found none. */
  isInjectionChecked: boolean;
}

/** The parts that a model made where there is none. */
export function nothingByModel(): WrittenByModel {
  return {
    content: {},
    warnings: [],
    made: new Set(),
    metadata: {},
    changes: undefined,
    isInjectionChecked: false,
  };
}
