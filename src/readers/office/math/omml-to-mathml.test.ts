import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseHtml } from '../../../html/parse.ts';
import { toMarkdown } from '../../../html/to-markdown/to-markdown.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { OOXML_NAMESPACES } from '../../ooxml/ooxml-namespaces.ts';
import { ommlToMathml } from './omml-to-mathml.ts';

const r = (text: string, properties = ''): string => `<m:r>${properties}<m:t>${text}</m:t></m:r>`;
const e = (content: string, name = 'e'): string => `<m:${name}>${content}</m:${name}>`;

function mathml(content: string): string {
  const xml = `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${content}</m:oMath>`;
  return ommlToMathml(parseXml(Buffer.from(xml), OOXML_NAMESPACES)!, false);
}

const texOf = (content: string): string => toMarkdown(parseHtml(`<p>${mathml(content)}</p>`)).trim();

const CASES: ReadonlyArray<readonly [omml: string, tex: string]> = [
  [r('E=m') + `<m:sSup>${e(r('c'))}${e(r('2'), 'sup')}</m:sSup>`, '$E=mc^{2}$'],
  [`<m:f>${e(r('a+1'), 'num')}${e(r('2.5'), 'den')}</m:f>`, '$\\frac{a+1}{2.5}$'],
  [`<m:f><m:fPr><m:type m:val="lin"/></m:fPr>${e(r('a'), 'num')}${e(r('b'), 'den')}</m:f>`, '$a/b$'],
  [`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr>${e('', 'deg')}${e(r('x'))}</m:rad>`, '$\\sqrt{x}$'],
  [`<m:rad>${e(r('3'), 'deg')}${e(r('x'))}</m:rad>`, '$\\sqrt[3]{x}$'],
  [`<m:sSubSup>${e(r('x'))}${e(r('i'), 'sub')}${e(r('2'), 'sup')}</m:sSubSup>`, '$x_{i}^{2}$'],
  [`<m:sPre>${e(r('a'), 'sub')}${e(r('b'), 'sup')}${e(r('X'))}</m:sPre>`, '${}_{a}^{b}X$'],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>${e(r('i=1'), 'sub')}${e(r('n'), 'sup')}${e(r('i'))}</m:nary>`,
    '$\\sum_{i=1}^{n}i$',
  ],
  [
    `<m:nary><m:naryPr><m:subHide m:val="1"/><m:supHide m:val="1"/></m:naryPr>${e('', 'sub')}${e('', 'sup')}${e(r('f'))}</m:nary>`,
    '$\\int f$',
  ],
  [`<m:d>${e(r('x'))}${e(r('y'))}</m:d>`, '$(x|y)$'],
  [
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>${e(`<m:m><m:mr>${e(r('1'))}${e(r('2'))}</m:mr><m:mr>${e(r('3'))}${e(r('4'))}</m:mr></m:m>`)}</m:d>`,
    '$[\\begin{matrix}1& 2 \\\\ 3& 4\\end{matrix}$',
  ],
  [`<m:acc>${e(r('v'))}</m:acc>`, '$\\hat{v}$'],
  [`<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>${e(r('v'))}</m:acc>`, '$\\vec{v}$'],
  [`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(r('z'))}</m:bar>`, '$\\overline{z}$'],
  [
    `<m:func>${e(r('sin', '<m:rPr><m:sty m:val="p"/></m:rPr>'), 'fName')}${e(r('θ'))}</m:func>`,
    '$\\sin \\theta$',
  ],
  [
    `<m:func>${e(`<m:limLow>${e(r('lim', '<m:rPr><m:sty m:val="p"/></m:rPr>'))}${e(r('x→0'), 'lim')}</m:limLow>`, 'fName')}${e(r('x'))}</m:func>`,
    '$\\lim_{x\\to 0}x$',
  ],
  [`<m:eqArr>${e(r('a&amp;=b'))}${e(r('c&amp;=d'))}</m:eqArr>`, '$\\begin{matrix}a=b \\\\ c=d\\end{matrix}$'],
  [r('if ', '<m:rPr><m:nor/></m:rPr>') + r('x&lt;0'), '$\\text{if~}x<0$'],
  [r('R', '<m:rPr><m:scr m:val="double-struck"/></m:rPr>'), '$\\mathbb{R}$'],
  [
    `<m:box>${e(r('a'))}</m:box><m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${e(r('b'))}</m:phant>`,
    '$a$',
  ],
];

for (const [omml, tex] of CASES) {
  it(`reads ${tex}`, () => assert.equal(texOf(omml), tex));
}

it('shows nothing for an empty formula', () => assert.equal(mathml(''), ''));

it('is linear in what nests', () => {
  let formula = r('x');
  for (let depth = 0; depth < 240; depth++) {
    formula = `<m:nary>${e(formula, 'sub')}${e('', 'sup')}${e('')}</m:nary>`;
  }
  assert.ok(mathml(formula).length < 20_000);
});
