import type { HostileFile } from './hostile-file.ts';
import { odfOf } from './office-parts.ts';

const DEEP = `${'<draw:g>'.repeat(900)}<draw:frame svg:x="1e999cm" svg:y="-9cm"><draw:text-box><text:p>deep</text:p></draw:text-box></draw:frame>${'</draw:g>'.repeat(900)}`;
const TITLE =
  '<draw:frame presentation:class="title"><draw:text-box><text:p>again</text:p></draw:text-box></draw:frame>';
const SHAPE =
  '<draw:custom-shape svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="9cm"><text:p>x</text:p></draw:custom-shape>';

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
    name: 'slides-200k.odp',
    make: () => odfOf('presentation', `<draw:page>${TITLE}</draw:page>`.repeat(200_000)),
  },
  {
    kind: 'odp',
    expect: 'content',
    name: 'shapes-100k-on-a-slide.odp',
    make: () =>
      odfOf(
        'presentation',
        `<draw:page>${'<draw:g>'.repeat(20)}${SHAPE.repeat(100_000)}${'</draw:g>'.repeat(20)}</draw:page>`,
      ),
  },
];
