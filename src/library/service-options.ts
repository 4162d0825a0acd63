import { ServiceError } from '../lib/service-error.ts';

/** Options of a scrape that mean something only with a service and its database. */
export const SERVICE_OPTIONS = [
  'maxAge',
  'minAge',
  'storeInCache',
  'lockdown',
  'zeroDataRetention',
  'profile',
  'origin',
  'integration',
] as const;

export type ServiceOption = (typeof SERVICE_OPTIONS)[number];

/** Members of a crawl that mean something only with a service: nobody would send its events, or look at its labels. */
export const SERVICE_CRAWL_OPTIONS = ['webhook', 'origin', 'integration'] as const;

/** An option that could not be honoured is a BAD_REQUEST. */
export function refuseServiceOptions(options: object, names: readonly string[] = SERVICE_OPTIONS): void {
  const name = names.find((option) => Object.hasOwn(options, option));
  if (name === undefined) return;
  throw new ServiceError('BAD_REQUEST', {
    message: `The call has the option "${name}", which needs a service`,
  });
}
