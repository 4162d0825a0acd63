import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { xhtmlAsHtml } from './xhtml-as-html.ts';

const inBody = (markup: string): string => `<html><head></head><body>${markup}</body></html>`;

const REWRITTEN: ReadonlyArray<readonly [name: string, xhtml: string, html: string]> = [
  ['an empty script', '<script src="a.js"/><p>x</p>', '<script src="a.js"></script><p>x</p>'],
  ['an empty element', '<a id="x" /><div/>', '<a id="x" ></a><div></div>'],
  ['void elements', '<br/><BR/><img src="a" alt="/>"/>', '<br/><BR/><img src="a" alt="/>"/>'],
  ['void elements with an end tag', 'a<br></br>b<hr ></hr >', 'a<br>b<hr >'],
  ['CDATA', '<pre><![CDATA[if (a < b && c) x();]]></pre>', '<pre>if (a &lt; b &amp;&amp; c) x();</pre>'],
  ['tags in CDATA', '<p><![CDATA[<div/></p>]]></p>', '<p>&lt;div/&gt;&lt;/p&gt;</p>'],
  [
    'CDATA in a script',
    '<script>//<![CDATA[\nif (a < b && c) d("</script><!--");\n//]]></script>',
    '<script>//\nif (a < b && c) d("<\\/script><\\!--");\n//</script>',
  ],
  ['CDATA in a style sheet', '<style><![CDATA[a > b {}]]></style>', '<style>a > b {}</style>'],
  [
    'CDATA in a drawing',
    '<svg><style><![CDATA[a > b {}]]></style><source></source></svg>',
    '<svg><style>a &gt; b {}</style><source></source></svg>',
  ],
  ['a quoted sign', `<p title="a/>" class='<b/>'/>`, `<p title="a/>" class='<b/>'></p>`],
  ['a comment', '<!-- <div/> <![CDATA[x]]> --><div/>', '<!-- <div/> <![CDATA[x]]> --><div></div>'],
  ['an instruction', '<?a b > <div/> ?>x', 'x'],
];

describe('xhtmlAsHtml', () => {
  for (const [name, xhtml, html] of REWRITTEN)
    test(name, () => assert.equal(xhtmlAsHtml(inBody(xhtml)), inBody(html)));

  test('the declarations in a doctype go', () => {
    assert.equal(
      xhtmlAsHtml(
        `<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "a[>" "b" [<!ENTITY x "]y">\n<!ENTITY z "1">] >\n<html/>`,
      ),
      `\n<!DOCTYPE html PUBLIC "a[>" "b" >\n<html></html>`,
    );
    assert.equal(xhtmlAsHtml('<!DOCTYPE html><html/>'), '<!DOCTYPE html><html></html>');
  });

  for (const broken of [
    '<p>a<div/>',
    '<p><b>a</p></b><div/>',
    '</p><div/>',
    '<div/>a < b',
    '<a href=x/><div/>',
    '<div/><a title="x',
    '<div/><p',
    '<div/><![CDATA[x',
    '<div/><!-- x',
    '<div/><?x',
    '<div/><a = ',
    '<!DOCTYPE html [<div/>',
    '<!DOCTYPE html',
    '<P><div/></p>',
  ])
    test(`stays as it is: ${broken}`, () => assert.equal(xhtmlAsHtml(broken), broken));
});
