import type { BrandAssets } from '../../../browser/branding-facts.ts';

const ORGANIZATION =
  /Organization$|^(?:Corporation|Brand|WebSite|OnlineStore|Store|LocalBusiness|NewsMediaOrganization)$/;
const MAX_VALUES = 500;

/** Reads the organization that the site belongs to from a page's JSON-LD: first the owner, then the site. */
export function readOrganization({ jsonLd }: BrandAssets): Record<string, unknown> | undefined {
  const found: Array<Record<string, unknown>> = [];
  const queue: unknown[] = jsonLd.map(parse);
  for (let index = 0; index < queue.length && index < MAX_VALUES; index++) {
    const value = queue[index];
    if (Array.isArray(value)) queue.push(...value.slice(0, 100));
    else if (isRecord(value)) {
      const types = [value['@type']].flat().filter((type) => typeof type === 'string');
      if (types.some((type) => ORGANIZATION.test(type))) found.push(value);
      queue.push(value['@graph'], value['publisher'], value['mainEntity']);
    }
  }
  const isSite = (value: Record<string, unknown>): boolean => [value['@type']].flat().includes('WebSite');
  return (
    found.find((value) => !isSite(value) && value['logo'] !== undefined) ??
    found.find((value) => !isSite(value)) ??
    found[0]
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // As browsers and search engines do with broken scripts.
    return undefined;
  }
}
