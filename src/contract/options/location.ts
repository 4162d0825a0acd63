import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { COUNTRY_CODES } from './countries.ts';

const MAX_LANGUAGES = 50;

/** ISO 3166-1 alpha-2 code in any case, given on in upper case. */
export const country = z
  .string()
  .toUpperCase()
  .refine((code) => COUNTRY_CODES.has(code), {
    error: (issue) =>
      `must be an ISO 3166-1 country code such as DE, not "${String(issue.input).slice(0, 20)}"${issue.input === 'UK' ? '; did you mean "GB"?' : ''}`,
  });

/** BCP 47 tag, given on in its canonical case; `en_US` counts as `en-US`. */
export const languageTag = z.string().transform((tag, context) => {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-')).toString();
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be a BCP 47 language tag such as en or pt-BR',
      input: tag,
    });
    return z.NEVER;
  }
});

/**
 * The country and languages that the request should seem to come from. Unknown keys are ignored (wire contract 3.2).
 */
export const location = z
  .object({
    country: country.default('US').meta({ description: 'ISO 3166-1 country code, in any case.' }),
    languages: boundedList(languageTag, { max: MAX_LANGUAGES })
      .prefault([])
      .meta({ description: 'BCP 47 language tags, most wanted first.' }),
  })
  .meta({ id: 'Location' });

export type Location = z.output<typeof location>;
