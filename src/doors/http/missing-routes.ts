import type { endpoints } from '../../contract/endpoints/index.ts';
import { ServiceError } from '../../lib/service-error.ts';

type Endpoints = typeof endpoints;

/** The endpoints that the reference marks as missing. */
type MissingName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { isMissing: true } ? Name : never;
}[keyof Endpoints];

/** Parts that this version does not have are refused by their name. */
export function missingRoutes() {
  const refuse = (feature: string) => async (): Promise<never> => {
    throw new ServiceError('FEATURE_NOT_AVAILABLE', {
      message: `${feature} is not available: this version does not have it yet`,
      details: { feature },
    });
  };
  const browser = refuse('browser');
  return {
    interact: refuse('interact'),
    interactStop: refuse('interact'),
    browserCreate: browser,
    browserList: browser,
    browserEnd: browser,
    browserDelete: browser,
    browserExecute: browser,
  } satisfies Record<MissingName, () => Promise<never>>;
}
