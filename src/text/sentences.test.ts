import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceLengths, sentences } from './sentences.ts';

describe('sentences', () => {
  const examples: Array<[name: string, parts: string[]]> = [
    ['English', ['It rained. ', 'Did it? ', 'Yes!']],
    ['titles', ['Dr. Jones met Mrs. Smith on Jan. 4. She smiled.']],
    ['initials', ['J. R. R. Tolkien wrote it. ', 'He was glad.']],
    ['German dates and shortened words', ['Am 3. Oktober ist z. B. frei. ', 'Danach nicht.']],
    ['Russian', ['Это дом на ул. Ленина. ', 'Там живёт кот.']],
    ['Arabic', ['هل المتجر مفتوح؟ ', 'نعم، حتى المساء.']],
    ['Chinese', ['商店九点开门。', '星期天休息。']],
    ['Japanese', ['店は九時に開きます。', '日曜日は休みです。']],
    ['Thai, which has no full stop', ['ร้านเปิดเก้าโมง วันอาทิตย์หยุด']],
    ['Hindi', ['दुकान खुली है। ', 'रविवार को बंद है।']],
    ['a line of its own', ['First\n', 'Second']],
  ];
  for (const [name, parts] of examples) {
    it(name, () => {
      assert.deepEqual(
        sentences(parts.join('')),
        parts.map((part) => part.trim()),
      );
    });
  }

  it('loses nothing', () => {
    const text = '  One. Two?\n\n\tThree!  e.g. Four. ';
    assert.equal(
      sentenceLengths(text).reduce((sum, length) => sum + length, 0),
      text.length,
    );
    assert.deepEqual(sentences(''), []);
    assert.deepEqual(sentences(' \n '), []);
  });
});
