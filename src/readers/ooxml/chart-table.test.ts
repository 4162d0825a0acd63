import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '../xml/parse-xml.ts';
import { OOXML_NAMESPACES } from './ooxml-namespaces.ts';
import { chartTable } from './chart-table.ts';

const points = (values: readonly string[]): string =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');

function tableOf(series: string): string {
  const root = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  return chartTable(parseXml(Buffer.from(root), OOXML_NAMESPACES));
}

test('numbers of a chart are written as its formats show them', () => {
  const html = tableOf(
    `<c:ser><c:tx><c:v>Share</c:v></c:tx><c:cat><c:numRef><c:numCache><c:formatCode>yyyy</c:formatCode>${points(['45000'])}</c:numCache></c:numRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${points(['0.28399999999999997'])}</c:numCache></c:numRef></c:val></c:ser>` +
      `<c:ser><c:tx><c:v>Sum</c:v></c:tx><c:val><c:numLit><c:formatCode>General</c:formatCode>${points(['4.3000000000000007'])}</c:numLit></c:val></c:ser>`,
  );
  assert.equal(
    html,
    '<table><thead><tr><th></th><th>Share</th><th>Sum</th></tr></thead><tbody><tr><td>2023</td><td>28.4%</td><td>4.3</td></tr></tbody></table>',
  );
});

test('a chart whose series has no name has a head all the same', () => {
  const html = tableOf(
    `<c:ser><c:cat><c:strLit>${points(['Q1'])}</c:strLit></c:cat><c:val><c:numLit>${points(['5'])}</c:numLit></c:val></c:ser>`,
  );
  assert.match(html, /<thead><tr><th><\/th><th>Series 1<\/th><\/tr><\/thead>/);
});
