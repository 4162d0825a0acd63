import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { xhtmlAsHtml } from './xhtml-as-html.ts';

const PARTS = [
  '<div>',
  '<div/>',
  '<![CDATA[',
  '<![CDATA[<]]>',
  '<!--',
  '<?',
  '<a b="',
  '<a b= ',
  ']',
  '] ',
  '</',
];

describe('XHTML is written as HTML in linear time', () => {
  for (const part of PARTS)
    it(part, () =>
      assertLinear(pickSize(100_000, 1_000_000), (size) => {
        const body = part.repeat(size);
        const [inRoot, inDoctype] = [`<html>${body}</html>`, `<!DOCTYPE html [${body}`];
        return () => [xhtmlAsHtml(inRoot), xhtmlAsHtml(inDoctype)];
      }),
    );
});
