import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreTexts, shareWithNeighbours } from './bm25.ts';

function best(query: string, ...texts: string[]): string | undefined {
  const { scores } = scoreTexts(
    query,
    texts.map((text) => ({ text })),
  );
  const most = Math.max(...scores);
  return most === 0 ? undefined : texts[scores.indexOf(most)];
}

describe('scoreTexts', () => {
  const winners: Array<[language: string, query: string, winner: string, others: string[]]> = [
    [
      'English',
      'How is the wool washed?',
      'Washing woollen clothes needs cold water.',
      ['The shop is open.', 'How to find us is told below.'],
    ],
    [
      'German',
      'Welche Versicherungen gibt es?',
      'Unsere Haftpflichtversicherung gilt weltweit.',
      ['Es gibt Kaffee.', 'Welche Farbe gefällt Ihnen?'],
    ],
    [
      'Russian',
      'Где хранятся документы?',
      'Хранение документов — в подвале.',
      ['Где мы находимся', 'Цены на билеты'],
    ],
    ['Arabic', 'أين تقع المدرسة؟', 'عنوان مدرستنا شارع النيل ٥.', ['نلتقي غدا', 'الطقس جميل اليوم']],
    ['Chinese', '图书馆几点开门？', '图书馆早上九点开门。', ['餐厅在二楼。', '请把书放回书架。']],
    [
      'Japanese',
      '図書館は何時に開きますか',
      '図書館は午前九時に開館します。',
      ['食堂は二階です。', '本を棚に戻してください。'],
    ],
    ['Thai', 'ห้องสมุดเปิดกี่โมง', 'ห้องสมุดเปิดเวลาเก้าโมงเช้า', ['ร้านอาหารอยู่ชั้นสอง', 'กรุณาเก็บหนังสือ']],
  ];
  for (const [language, query, winner, others] of winners) {
    it(`finds other forms of words: ${language}`, () => {
      assert.equal(best(query, winner, ...others), winner);
      assert.equal(best(query, ...others, winner), winner);
    });
  }

  it('gives nothing to texts without a gram of the query', () => {
    assert.equal(best('zebra', 'The lion sleeps.', ''), undefined);
    assert.equal(best('', 'The lion sleeps.'), undefined);
    assert.equal(best('zebra'), undefined);
  });

  it('counts what stands above a text, but less than what is in it', () => {
    const { scores } = scoreTexts('postage', [
      { text: 'It is four pounds.', context: 'Postage' },
      { text: 'Postage is four pounds.' },
      { text: 'It is four pounds.' },
    ]);
    assert.ok(scores[1]! > scores[0]! && scores[0]! > 0);
    assert.equal(scores[2], 0);
  });

  it('does not carry a context over to the next text', () => {
    const { scores } = scoreTexts('postage', [
      { text: 'One.', context: 'Postage' },
      { text: 'Two.', context: 'Postage' },
      { text: 'Three.', context: 'Colours' },
      { text: 'Four.' },
    ]);
    assert.deepEqual(
      Array.from(scores, (score) => score > 0),
      [true, true, false, false],
    );
  });

  it('holds back what only repeats the query', () => {
    assert.equal(
      best('delivery time', 'Delivery time', 'Time', 'Delivery takes some time: a week.'),
      'Delivery takes some time: a week.',
    );
  });

  it('prefers rare words to common ones', () => {
    assert.equal(
      best('shop guarantee', 'a shop', 'the shop here', 'shop and shop', 'guarantee'),
      'guarantee',
    );
  });
});

describe('shareWithNeighbours', () => {
  it('raises what stands beside a match', () => {
    assert.deepEqual(Array.from(shareWithNeighbours(Float64Array.of(0, 2, 0, 0))), [0.3, 2, 0.3, 0]);
  });
});
