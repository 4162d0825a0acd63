import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import type { RequestedFormat } from '../../contract/options/formats.ts';
import { convertPage, type ConvertRequest } from './convert-page.ts';

/** Characters of a page. */
const SIZE = pickSize(20_000, 200_000);

const TAGS =
  'a address article aside audio b blockquote body button canvas caption center code dd del details dialog div dl dt fieldset figcaption figure font footer form h1 h3 h6 head header hr i iframe img input label legend li main map marquee math menu nav nobr noscript object ol optgroup option p picture plaintext pre q ruby rt script section select span strong style sub summary sup svg table tbody td template textarea tfoot th title tr ul video x-y';

const WORDS = '<p>some words at the end</p>';

/** The piece that is repeated, and the content of the innermost. */
const NESTINGS: Readonly<Record<string, (tag: string) => [piece: string, inside: string]>> = {
  'around words': (tag) => [`<${tag}>`, WORDS],
  'around nothing': (tag) => [`<${tag}>`, ''],
  hidden: (tag) => [`<${tag} hidden>`, WORDS],
  'around pictures': (tag) => [`<${tag}><img src=x> `, ''],
  'in table cells': (tag) => [`<table><tr><td><${tag}>`, WORDS],
  'in headings': (tag) => [`<h2><${tag}>`, WORDS],
};

const FORMATS: readonly RequestedFormat[] = (['markdown', 'html', 'links', 'images'] as const).map(
  (type) => ({ type }),
);

function pageOf([piece, inside]: readonly [string, string], size: number): ConvertRequest {
  const html = `<body><h1>Title</h1>${piece.repeat(size / piece.length)}${inside}`;
  return {
    body: Buffer.from(html),
    kind: 'html',
    contentType: 'text/html',
    contentLanguage: undefined,
    url: 'https://site.test/',
    formats: FORMATS,
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: true,
  };
}

describe('elements inside each other are converted in linear time', () => {
  for (const tag of TAGS.split(' ')) {
    it(tag, async () => {
      for (const [how, partsOf] of Object.entries(NESTINGS)) {
        const prepare = (size: number): (() => unknown) => {
          const request = pageOf(partsOf(tag), size);
          return () => convertPage(request);
        };
        await assertLinear(SIZE, prepare, how);
      }
    });
  }
});
