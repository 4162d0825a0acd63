import { ServiceError } from '../lib/service-error.ts';

/** Options of a scrape that mean something only with a service and its database. */
const SERVICE_OPTIONS = [
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

/** An option that could not be honoured is a BAD_REQUEST. */
export function refuseServiceOptions(options: object): void {
  const name = SERVICE_OPTIONS.find((option) => Object.hasOwn(options, option));
  if (name === undefined) return;
  throw new ServiceError('BAD_REQUEST', {
    message: `The call has the option "${name}", which needs a service: without one nothing is kept between calls`,
  });
}
