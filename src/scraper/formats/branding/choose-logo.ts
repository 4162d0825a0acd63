import type { BrandAssets, LogoFact } from '../../../browser/branding-facts.ts';
import { isRecord, readOrganization } from './read-organization.ts';

const LOGO = /(?:^|[^a-z])(?:site-?)?(?:logo|wordmark|logotype)|Logo/;
const BRAND = /brand/i;
/** Logos of customers and partners, and pictures for social networks, are somebody else's. */
const FOREIGN = /partner|client|customer|sponsor|trusted|payment|social|badge|press|avatar|testimonial|flag/i;
const MIN_SCORE = 30;

/** The logo as an address or `data:` URI: as the header shows it, else as the page names it for others. */
export function chooseLogo(assets: BrandAssets, brandName: string | undefined): string | undefined {
  const shown = bestLogo(assets.logos, brandName);
  if (shown) return shown.kind === 'svg' ? svgAddress(shown.source) : shown.source;
  const named = readOrganization(assets)?.['logo'];
  const address = isRecord(named) ? (named['url'] ?? named['contentUrl']) : named;
  const candidates = [
    typeof address === 'string' ? absolute(address, assets.url) : '',
    assets.ogLogo,
    assets.touchIcon,
  ];
  return candidates.find((candidate) => candidate !== '' && candidate !== undefined);
}

/** Gives the name of the logo's picture, without the word "logo". */
export function logoName(assets: BrandAssets): string | undefined {
  const alt = bestLogo(assets.logos, undefined)?.alt ?? '';
  const name = alt
    .replaceAll(/\b(?:logo|logotype|home ?page|home|go to|startseite|accueil|inicio)\b/gi, ' ')
    .replaceAll(/[\s|–—-]+/g, ' ')
    .trim();
  return name.length >= 2 && name.length <= 60 ? name : undefined;
}

function bestLogo(logos: readonly LogoFact[], brandName: string | undefined): LogoFact | undefined {
  const scored = logos.map((logo) => ({ logo, score: scoreOf(logo, brandName) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= MIN_SCORE ? best.logo : undefined;
}

function scoreOf(
  { isHomeLink, hints, alt, zone, top, width, height }: LogoFact,
  brandName: string | undefined,
): number {
  const hasName = brandName !== undefined && alt.toLowerCase().includes(brandName.toLowerCase());
  return (
    (isHomeLink ? 40 : 0) +
    (LOGO.test(`${hints} ${alt}`) ? 25 : 0) +
    (BRAND.test(hints) ? 10 : 0) +
    (hasName ? 15 : 0) +
    (zone === 'header' || zone === 'nav' ? 15 : 0) +
    (top < 160 ? 10 : 0) -
    (zone === 'footer' ? 25 : 0) -
    (FOREIGN.test(`${hints} ${alt}`) ? 45 : 0) -
    // Icons of menus are square and small.
    (width < 20 || height < 14 ? 20 : 0)
  );
}

function svgAddress(markup: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;
}

function absolute(address: string, base: string): string {
  const url = URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : '';
}
