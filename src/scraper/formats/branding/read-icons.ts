import type { IconFact } from '../../../browser/branding-facts.ts';
import { mostOf } from './most-of.ts';
import { withoutAbsent } from './without-absent.ts';

const LIBRARIES: ReadonlyArray<readonly [name: string, sign: RegExp]> = [
  [
    'Font Awesome',
    /(?:^|\s)(?:fa|fas|far|fal|fab|fad|fa-solid|fa-regular|fa-brands)(?:\s|$)|(?:^|\s)fa-[a-z]|svg-inline--fa/,
  ],
  ['Material Symbols', /material-symbols/],
  ['Material Icons', /material-icons|MuiSvgIcon/],
  ['Material Design Icons', /(?:^|\s)mdi(?:\s|-)/],
  ['Bootstrap Icons', /(?:^|\s)bi(?:\s|$|-)/],
  ['Lucide', /(?:^|\s)lucide/],
  ['Feather', /(?:^|\s)feather/],
  ['Tabler Icons', /(?:^|\s)ti(?:\s|-)|icon-tabler|tabler-icon/],
  ['Phosphor', /(?:^|\s)ph(?:\s|-)/],
  ['Remix Icon', /(?:^|\s)ri-/],
  ['Heroicons', /heroicon/i],
  ['Octicons', /octicon/],
  ['Ionicons', /ion-icon|ionicon/],
  ['Codicons', /codicon/],
  ['Glyphicons', /glyphicon/],
  ['Ant Design Icons', /anticon/],
  ['Boxicons', /(?:^|\s)bx[sl]?(?:\s|-)/],
  ['Iconify', /iconify/],
  ['Radix Icons', /radix-icon/],
];
const MIN_ICONS = 2;

/** How a page draws its icons; undefined when it has hardly any. */
export function readIcons(icons: readonly IconFact[]): Record<string, unknown> | undefined {
  if (icons.length < MIN_ICONS) return undefined;
  const one = (): number => 1;
  const drawn = icons.filter(({ kind }) => kind === 'svg' || kind === 'sprite');
  const width = mostOf(icons, (icon) => icon.width, one);
  return withoutAbsent({
    library: mostOf(icons, ({ hints }) => LIBRARIES.find(([, sign]) => sign.test(hints))?.[0], one),
    source: mostOf(icons, ({ kind }) => (kind === 'element' ? undefined : kind), one),
    style: mostOf(drawn, styleOf, one),
    size: width === undefined ? undefined : `${width}px`,
    count: icons.length,
  });
}

function styleOf({ isFilled, isStroked }: IconFact): string | undefined {
  if (isStroked) return isFilled ? 'duotone' : 'outline';
  return isFilled ? 'filled' : undefined;
}
