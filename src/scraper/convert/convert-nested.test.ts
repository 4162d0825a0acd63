import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestedFormat } from '../../contract/options/formats.ts';
import { convertPage, type ConvertRequest } from './convert-page.ts';

/*
 * However elements nest, a page costs no more than time linear in its size. Four times the page may take twelve times as
 * long: a quadratic step would take sixteen. Times below the floor are noise; the least of some runs counts.
 */
const SIZE = 50_000;
const FACTOR = 4;
const MAX_RATIO = 12;
const FLOOR_MS = 20;
const ATTEMPTS = 3;

const TAGS =
  'a address article aside audio b blockquote body button canvas caption center code dd del details dialog div dl dt fieldset figcaption figure font footer form h1 h3 h6 head header hr i iframe img input label legend li main map marquee math menu nav nobr noscript object ol optgroup option p picture plaintext pre q ruby rt script section select span strong style sub summary sup svg table tbody td template textarea tfoot th title tr ul video x-y';

const WORDS = '<p>some words at the end</p>';

/** What is repeated, and what stands in the innermost. */
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

function millisecondsFor(request: ConvertRequest): number {
  const started = process.cpuUsage();
  convertPage(request);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function leastFor(request: ConvertRequest, enough: number): number {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > enough; attempt++)
    least = Math.min(least, millisecondsFor(request));
  return least;
}

describe('elements inside each other are converted in linear time', () => {
  for (const tag of TAGS.split(' ')) {
    it(tag, () => {
      for (const [how, partsOf] of Object.entries(NESTINGS)) {
        const parts = partsOf(tag);
        const large = leastFor(pageOf(parts, FACTOR * SIZE), MAX_RATIO * FLOOR_MS);
        if (large <= MAX_RATIO * FLOOR_MS) continue;
        const small = Math.max(FLOOR_MS, leastFor(pageOf(parts, SIZE), FLOOR_MS));
        assert.ok(
          large <= MAX_RATIO * small,
          `${how}: ${small.toFixed(0)} ms, then ${large.toFixed(0)} ms for ${FACTOR} times the page`,
        );
      }
    });
  }
});
