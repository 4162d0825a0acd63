import { describe, it } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { findCssUrls } from './css-urls.ts';
import { withoutMarks } from './marks.ts';
import { parseSrcset } from './srcset.ts';

const SRCSETS = [',', ' ', 'a', 'a 1x,', 'a (', 'a 1', 'a, ', 'a,b 2'];
const STYLES = ['url(', 'url("', `url('`, 'url( ', 'url("a"', 'url(\\', 'url(\\a', 'url("\\', `url("'`];
/** What looks like marks, and tags without end. */
const TAGS = [
  '<p data-decant-frame="',
  '<!--',
  '<script>',
  '<a data-decant-hidden="" ',
  '> data-decant-hidden=""',
];

describe('texts of attributes are read in linear time', () => {
  for (const part of SRCSETS)
    it(`srcset: ${part}`, () =>
      assertLinear(pickSize(60_000, 300_000), (size) => {
        const srcset = part.repeat(size);
        return () => parseSrcset(srcset);
      }));

  for (const part of STYLES)
    it(`style: ${part}`, () =>
      assertLinear(pickSize(40_000, 100_000), (size) => {
        const css = part.repeat(size);
        return () => findCssUrls(css);
      }));

  for (const part of TAGS)
    it(`marks: ${part}`, () =>
      assertLinear(pickSize(40_000, 150_000), (size) => {
        const html = ` data-decant-hidden=""${part.repeat(size)}`;
        return () => withoutMarks(html);
      }));
});
