import { groundValue } from '../../extract/grounding/ground-value.ts';
import { readShownText } from '../../extract/grounding/shown-text.ts';
import type { LearntAnswer, WantedBySchema } from '../learnt/learnt-selectors.ts';
import type { DataSource, FilledByModel, WantedData } from './fill-by-model.ts';

/** Reads the page at hand by rules where they are sure of it, else by the model, from whose answer they learn. */
export type ReadByRules = (
  wanted: WantedBySchema,
  ask: () => Promise<FilledByModel & { isWhole: boolean }>,
) => Promise<LearntAnswer<FilledByModel>>;

interface Filling {
  source: DataSource;
  wanted: WantedData;
  ask: () => Promise<FilledByModel>;
}

/** Fills a schema by rules or by the model; the trace tells which. Rejects as `ask` does. */
export async function fillByRules(
  readByRules: ReadByRules,
  { source, wanted, ask }: Filling,
): Promise<FilledByModel> {
  const { schema, prompt } = wanted;
  if (schema === undefined) return ask();
  const answer = await readByRules({ schema, prompt }, async function askAndJudge() {
    const made = await ask();
    // A warning says that a part of the page was not read, or of the answer not believed.
    return { ...made, isWhole: made.warnings.length === 0 };
  });
  if (answer.way === 'model') {
    const { way, reason, lesson, template, made } = answer;
    return { ...made, details: { way, reason, template, ...(lesson && { lesson }) } };
  }
  const { way, value, template } = answer;
  const evidence = groundValue(value, readShownText(source.markdown, source.base));
  return { value, evidence, warnings: [], details: { way, template } };
}
