import type { Endpoint } from '../endpoint.ts';
import { concurrencyCheck } from './concurrency-check.ts';
import { creditUsage } from './credit-usage.ts';
import { healthLive } from './health-live.ts';
import { healthReady } from './health-ready.ts';
import { scrapeStatus } from './scrape-status.ts';
import { scrape } from './scrape.ts';

/** Every endpoint, in the order of the reference. */
export const endpoints = {
  scrape,
  scrapeStatus,
  creditUsage,
  concurrencyCheck,
  healthLive,
  healthReady,
} as const satisfies Record<string, Endpoint>;
