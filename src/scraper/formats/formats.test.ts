import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { toJsonSchema } from '../../contract/json-schema.ts';
import { formatList, formatNames, type FormatName } from '../../contract/options/formats.ts';
import type { Rendering } from '../page.ts';
import { missingParts } from '../fetch/missing-parts.ts';
import { asksFor } from './asks-for.ts';
import { formats } from './index.ts';

const namesThat = (isOne: (name: FormatName) => boolean): FormatName[] => formatNames.filter(isOne);

test('what needs a live page or its history, no file can have', () => {
  const refused = namesThat((name) => !formats[name].isOfFile);
  assert.deepEqual(refused, ['screenshot', 'changeTracking', 'branding', 'audio', 'video']);
});

test('what a model or a player is needed for costs 4 credits', () => {
  const dear = namesThat((name) => formats[name].credits !== undefined);
  assert.deepEqual(dear, ['json', 'audio', 'video', 'question', 'highlights']);
  for (const name of dear) assert.equal(formats[name].credits, 4, name);
});

test('the contract tells the price of each format that has one', () => {
  const { Format } = toJsonSchema(z.object({ formats: formatList }), 'input').$defs ?? {};
  const told = Format?.anyOf?.[1]?.oneOf?.filter((variant) => variant['x-credits'] !== undefined);
  const hasPrice = (name: FormatName): boolean =>
    formats[name].credits !== undefined || 'chargedAs' in formats[name];
  assert.deepEqual(
    told?.map((variant) => variant.properties?.['type']?.const),
    namesThat(hasPrice),
  );
});

test('a stored copy lacks the parts that its rendering does not have', () => {
  const options = { formats: formatList.parse(['markdown', 'screenshot', 'branding', 'links']) };
  const rendered: Rendering = { warnings: [], screenshot: { bytes: Buffer.of(1), contentType: 'image/png' } };
  assert.deepEqual(missingParts(options, undefined), ['screenshot', 'branding']);
  assert.deepEqual(missingParts(options, rendered), ['branding']);
  assert.deepEqual(missingParts({ formats: formatList.parse(['markdown']) }, undefined), []);
});

test('a request asks for what one of its formats needs', () => {
  const options = { formats: formatList.parse(['markdown', 'changeTracking', 'video']) };
  assert.deepEqual(
    (['html', 'history', 'browser', 'media'] as const).filter((need) => asksFor(options, need)),
    ['html', 'history', 'media'],
  );
});
