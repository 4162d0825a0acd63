/** A kind of results that a caller may want alone. */
export type SearchCategory = 'github' | 'research' | 'pdf';

/** Hosts of a category, with everything below them, as the service has them whose API this one speaks; PDF files have none. */
export const CATEGORY_HOSTS: Readonly<Record<Exclude<SearchCategory, 'pdf'>, readonly string[]>> = {
  github: ['github.com'],
  research: [
    'arxiv.org',
    'scholar.google.com',
    'pubmed.ncbi.nlm.nih.gov',
    'researchgate.net',
    'nature.com',
    'science.org',
    'ieee.org',
    'acm.org',
    'springer.com',
    'wiley.com',
    'sciencedirect.com',
    'plos.org',
    'biorxiv.org',
    'medrxiv.org',
  ],
};
