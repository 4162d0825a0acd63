import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

const partShape = {
  tag: z.string(),
  label: z.string().meta({ description: '`#id.class` as the page wrote it.' }),
  selector: z.string().nullable().meta({
    description:
      'Matches this element of the page and no other; null when no selector of a readable length does.',
  }),
  characters: z.int(),
  share: z.number().meta({ description: 'The share of the text of the page, 0 to 1.' }),
  text: z.string().meta({ description: 'The beginning of its text.' }),
};

export const teamScrapeParts = defineEndpoint({
  name: 'teamScrapeParts',
  method: 'GET',
  path: '/v2/team/scrapes/{id}/parts',
  summary: 'Parts that a scrape of your team took out of its page, and why',
  description:
    'The page as it was kept is converted once more, with the options of the scrape: from the cache, else from `rawHtml` where the scrape asked for it. Nothing is fetched, kept or charged. The dashboard shows the same page with the removed parts shaded.',
  params: jobIdParams,
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      source: z.enum(['cache', 'rawHtml']).meta({ description: 'The place that the page was taken from.' }),
      remarks: z.array(z.string()).meta({ description: 'How this may differ from what the scrape saw.' }),
      characters: z.int().meta({ description: 'All text of the page.' }),
      kept: z.object({
        characters: z.int(),
        selector: z.string().nullable().meta({ description: 'The block that holds all that stayed.' }),
        parts: z.array(z.object(partShape)).meta({ description: 'The blocks that it is made of.' }),
      }),
      removed: z.array(
        z.object({
          ...partShape,
          rule: z.string().meta({ description: '`includeTags` and `excludeTags` are those of the scrape.' }),
          by: z.string().meta({ description: 'The kind of evidence.' }),
          evidence: z.string().meta({ description: 'As the page wrote it.' }),
          why: z.string().meta({ description: 'The numbers that the rule looked at.' }),
          certainty: z.enum(['asked', 'sure', 'likely', 'guessed']).meta({
            description:
              'How sure the rule is: the options ask for it, the page says it itself (element, role), its names or texts do, or only its place or shape does.',
          }),
          isWithinContent: z.boolean().meta({ description: 'It stands within `kept.selector`.' }),
          anchor: z.string().meta({ description: 'Its id in the page that the dashboard shows.' }),
        }),
      ),
      moreRemoved: z.int().meta({ description: 'Smaller removed parts that are not listed.' }),
    }),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  auth: 'bearer',
  rateLimit: 'scrape',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: {
      success: true,
      data: {
        source: 'cache',
        remarks: [],
        characters: 9_800,
        kept: {
          characters: 9_680,
          selector: 'main',
          parts: [{ tag: 'h1', label: '', selector: 'h1', characters: 7, share: 0.0007, text: 'Kettles' }],
        },
        removed: [
          {
            tag: 'nav',
            label: '.menu',
            selector: '.menu',
            characters: 120,
            share: 0.0122,
            text: 'Home All kettles',
            rule: 'navigation',
            by: 'element',
            evidence: '<nav>',
            why: '1.2 % of the words, 0.0 % of the prose, 100 % of it links',
            certainty: 'sure',
            isWithinContent: false,
            anchor: 'decant-7',
          },
        ],
        moreRemoved: 0,
      },
    },
  },
});
