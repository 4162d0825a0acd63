import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { findPassages } from './find-passages.ts';
import { rankPassages } from './rank-passages.ts';

function best(html: string, query: string): string | undefined {
  return rankPassages(findPassages(parseHtml(html)), query)[0]?.passage.text;
}

const shop =
  '<h1>Tea house</h1><p>We roast and brew since 1921.</p><h2>Tables</h2><p>Ten of them stand in the yard.</p><h2>Cakes</h2><p>A slice is €4.20 today.</p><h2>Way</h2><p>Take tram 4 to Mill Lane.</p>';

describe('rankPassages', () => {
  it('finds what a heading names', () =>
    assert.equal(best(shop, 'Which way to you?'), 'Take tram 4 to Mill Lane.'));

  it('finds the price of a page that never says price', () => {
    assert.equal(best(shop, 'How much does it cost?'), 'A slice is €4.20 today.');
  });

  const languages: Array<[language: string, html: string, query: string, answer: string]> = [
    [
      'German',
      '<h2>Anreise</h2><p>Mit dem Bus.</p><h2>Preise</h2><p>Kinder zahlen nichts.</p>',
      'Wie hoch ist der Preis?',
      'Kinder zahlen nichts.',
    ],
    [
      'Russian',
      '<p>Дорога занимает час.</p><p>Собак можно взять с собой.</p>',
      'Можно с собакой?',
      'Собак можно взять с собой.',
    ],
    [
      'Arabic',
      '<p>المطعم في الطابق الأول.</p><p>الدفع بالبطاقة ممكن.</p>',
      'هل يمكن الدفع بالبطاقات؟',
      'الدفع بالبطاقة ممكن.',
    ],
    ['Chinese', '<p>餐厅在二楼。</p><p>周一闭馆。</p>', '星期几不开门？', '周一闭馆。'],
    [
      'Japanese',
      '<p>朝食は七時からです。</p><p>駐車場は無料です。</p>',
      '車はどこに駐車できますか',
      '駐車場は無料です。',
    ],
    ['Thai', '<p>ร้านอยู่ชั้นสอง</p><p>จอดรถฟรีหลังอาคาร</p>', 'จอดรถที่ไหน', 'จอดรถฟรีหลังอาคาร'],
  ];
  for (const [language, html, query, answer] of languages) {
    it(`answers in ${language}`, () => assert.equal(best(html, query), answer));
  }

  it('leaves out what has nothing of the query, and keeps the order of the page among equals', () => {
    const passages = findPassages(parseHtml('<p>alpha</p><p>one</p><p>two</p><p>three</p><p>alpha</p>'));
    const ranked = rankPassages(passages, 'alpha');
    assert.deepEqual(
      ranked.map(({ passage }) => passage.index),
      [0, 4, 1, 3],
    );
    assert.deepEqual(rankPassages(passages, ''), []);
    assert.deepEqual(rankPassages([], 'alpha'), []);
  });

  it('says how much of the query there is', () => {
    const passages = findPassages(parseHtml(shop));
    assert.ok(rankPassages(passages, 'tram to Mill Lane')[0]!.share > 0.6);
    assert.ok(rankPassages(passages, 'quantum chromodynamics of tea')[0]!.share < 0.4);
  });
});
