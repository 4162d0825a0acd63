import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildDocx, paragraph } from '../../../../test/support/documents/build-docx.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import type { DocumentContent } from '../../document.ts';
import { readDocx } from '../read-docx.ts';

function readChunk(name: string, content: string | Uint8Array): Promise<DocumentContent> {
  const bytes = buildDocx({
    body: `${paragraph('before')}<w:altChunk r:id="c"/>${paragraph('after')}`,
    relationships: { c: ['aFChunk', name] },
    parts: { [`word/${name}`]: content },
  });
  return readDocx(sourceOf(bytes));
}

it('reads a part in HTML without what acts', async () => {
  const page =
    '<html><head><title>T</title><script>bad()</script></head><body onload="bad()"><h1 class="x">Ä</h1><p>a <b>b</b> <a href="javascript:x">c</a><td colspan="2" style="x">d &lt; e</body></html>';
  const { html, warnings } = await readChunk('chunk.htm', page);
  assert.equal(
    html,
    '<p>before</p><h1>Ä</h1><p>a <b>b</b> <a>c</a><td colspan="2">d &lt; e</td></p><p>after</p>',
  );
  assert.deepEqual(warnings, []);
});

it('reads the page of a web archive', async () => {
  const archive = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="----=mhtDocumentPart"',
    '',
    '------=mhtDocumentPart',
    'Content-Type: text/html;',
    '    charset="utf-8"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<!DOCTYPE html><html><body><p class=3D"x">caf=C3=A9 =',
    'soft</p></body></html>',
    '------=mhtDocumentPart--',
  ].join('\r\n');
  assert.equal((await readChunk('afchunk.mht', archive)).html, '<p>before</p><p>café soft</p><p>after</p>');
});

it('reads plain text, and says what it cannot read', async () => {
  assert.equal(
    (await readChunk('a.txt', 'one\r\n\r\n2 < 3')).html,
    '<p>before</p><p>one</p><p>2 &lt; 3</p><p>after</p>',
  );
  const { html, warnings } = await readChunk('a.rtf', '{\\rtf1 x}');
  assert.equal(html, '<p>before</p><p>after</p>');
  assert.match(warnings.join(), /another format/);
});
