import assert from 'node:assert/strict';
import type { z } from 'zod';
import type { ValidationIssue } from '../../src/contract/errors.ts';
import { scrapeRequest, type ScrapeRequest } from '../../src/contract/requests/scrape.ts';
import { ServiceError } from '../../src/lib/service-error.ts';
import { parseWith } from '../../src/lib/validate.ts';

export interface Refusal {
  message: string;
  issues: ValidationIssue[];
}

/** What a caller is told about a value that the schema refuses; fails when it is accepted. */
export function refusal(schema: z.ZodType, value: unknown): Refusal {
  try {
    parseWith(schema, value);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'BAD_REQUEST');
    return { message: error.message, issues: error.details as ValidationIssue[] };
  }
  assert.fail(`accepted although it is not valid: ${JSON.stringify(value)?.slice(0, 200)}`);
}

/** A scrape body with these options, parsed. */
export function parseScrape(options: object): ScrapeRequest {
  return parseWith(scrapeRequest, { url: 'https://a.test/', ...options });
}

/** Why a scrape body with these options is refused. */
export function refuseScrape(options: object): Refusal {
  return refusal(scrapeRequest, { url: 'https://a.test/', ...options });
}
