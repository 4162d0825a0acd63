import type { RequestedFormat, RequestedFormatOf } from '../../contract/options/formats.ts';
import { SelectorFinder } from '../../extract/selectors/find-selector.ts';
import type { ModelPage } from '../formats/by-model/model-page.ts';
import { EVIDENCE_MARK, MOST_TRACED } from '../formats/extracts/fill-json.ts';
import type { FormatOutput } from '../formats/format.ts';
import { answerByModel, quoteByModel } from './answer-by-model.ts';
import { checkInjection } from './check-injection.ts';
import type { ComparedByModel } from './compare-by-model.ts';
import { fillByModel, type FilledByModel } from './fill-by-model.ts';
import { fillByRules, type ReadByRules } from './fill-by-rules.ts';
import type { MadeText } from './made-text.ts';
import type { ModelSession } from './model-session.ts';
import { summariseByModel } from './summarise-by-model.ts';

/** A part of a document that a model made. */
export interface MadeByModel {
  content: FormatOutput;
  /** Sentences for the document's `warning`. */
  warnings: string[];
  metadata?: { jsonEvidence?: string };
  changes?: ComparedByModel['json'];
  isInjectionChecked?: boolean;
  /** For the trace. */
  details?: object;
}

/** The page that a format is made of. */
export interface AskedPage {
  session: ModelSession;
  page: ModelPage;
  url: URL;
  /** Rules may stand in for the model. */
  readByRules: ReadByRules | undefined;
}

/** Makes one of the formats that are `isByModel`. */
export async function writeFormatByModel(source: AskedPage, wanted: RequestedFormat): Promise<MadeByModel> {
  const { session, page } = source;
  switch (wanted.type) {
    case 'summary':
      return textIn('summary', await summariseByModel(session, page));
    case 'question': {
      const question = { format: wanted.type, text: wanted.question };
      return textIn('answer', await answerByModel(session, page, question));
    }
    case 'highlights': {
      const question = { format: wanted.type, text: wanted.query };
      return textIn('highlights', await quoteByModel(session, page, question));
    }
    case 'query': {
      const ask = wanted.mode === 'directQuote' ? quoteByModel : answerByModel;
      return textIn('answer', await ask(session, page, { format: wanted.type, text: wanted.prompt }));
    }
    case 'json':
      return writeJson(source, wanted);
    default:
      throw new Error(`No language model makes ${wanted.type}`);
  }
}

function textIn(field: 'summary' | 'answer' | 'highlights', { text, warnings }: MadeText): MadeByModel {
  return { content: { [field]: text }, warnings: [...warnings] };
}

async function writeJson(
  { session, page, url, readByRules }: AskedPage,
  wanted: RequestedFormatOf<'json'>,
): Promise<MadeByModel> {
  const isInjectionChecked = wanted.checkPromptInjection === true;
  if (isInjectionChecked) await checkInjection(session, page.markdown);
  const source = { ...page, base: url };
  const ask = (): Promise<FilledByModel> => fillByModel(session, source, wanted);
  // A page that may hold instructions is looked at by the model in any case.
  const filled =
    readByRules === undefined || isInjectionChecked
      ? await ask()
      : await fillByRules(readByRules, { source, wanted, ask });
  const { value, evidence, warnings } = filled;
  const finder = page.places && new SelectorFinder(page.places);
  const shown = evidence.map((found) => {
    const { path, quote, confidence } = found;
    return { path, quote, selector: finder?.find(found), confidence };
  });
  const isAsked = wanted.schema?.[EVIDENCE_MARK] === true;
  return {
    content: { json: value },
    warnings: [...warnings],
    ...(isAsked && { metadata: { jsonEvidence: JSON.stringify(shown) } }),
    isInjectionChecked,
    details: { ...filled.details, evidence: shown.slice(0, MOST_TRACED) },
  };
}
