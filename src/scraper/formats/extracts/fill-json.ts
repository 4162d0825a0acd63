import type { RequestedFormatOf } from '../../../contract/options/formats.ts';
import { collectFacts } from '../../../extract/facts/collect-facts.ts';
import { cutText } from '../../../extract/facts/short-text.ts';
import { fillSchema, type FieldEvidence } from '../../../extract/fill/fill-schema.ts';
import { checkSchema } from '../../../json-schema/check-schema.ts';
import { createValidator } from '../../../json-schema/validate.ts';
import { NodeSelectors } from '../../../extract/selectors/node-selectors.ts';
import type { PreparedPage, ValueEvidence } from '../prepared-page.ts';
import { NO_MODEL, remarkNoModel } from './remark.ts';

/** At the root of a schema: asks for the place of each value in the page. */
export const EVIDENCE_MARK = 'x-decant-evidence';
const MAX_QUOTE = 200;
/** A trace has the places of so many values. */
export const MOST_TRACED = 200;
/** A warning names so many fields and faults. */
const MOST_NAMED = 8;

/**
 * The data of a page that follow a schema, of what the page states; null and a warning where a required field is not
 * stated, or nothing is. Throws BAD_REQUEST for a schema that is wrong, which nobody gets past the door with.
 */
export function fillJson(page: PreparedPage, options: RequestedFormatOf<'json'>): unknown {
  // Nothing but a model understands words; the door lets this through where there is one.
  if (options.schema === undefined && page.hasModel) return null;
  const { schema, warnings } = checkSchema(options.schema, { subject: 'formats: json: schema' });
  page.warnings.push(...warnings);
  remarkIgnored(page, options);
  const { value, missing, evidence } = fillSchema(page, collectFacts(page), schema);
  if (value === undefined) return nothing(page, missing);
  const faults = createValidator(schema).findFaults(value);
  if (faults.length > 0) {
    const named = faults.slice(0, MOST_NAMED).join(' ');
    page.warnings.push(`formats: json is null: what the page states does not fit the schema: ${named}`);
    return null;
  }
  const shown = showEvidence(page, evidence);
  if (!page.hasModel) page.evidence = shown.slice(0, MOST_TRACED);
  if (options.schema?.[EVIDENCE_MARK] === true) page.jsonEvidence = JSON.stringify(shown);
  remarkNoModel(page, 'json', 'has what the page states, in data for machines, tables, lists and labels');
  return value;
}

function showEvidence({ tree }: PreparedPage, evidence: readonly FieldEvidence[]): ValueEvidence[] {
  const selectors = evidence.some(({ node }) => node !== -1) ? new NodeSelectors(tree) : undefined;
  return evidence.map(({ path, source, node, score }) => ({
    path,
    source,
    ...(node !== -1 && { quote: cutText(tree, node, MAX_QUOTE), selector: selectors?.of(node) }),
    confidence: score,
  }));
}

function nothing(page: PreparedPage, missing: readonly string[]): null {
  const named = missing.slice(0, MOST_NAMED).join(', ');
  const reason = named === '' ? 'the page states none of the fields' : `the page does not state ${named}`;
  page.warnings.push(`formats: json is null: ${reason}${page.hasModel ? '' : `; ${NO_MODEL}`}.`);
  return null;
}

function remarkIgnored(
  page: PreparedPage,
  { prompt, checkPromptInjection }: RequestedFormatOf<'json'>,
): void {
  if (prompt && page.hasModel) page.warnings.push('formats: json: the prompt was left out.');
  else if (prompt)
    page.warnings.push('formats: json: the prompt was left out, since no language model reads it.');
  if (checkPromptInjection && !page.hasModel) {
    page.warnings.push(
      'formats: json: checkPromptInjection had nothing to check, since no language model reads the page.',
    );
  }
}
