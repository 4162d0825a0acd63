import { refusalReason, type RefusedOption } from '../contract/needs.ts';
import { ServiceError } from './service-error.ts';

/** The error of an option that this version refuses. */
export function refusedOption(option: RefusedOption): ServiceError {
  return new ServiceError('FEATURE_NOT_AVAILABLE', {
    message: `${option} is not available on this server: ${refusalReason(option)}`,
    details: { option },
  });
}
