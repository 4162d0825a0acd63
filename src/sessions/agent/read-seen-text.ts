import type { CallOptions } from '../../browser/cdp/pending-calls.ts';
import type { LivePage } from '../../browser/page/live-page.ts';
import { readSeenHtml } from '../../browser/sight/read-seen-html.ts';
import { pickHighlights } from '../../extract/passages/pick-highlights.ts';
import { rankPassages } from '../../extract/passages/rank-passages.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import type { Converter } from '../../scraper/convert/converter.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { splitMarkdown } from '../../text/split-markdown.ts';

/** The text of a page that is wanted. */
export interface SeenTextWish {
  /** A question: its passages; '' for the text from its beginning. */
  query: string;
  /** The how-manieth part, from 1. */
  part: number;
  /** Tokens of a part. */
  tokens: number;
}

/** A part of the text of a page that its readers see, as Markdown. */
export interface SeenText {
  text: string;
  parts: number;
}

export interface SeenTextReader {
  converter: Pick<Converter, 'convert'>;
  teamId: string;
  deadline: Deadline;
}

/** Reads the text of a page. */
export async function readSeenText(
  live: LivePage,
  { query, part, tokens }: SeenTextWish,
  { converter, teamId, deadline, ...call }: SeenTextReader & CallOptions,
): Promise<SeenText> {
  const { html, url } = await readSeenHtml(live, { ...call, signal: deadline.signal });
  const question = query.trim();
  const request = {
    body: Buffer.from(html),
    kind: 'html' as const,
    contentType: 'text/html; charset=utf-8',
    isRendered: true,
    contentLanguage: undefined,
    url,
    formats: [{ type: 'query' as const, prompt: question || 'text', mode: 'directQuote' as const }],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    hasModel: true,
    onlyMainContent: false,
    includeTags: [],
    excludeTags: [],
  };
  const { forModel } = await converter.convert(request, deadline, { teamId });
  const { markdown = '', passages = [] } = forModel ?? {};
  if (question !== '') {
    const found = pickHighlights(rankPassages(passages, question)).map((highlight) => highlight.markdown);
    if (found.length > 0) return { text: found.join('\n\n'), parts: 1 };
  }
  if (estimateTokens(markdown) <= tokens) return { text: markdown, parts: 1 };
  const parts = splitMarkdown(markdown, tokens);
  return { text: parts[Math.min(part, parts.length) - 1]?.text ?? '', parts: parts.length };
}
