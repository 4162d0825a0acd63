import { collectFacts } from '../../../extract/facts/collect-facts.ts';
import { collectPlaces } from '../../../extract/selectors/collect-places.ts';
import type { PagePlaces } from '../../../extract/selectors/page-places.ts';
import { findPassages, passagesOfMarkdown } from '../../../extract/passages/find-passages.ts';
import type { Passage } from '../../../extract/passages/passage.ts';
import { maskUnseen } from '../../../html/mask-unseen.ts';
import { toMarkdown } from '../../../html/to-markdown/to-markdown.ts';
import type { FormatName, RequestedFormat } from '../../../contract/options/formats.ts';
import { seenText } from '../../../text/seen-text.ts';
import { markdownOptions } from '../markdown-options.ts';
import type { PreparedPage } from '../prepared-page.ts';

/** A page as a language model may see it: what its readers see, and nothing else. Plain data, which can cross to a thread. */
export interface ModelPage {
  /** With the targets of links. */
  markdown: string;
  /** The page is longer. */
  isCut: boolean;
  /** A good part of the document is hidden from its readers by style, and not in here. */
  isMuchHidden: boolean;
  /** The Markdown of the document, where a model cleans it. */
  document: string | undefined;
  /** For formats that point at passages; none when no format does. */
  passages: readonly Passage[];
  /** The places of values, for their selectors and for rules that stand in for the model; undefined where no data are wanted. */
  places: PagePlaces | undefined;
  /** Rules may be learnt from the answers, and stand in for the model. */
  isLearnt: boolean;
  /** Sentences on formats that were made without the model. */
  remarks: Partial<Record<FormatName, readonly string[]>>;
}

/** The part of a `ModelPage` that is known before, and whether it has places. */
interface ModelPageParts extends Pick<ModelPage, 'remarks' | 'document' | 'isLearnt'> {
  /** The final URL, where places are wanted. */
  placesFor: URL | undefined;
}

/** No model gets to see more characters of a page. */
const MAX_CHARACTERS = 2_000_000;
/** A hidden part that is worth a word. */
const MUCH = 0.2;
const POINTING: ReadonlySet<FormatName> = new Set(['question', 'highlights', 'query']);

/** Makes what a model is shown of a page; `remarks` belong to what was made of the page's own words meanwhile. */
export function modelPageOf(
  page: PreparedPage,
  wanted: readonly RequestedFormat[],
  { remarks, document, placesFor, isLearnt }: ModelPageParts,
): ModelPage {
  const { readyMarkdown } = page;
  const { removed, hidden, left } = maskUnseen(page.tree, page);
  const options = { ...markdownOptions(page), removed, removeBase64Images: true };
  const written = seenText(readyMarkdown ?? toMarkdown(page.tree, options));
  const isPointing = wanted.some(({ type }) => POINTING.has(type));
  const find = (): Passage[] =>
    readyMarkdown === undefined ? findPassages(page.tree, options) : passagesOfMarkdown(readyMarkdown);
  return {
    markdown: written.slice(0, MAX_CHARACTERS),
    isCut: written.length > MAX_CHARACTERS,
    isMuchHidden: readyMarkdown === undefined && hidden > (hidden + left) * MUCH,
    document,
    passages: isPointing ? find() : [],
    places: placesFor && collectPlaces(page, collectFacts(page), placesFor),
    isLearnt,
    remarks,
  };
}
