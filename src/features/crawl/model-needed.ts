import { ServiceError } from '../../lib/service-error.ts';

/** The error of what needs a language model to turn words into options of a crawl. */
export function modelNeeded(option: string): ServiceError {
  return new ServiceError('FEATURE_NOT_AVAILABLE', {
    message: `${option} is not available on this server: it needs a language model, which this version cannot use yet`,
    details: { option },
  });
}
