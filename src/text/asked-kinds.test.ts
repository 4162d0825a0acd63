import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedKinds, holdsKind, type AskedKind } from './asked-kinds.ts';

const EXAMPLES: ReadonlyArray<readonly [kind: AskedKind, question: string, holder: string]> = [
  ['money', 'How much does the ticket cost?', 'Adults $12.50'],
  ['money', 'Was kostet der Eintritt?', 'Erwachsene 12 Euro'],
  ['money', 'Сколько стоит билет?', 'Взрослый — 500 руб.'],
  ['money', 'كم سعر التذكرة؟', '٥٠ ريال'],
  ['money', '门票多少钱？', '成人50元'],
  ['money', '入場料はいくらですか', '大人 500円'],
  ['money', 'ค่าเข้าชมกี่บาท ราคา', 'ผู้ใหญ่ 50 บาท'],
  ['date', 'When was the museum founded?', 'Founded in 1921'],
  ['date', 'Wann öffnet das Museum?', 'Montag bis Freitag'],
  ['date', 'Когда открыт музей?', 'с 3 мая'],
  ['date', '博物馆什么时候开门？', '早上9点'],
  ['date', 'いつ開きますか', '午前9時から'],
  ['date', 'เปิดเมื่อไหร่', '5 มกราคม'],
  ['duration', 'How long does delivery take?', 'two to three business days, 3 days at most'],
  ['duration', 'Wie lange dauert der Versand?', '3 Tage'],
  ['duration', 'Как долго идёт посылка?', '5 дней'],
  ['weight', 'How heavy is the tent?', '2.4 kg'],
  ['weight', 'Сколько весит палатка?', '2,4 кг'],
  ['length', 'How tall is the tower?', '324 m'],
  ['length', 'Wie hoch ist der Turm?', '324 Meter'],
  ['length', '塔有多高？', '324米'],
  ['percentage', 'What percentage is recycled?', '80 %'],
  ['count', 'How many rooms are there?', 'It has twelve rooms.'],
  ['count', 'Wie viele Zimmer gibt es?', '12 Zimmer'],
  ['phone', 'What is the telephone number?', '+49 30 1234567'],
  ['phone', '電話番号は？', '03-1234-5678'],
  ['mail', 'What is the email address?', 'hello@example.com'],
  ['name', 'Who wrote the book?', 'by Jane Austen'],
  ['name', 'Кто написал книгу?', 'Лев Толстой'],
];

describe('askedKinds and holdsKind', () => {
  for (const [kind, question, holder] of EXAMPLES) {
    it(`${question} asks for a ${kind}, as in: ${holder}`, () => {
      assert.ok(askedKinds(question).includes(kind), askedKinds(question).join());
      assert.ok(holdsKind(holder, kind));
    });
  }

  it('sees none in other questions and texts', () => {
    assert.deepEqual(askedKinds('Can I bring a dog?'), []);
    for (const [kind] of EXAMPLES) assert.ok(!holdsKind('we are always glad to see you', kind), kind);
  });

  it('does not take a number for what is asked for besides', () => {
    assert.deepEqual(askedKinds('How many days do I have to return it?'), ['duration']);
  });
});
