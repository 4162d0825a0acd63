import type { BrandStyles } from '../../../browser/branding-facts.ts';
import { withoutAbsent } from './without-absent.ts';

/** How a page is built. */
export function readLayout({ layout, buttons }: BrandStyles): Record<string, unknown> {
  const { header, hero } = layout;
  return withoutAbsent({
    maxWidth: layout.maxWidths[0]?.[0],
    usesFlexbox: layout.flexes > 0,
    usesGrid: layout.grids > 0,
    columns: layout.columns[0]?.[0],
    header: header && {
      height: `${header.height}px`,
      isSticky: header.position === 'sticky' || header.position === 'fixed',
    },
    hero: hero && {
      height: `${hero.height}px`,
      textAlign: alignmentOf(hero.textAlign),
      hasCallToAction: buttons.some(({ top }) => top >= hero.top && top < hero.top + hero.height),
    },
    hasSidebar: layout.hasAside,
    hasFooter: layout.hasFooter,
  });
}

function alignmentOf(textAlign: string): string {
  return textAlign.replace('start', 'left').replace('end', 'right').replace('-webkit-', '');
}
