import type { PageOutline } from '../../html/outline/outline-page.ts';
import type { ScrapeBody } from './page-at-hand.ts';

/**
 * The request that keeps what a selector matches as well. `includeTags` replaces the filter, so the first one stands beside
 * the block of the content, and `excludeTags` gets the other blocks that were removed within it.
 */
export function withKept(body: ScrapeBody, outline: PageOutline | undefined, selector: string): ScrapeBody {
  const excluded = listOf(body, 'excludeTags').filter((each) => each !== selector);
  const included = listOf(body, 'includeTags');
  if (included.length > 0)
    return withLists(body, { includeTags: [...new Set([...included, selector])], excludeTags: excluded });
  if (listOf(body, 'excludeTags').includes(selector))
    return withLists(body, { includeTags: [], excludeTags: excluded });
  const content = outline?.content;
  if (outline === undefined || content === undefined) return { ...body, onlyMainContent: false };
  // A part of a removed block comes back with the block: what is excluded cannot be kept.
  const beside = outline.removed.filter(
    (part) => part.isWithinContent && part.selector !== undefined && part.selector !== selector,
  );
  const isOfBlock = (part: { selector: string | undefined }): boolean =>
    selector.startsWith(`${part.selector} `);
  return withLists(body, {
    includeTags: [content, selector],
    excludeTags: [
      ...excluded,
      ...beside.filter((part) => !isOfBlock(part)).flatMap((part) => part.selector ?? []),
    ],
  });
}

/** The request that leaves out what a selector matches. */
export function withDropped(body: ScrapeBody, selector: string): ScrapeBody {
  const included = listOf(body, 'includeTags');
  const excluded = listOf(body, 'excludeTags');
  if (included.includes(selector) && included.length > 1)
    return withLists(body, {
      includeTags: included.filter((each) => each !== selector),
      excludeTags: excluded,
    });
  return withLists(body, { includeTags: included, excludeTags: [...new Set([...excluded, selector])] });
}

function withLists(body: ScrapeBody, lists: Record<'includeTags' | 'excludeTags', string[]>): ScrapeBody {
  const { includeTags: _included, excludeTags: _excluded, ...others } = body;
  return {
    ...others,
    ...(lists.includeTags.length > 0 && { includeTags: lists.includeTags }),
    ...(lists.excludeTags.length > 0 && { excludeTags: lists.excludeTags }),
  };
}

function listOf(body: ScrapeBody, name: string): string[] {
  const value = body[name];
  return Array.isArray(value) ? value.map(String) : [];
}
