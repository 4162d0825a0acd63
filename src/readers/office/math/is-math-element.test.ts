import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildEpub } from '../../../../test/support/documents/build-epub.ts';
import { buildOdt } from '../../../../test/support/documents/build-odt.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { readEpub } from '../../epub/read-epub.ts';
import { readOdt } from '../../odt/read-odt.ts';

/** Elements that would leave a formula, where HTML is read. */
const HOSTILE =
  '<mrow><mi>a</mi><script>alert(1)</script><plaintext>b</plaintext><iframe src="x"/><mtext><style>c</style></mtext></mrow>';

test('a formula holds elements of formulas only', async () => {
  const math = `<math xmlns="http://www.w3.org/1998/Math/MathML">${HOSTILE}</math>`;
  const book = await readEpub(sourceOf(buildEpub({ chapters: { 'one.xhtml': `<p>${math}</p>` } })));
  const frame = '<draw:frame><draw:object xlink:href="./Object 1" xlink:type="simple"/></draw:frame>';
  const text = await readOdt(
    sourceOf(buildOdt({ text: `<text:p>${frame}</text:p>`, parts: { 'Object 1/content.xml': math } })),
  );
  for (const { html } of [book, text]) {
    assert.match(html, /<math[^>]*>.*<mi>a<\/mi>/);
    assert.doesNotMatch(html, /<(?:script|plaintext|iframe|style)/);
  }
});
