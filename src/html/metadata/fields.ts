export interface MetaFieldSource {
  from: readonly string[];
  take: 'first' | 'all' | 'url';
}

/**
 * The metadata fields that are read from `meta` elements alone (wire contract 4.3): where each comes from, first match
 * wins, names in lower case. `first` takes the first value and `all` joins repeated ones; `url` takes the first value
 * and makes it absolute. The names of Dublin Core are written with a dot or a colon on real pages.
 */
export const META_FIELDS = {
  keywords: { from: ['keywords'], take: 'all' },
  robots: { from: ['robots'], take: 'all' },
  ogTitle: { from: ['og:title'], take: 'first' },
  ogDescription: { from: ['og:description'], take: 'first' },
  ogUrl: { from: ['og:url'], take: 'url' },
  ogImage: { from: ['og:image', 'og:image:url', 'og:image:secure_url'], take: 'url' },
  ogAudio: { from: ['og:audio', 'og:audio:url', 'og:audio:secure_url'], take: 'url' },
  ogVideo: { from: ['og:video', 'og:video:url', 'og:video:secure_url'], take: 'url' },
  ogDeterminer: { from: ['og:determiner'], take: 'first' },
  ogLocale: { from: ['og:locale'], take: 'first' },
  ogSiteName: { from: ['og:site_name'], take: 'first' },
  dcTermsCreated: { from: ['dcterms.created', 'dcterms:created'], take: 'all' },
  dcDateCreated: { from: ['dc.date.created', 'dc:date:created', 'dc:date.created'], take: 'all' },
  dcDate: { from: ['dc.date', 'dc:date'], take: 'all' },
  dcTermsType: { from: ['dcterms.type', 'dcterms:type'], take: 'all' },
  dcType: { from: ['dc.type', 'dc:type'], take: 'all' },
  dcTermsAudience: { from: ['dcterms.audience', 'dcterms:audience'], take: 'all' },
  dcTermsSubject: { from: ['dcterms.subject', 'dcterms:subject'], take: 'all' },
  dcSubject: { from: ['dc.subject', 'dc:subject'], take: 'all' },
  dcDescription: { from: ['dc.description', 'dc:description'], take: 'all' },
  dcTermsKeywords: { from: ['dcterms.keywords', 'dcterms:keywords'], take: 'all' },
  articleTag: { from: ['article:tag'], take: 'all' },
} as const satisfies Record<string, MetaFieldSource>;

export type MetaField = keyof typeof META_FIELDS;

/** Fields that `collectMetadata` decides from more than one kind of source. */
export const DERIVED_FIELDS = [
  'title',
  'description',
  'language',
  'favicon',
  'publishedTime',
  'modifiedTime',
  'articleSection',
] as const;

export type DerivedField = (typeof DERIVED_FIELDS)[number];
