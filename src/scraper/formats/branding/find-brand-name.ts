import type { BrandAssets } from '../../../browser/branding-facts.ts';
import { logoName } from './choose-logo.ts';
import { readOrganization } from './read-organization.ts';

const SEPARATOR = /\s+[|–—·:»•-]\s+|\s*\|\s*/;
const MAX_LENGTH = 80;

/**
 * Finds the name that the site gives itself: for other sites, in its data, on its logo, or in the part of its title
 * that its host repeats.
 */
export function findBrandName(assets: BrandAssets): string | undefined {
  const organization = readOrganization(assets)?.['name'];
  const candidates = [
    assets.siteName,
    typeof organization === 'string' ? organization : '',
    assets.applicationName,
    logoName(assets) ?? '',
    fromTitle(assets) ?? '',
  ];
  return candidates.map((name) => name.trim()).find((name) => name !== '' && name.length <= MAX_LENGTH);
}

function fromTitle({ title, url }: BrandAssets): string | undefined {
  const host = URL.parse(url)?.hostname.replaceAll('-', '') ?? '';
  return title
    .split(SEPARATOR)
    .map((part) => part.trim())
    .find((part) => {
      const bare = part.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
      return bare.length >= 3 && host.includes(bare);
    });
}
