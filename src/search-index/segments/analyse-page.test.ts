import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pageToAnalyse } from '../../../test/support/pages-to-index.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { PLACES } from '../../text/words/known-words.ts';
import { analysePage, impactsByTerm, PageAnalyser } from './analyse-page.ts';
import { SATURATION } from '../impact.ts';

const terms = (page: Parameters<typeof pageToAnalyse>[0], text = ''): string[] =>
  [...impactsByTerm(analysePage(pageToAnalyse(page), text)).keys()].toSorted();

describe('analysePage', () => {
  it('gives words, and operators as terms', () => {
    const page = {
      url: 'https://user@docs.Example.co.uk:8080/api/caf%C3%A9_menu?page=2',
      title: 'Prices',
      language: 'en-GB',
      pageType: 'article',
      publishedAt: new Date(0),
    };
    assert.deepEqual(terms(page, 'Integrations'), [
      '2',
      'api',
      'caf',
      'co',
      'doc',
      'exampl',
      'f:html',
      'h:co.uk',
      'h:docs.example.co.uk',
      'h:example.co.uk',
      'h:uk',
      'integr',
      'k:article',
      'k:dated',
      'l:en',
      'menu',
      'pag',
      'pric',
      't:pric',
      'u:2',
      'u:api',
      'u:cafe',
      'u:co',
      'u:docs',
      'u:example',
      'u:menu',
      'u:page',
      'u:uk',
      'uk',
    ]);
  });

  it('has words of pictures under a prefix', () => {
    const images = [{ url: 'https://example.com/img/red-fox_01.jpg?w=9', alt: 'Foxes in snow' }];
    const found = terms({ url: 'http://127.0.0.1/', images, fileType: 'PDF' });
    assert.deepEqual(
      found.filter((term) => /^[ifh]:/.test(term)),
      ['f:pdf', 'h:127.0.0.1', 'i:', 'i:fox', 'i:in', 'i:red', 'i:snow'],
    );
  });

  it('counts a word in the title more than one in a long text', () => {
    const text = `target ${'other words '.repeat(300)}`;
    const impacts = impactsByTerm(analysePage(pageToAnalyse({ title: 'About mountain' }), text));
    assert.ok(impacts.get('mounta')! > impacts.get('target')!);
    assert.ok(SATURATION[impacts.get('mounta')!]! > 2 * SATURATION[impacts.get('target')!]!);
  });

  it('measures a text by the average that it is given', () => {
    const text = `target ${'other words '.repeat(300)}`;
    const impactAt = (averageBody: number): number =>
      impactsByTerm(analysePage(pageToAnalyse(), text, { averageBody })).get('target')!;
    assert.ok(impactAt(3_000) > impactAt(300));
    assert.equal(analysePage(pageToAnalyse(), text).bodyWords, 601);
  });

  it('gives a page the same terms after others as alone', () => {
    // More words than there are places for known ones.
    const many = Array.from({ length: PLACES + 5_000 }, (_, index) => `word${index} word1`).join(' ');
    const pages = [
      { page: { title: 'Mountain ½ 東京都', images: [{ url: '/a.png', alt: 'Mountain' }] }, text: many },
      { page: { title: 'word7', headings: 'Mountain' }, text: '東京都 ½ word1 Word1 word7 ราคาบ้าน' },
      { page: {}, text: '' },
      { page: { title: 'Mountain' }, text: many.slice(0, 5_000) },
    ];
    const analyser = new PageAnalyser();
    for (const { page, text } of pages) {
      const after = analyser.analyse(pageToAnalyse(page), text);
      const alone = analysePage(pageToAnalyse(page), text);
      assert.deepEqual(impactsByTerm(after), impactsByTerm(alone));
      assert.equal(after.bodyWords, alone.bodyWords);
    }
  });

  it('takes what is no URL, and terms that are too long', () => {
    const long = 'x'.repeat(1_000);
    const found = terms({
      url: 'nonsense',
      title: `${long} ${'東'.repeat(300)}`,
      fileType: '東'.repeat(300),
    });
    for (const term of found) assert.ok(Buffer.byteLength(term) <= 255, term);
    assert.ok(!found.some((term) => term.includes('\ufffd')));
  });

  it('has no term that is too long, whatever a dictionary takes for a word', () => {
    for (const sign of ['ก', 'ກ', 'က', 'ក', '한', '東', 'é', '𐌰', '\u0301', 'x\u200d']) {
      const text = `${sign.repeat(3_000)} ${sign}`;
      for (const term of terms({ title: text, url: `https://example.com/${text}`, language: text }, text)) {
        assert.ok(Buffer.byteLength(term) <= 255 && term.isWellFormed() && !term.includes('\0'), term);
      }
    }
  });

  it('is linear in a page', async () => {
    const makes: ReadonlyArray<(index: number) => string> = [
      (index) => `word${index} and “more”, `,
      () => 'same ',
      (index) => String.fromCodePoint(0x4e00 + (index % 9_000)),
    ];
    for (const make of makes) {
      await assertLinear(pickSize(100_000, 800_000), (size) => {
        const text = Array.from({ length: size / 8 }, (_, index) => make(index)).join('');
        return () => analysePage(pageToAnalyse({ title: text, headings: text }), text);
      });
    }
  });
});
