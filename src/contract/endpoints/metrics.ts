import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const metrics = defineEndpoint({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Counters and gauges for Prometheus',
  description:
    'The text format of Prometheus, version 0.0.4: requests by route and status, scrapes by result, pages of jobs, webhooks, browsers, memory. No label holds a URL.',
  reply: z.string(),
  text: { reply: 'text/plain' },
  errors: [],
  auth: 'none',
  credits: 'none',
  example: {
    reply: [
      '# HELP decant_scrapes_total Scrapes by result: ok, or the code of the error.',
      '# TYPE decant_scrapes_total counter',
      'decant_scrapes_total{result="ok"} 42',
      'decant_scrapes_total{result="SCRAPE_TIMEOUT"} 1',
      '',
    ].join('\n'),
  },
});
