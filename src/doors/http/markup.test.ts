import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './markup.ts';

test('escapes strings in text and attributes', () => {
  const evil = `<script>"x" & 'y'</script>`;
  assert.equal(
    html`<a title="${evil}">${evil}</a>`.text,
    '<a title="&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;">&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;</a>',
  );
});

test('keeps markup, joins lists and drops what is absent', () => {
  assert.equal(html`${[html`<i>1</i>`, 2, ['<']]}${undefined}${false}.`.text, '<i>1</i>2&lt;.');
});
