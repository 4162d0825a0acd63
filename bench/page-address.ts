import { TEMPLATE_NAMES, type TemplateName } from './page-generator.ts';

/** The sizes that the local web has, in 1000 bytes. */
export const PAGE_KILOBYTES = [20, 50, 100, 200] as const;
export type PageKilobytes = (typeof PAGE_KILOBYTES)[number];

/** Different pages of each template and size. */
export const VARIANTS = 4;

export interface PageAddress {
  template: TemplateName;
  kilobytes: PageKilobytes;
  variant: number;
  /** Makes the address and the beginning of the page unique. */
  number: number;
}

/** Templates and variants in turn, so that any run of numbers is the same mix. */
export function pageAddress(number: number, kilobytes: PageKilobytes): PageAddress {
  const template = TEMPLATE_NAMES[number % TEMPLATE_NAMES.length]!;
  return { template, kilobytes, variant: Math.floor(number / TEMPLATE_NAMES.length) % VARIANTS, number };
}

export function pagePath({ template, kilobytes, variant, number }: PageAddress): string {
  return `/${template}/${kilobytes}/${variant}/${number}`;
}

export function parsePagePath(path: string): PageAddress | undefined {
  const [, template, kilobytes, variant, number] = /^\/(\w+)\/(\d+)\/(\d+)\/(\d+)$/.exec(path) ?? [];
  if (template === undefined) return undefined;
  return {
    template: template as TemplateName,
    kilobytes: Number(kilobytes) as PageKilobytes,
    variant: Number(variant),
    number: Number(number),
  };
}
