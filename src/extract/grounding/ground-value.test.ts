import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundValue } from './ground-value.ts';
import { readShownText } from './shown-text.ts';

const PAGE = `# Copper **kettle** X-200

It costs 1.299,00 € and weighs 1.2 kg, in *two* colours. Sold 3.7 million times, 25 % more than in 2023.

| Published | 3 May 2024 |
| --- | --- |
| Mail | shop@acme.example |
| Phone | +49 (30) 123 45-67 |

[Manual](/files/manual.pdf) and [maker](https://acme.example/about?x=1). 会社Acmeは 1984年3月5日 に設立されました。
The kettle is copper.`;
const page = readShownText(PAGE, new URL('https://shop.example/kettle'));

const confidenceOf = (value: unknown): number | string => {
  const [{ confidence, isInvented } = { confidence: -1, isInvented: true }] = groundValue(value, page);
  return isInvented ? 'invented' : confidence;
};

test('a value is found in the form that it has, and in others', () => {
  for (const [value, confidence] of [
    ['Copper kettle X-200', 1],
    ['copper', 0.9],
    [1299, 0.8],
    [1.2, 1],
    [2, 0.8],
    [3_700_000, 0.8],
    [0.25, 0.8],
    ['2024-05-03', 0.8],
    ['2024-05-03T00:00:00Z', 0.8],
    ['1984-03-05', 0.8],
    ['2024-05', 0.8],
    ['shop@acme.example', 1],
    ['+49 30 1234567', 0.8],
    ['030 1234567', 0.8],
    ['https://shop.example/files/manual.pdf', 0.8],
    ['https://acme.example/about?x=1', 0.8],
    ['1,299.00 EUR', 0.8],
    ['1.2kg', 0.8],
    ['Acme', 0.9],
    ['設立', 1],
    ['copper shop', 0.5],
    ['A fine thing', 0],
    [true, 0],
  ] as const)
    assert.equal(confidenceOf(value), confidence, String(value));
});

test('a number, date, address or identifier that the page does not have is an invention', () => {
  for (const value of [
    19.99,
    129,
    '2024-05-04',
    '2024-06-03',
    'sales@acme.example',
    'https://evil.example/?q=1',
    'https://acme.example/about',
    'X-201',
    '$19.99',
    '+49 30 7654321',
    '12 kg',
  ])
    assert.equal(confidenceOf(value), 'invented', String(value));
});

test('the scalars of a value are named by their places, with the lines that hold them', () => {
  const value = { 'a/b': [{ price: 1299 }, null], kind: 7 };
  assert.deepEqual(groundValue(value, page, new Set([7])), [
    {
      path: '/a~1b/0/price',
      value: 1299,
      quote: PAGE.split('\n')[2],
      confidence: 0.8,
      isInvented: false,
    },
    { path: '/kind', value: 7, quote: undefined, confidence: 0, isInvented: false },
  ]);
});
