import type { PageToAnalyse } from '../../src/search-index/segments/analyse-page.ts';

/** A page to analyse: a web page without anything but what is given. */
export function pageToAnalyse(given: Partial<PageToAnalyse> = {}): PageToAnalyse {
  return {
    url: 'https://example.com/',
    title: '',
    description: '',
    headings: '',
    linkText: '',
    language: undefined,
    pageType: undefined,
    fileType: undefined,
    publishedAt: undefined,
    images: [],
    ...given,
  };
}
