import {
  buildPpt,
  chars,
  container,
  group,
  pptFile,
  pptStream,
  record,
  shape,
  text,
  words,
} from '../build-ppt.ts';
import { pickSize } from '../../pick-size.ts';
import type { HostileFile } from './hostile-file.ts';
import { odfOf } from './office-parts.ts';

const DEEP = `${'<draw:g>'.repeat(900)}<draw:frame svg:x="1e999cm" svg:y="-9cm"><draw:text-box><text:p>deep</text:p></draw:text-box></draw:frame>${'</draw:g>'.repeat(900)}`;
const TITLE =
  '<draw:frame presentation:class="title"><draw:text-box><text:p>again</text:p></draw:text-box></draw:frame>';
const SHAPE =
  '<draw:custom-shape svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="9cm"><text:p>x</text:p></draw:custom-shape>';

const PPT = { kind: 'ppt', expect: 'either' } as const;
const ONE = { slides: [{ shapes: [shape({ textbox: text(0, 'Title') })] }] };
const BLANK = ' '.repeat(100_000);

/** Edits that name each other, and a directory that promises a million objects. */
function circle(): Buffer {
  const edits = [0, 1].map((at) => record(4085, words(0, 0, at === 0 ? 36 : 0, 72, 1, 0, 0)));
  return pptFile(Buffer.concat([...edits, record(6002, words(0xfff0_0001, 0, 36, 72))]), 36);
}

/** A drawing whose groups nest far deeper than anybody draws. */
function nestedGroups(depth: number): Buffer {
  let inner: Buffer = shape({ textbox: text(4, 'deep') });
  for (let at = 0; at < depth; at++) inner = container(0xf003, [shape({}), inner]);
  return inner;
}

/** Presentations with more of something than any deck has. */
export const slideDecks: readonly HostileFile[] = [
  {
    kind: 'odp',
    expect: 'either',
    name: 'groups-900-deep.odp',
    make: () => odfOf('presentation', `<draw:page>${DEEP}</draw:page>`.repeat(200)),
  },
  {
    kind: 'odp',
    expect: 'content',
    name: 'slides-many.odp',
    make: () => odfOf('presentation', `<draw:page>${TITLE}</draw:page>`.repeat(pickSize(24_000, 200_000))),
  },
  {
    kind: 'odp',
    expect: 'content',
    name: 'shapes-many-on-a-slide.odp',
    make: () =>
      odfOf(
        'presentation',
        `<draw:page>${'<draw:g>'.repeat(20)}${SHAPE.repeat(pickSize(12_000, 100_000))}${'</draw:g>'.repeat(20)}</draw:page>`,
      ),
  },
  { ...PPT, name: 'edits-in-a-circle.ppt', make: circle },
  {
    ...PPT,
    name: 'record-of-4-gigabytes.ppt',
    make: () => {
      const { bytes, edit } = pptStream(ONE);
      bytes.writeUInt32LE(0xffff_ffff, 4);
      return pptFile(bytes, edit);
    },
  },
  {
    ...PPT,
    name: 'empty-records-500k.ppt',
    make: () => pptFile(Buffer.alloc(4_000_000), 0xffff_ffff),
  },
  {
    ...PPT,
    name: 'groups-1000-deep.ppt',
    make: () => buildPpt({ slides: [{ shapes: [nestedGroups(1_000)] }] }),
  },
  {
    ...PPT,
    name: 'one-text-in-20k-titles.ppt',
    make: () =>
      buildPpt({
        slides: [
          {
            listed: text(0, BLANK),
            shapes: Array.from({ length: 20_000 }, () => shape({ textbox: record(3998, words(0)) })),
          },
        ],
      }),
  },
  {
    ...PPT,
    name: 'table-of-10k-cells-askew.ppt',
    make: () => {
      const cells = Array.from({ length: 10_000 }, (_, at) =>
        shape({ textbox: text(4, 'x'), box: [at, at, 20_000, 20_000] }),
      );
      return buildPpt({ slides: [{ shapes: [group(cells, { options: { 0x39f: 1 } })] }] });
    },
  },
  {
    ...PPT,
    name: 'runs-and-lists-without-end.ppt',
    make: () => {
      const runs = record(4001, Buffer.alloc(1_000_000));
      const listed = Buffer.concat([record(3999, words(1)), chars('a\rb'), runs]);
      const slides = Array.from({ length: 2 }, () => ({ listed, shapes: [] }));
      return buildPpt({ slides: [...slides, { shapes: [shape({ textbox: listed })] }] });
    },
  },
  {
    ...PPT,
    expect: 'error',
    name: 'password.ppt',
    make: () => buildPpt({ ...ONE, isEncrypted: true }),
  },
];
