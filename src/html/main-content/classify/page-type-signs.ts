import type { PageType } from './page-type.ts';

/** A sign that speaks for a type, with its weight. */
export type Sign = readonly [pattern: RegExp, type: PageType, points: number];

/** schema.org types, in lower case. */
export const SCHEMA_TYPES: ReadonlyMap<string, readonly [type: PageType, points: number]> = new Map([
  ['article', ['article', 3]],
  ['newsarticle', ['article', 4]],
  ['reportagenewsarticle', ['article', 4]],
  ['blogposting', ['article', 4]],
  ['recipe', ['article', 4]],
  ['review', ['article', 0.3]],
  ['techarticle', ['documentation', 3]],
  ['apireference', ['documentation', 4]],
  ['discussionforumposting', ['forum', 6]],
  ['qapage', ['forum', 6]],
  ['product', ['product', 4]],
  ['productgroup', ['product', 4]],
  ['offer', ['product', 1]],
  ['collectionpage', ['collection', 3]],
  ['itemlist', ['collection', 1.5]],
  ['offercatalog', ['collection', 2]],
  ['service', ['service', 2]],
  ['softwareapplication', ['service', 2]],
  ['webapplication', ['service', 1]],
  ['localbusiness', ['service', 0.5]],
  ['faqpage', ['service', 0.5]],
]);

/** Software that makes one kind of page, by its `generator` meta tag. */
export const GENERATORS: readonly Sign[] = [
  [
    /discourse|phpbb|xenforo|vbulletin|flarum|nodebb|mybb|vanilla|invision|smf|lemmy|question2answer/,
    'forum',
    6,
  ],
  [
    /docusaurus|mkdocs|sphinx|vitepress|gitbook|mediawiki|docfx|javadoc|jsdoc|doxygen|antora|starlight|mdbook|readme|rustdoc|asciidoctor/,
    'documentation',
    4,
  ],
];

export const PATH_SEGMENTS: readonly Sign[] = [
  [
    /^(?:blogs?|news|articles?|posts?|stor(?:y|ies)|magazine|insights|press|opinion|(?:19|20)\d\d|recipes?)$/,
    'article',
    2,
  ],
  [
    /^(?:docs?|documentation|reference|manuals?|wiki|apis?|handbook|tutorials?|man\d?|developers?|help|kb|guides?|library|spec|rfc\d*)$/,
    'documentation',
    2.5,
  ],
  [
    /^(?:services?|pricing|features?|solutions?|platform|plans|industries|enterprise|about|company|product-tour)$/,
    'service',
    2.5,
  ],
  [
    /^(?:[\w-]+-forums?|thread-\d.*|t|threads?|topics?|forums?|questions?|discussions?|viewtopic\.php|showthread\.php|comments|boards?|community|talk|showtopic.*|d|q)$/,
    'forum',
    2.5,
  ],
  [/^(?:viewtopic\.php|showthread\.php)$/, 'forum', 2.5],
  [/^(?:collections?|category|categories|c|cat|browse|shop|product-category|store|buy|o)$/, 'collection', 2],
  [
    /^(?:lists?|hub|tags?|topic|archives?|directory|trending|jobs|courses|events|standings|charts?|top|best|search|explore)$/,
    'listing',
    2,
  ],
  [/^(?:products?|p|item|itm|dp|pd|prod|ip|pdp|detail|gp)$/, 'product', 3],
];

export const HOST_LABELS: readonly Sign[] = [
  [/^(?:forums?|community|discuss|discourse|bbs|talk|boards?|answers|ask)$|forums?$/, 'forum', 2],
  [/^(?:docs?|developers?|wiki|learn|help|support|api|man|manual|reference)$/, 'documentation', 2],
  [/^(?:blogs?|news|magazine)$/, 'article', 1.5],
  [/^(?:shop|store)$/, 'collection', 1],
];

/** Ids and classes that shop, forum and publishing software puts on `html` and `body`. */
export const BODY_NAMES: readonly Sign[] = [
  [
    /\bxenforo\b|\bxf\b|\bphpbb\b|\bvbulletin|\bipsapp\b|viewtopic|showthread|\btopic-page|\bthread\b|\bsingle-(?:topic|forum)\b|\b(?:page|template)-topic\b/,
    'forum',
    5,
  ],
  [/\bpdp\b|\bsingle-product\b|\btemplate-product\b|\bproduct-page\b|catalog-product-view/, 'product', 4],
  [/template-collection\b|\bcollection-template|\btax-product_cat\b|catalog-category-view/, 'collection', 5],
  [/\bsingle-post\b|\bpost-template/, 'article', 2],
  [/\b(?:archive|category|blog|search-results)\b/, 'listing', 2],
  [/\bpage-template|\bpage-id-|\bbasicpage\b|\bpage-node-type-(?:basic-)?page\b/, 'service', 2],
];
