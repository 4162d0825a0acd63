import { variablesOf, type OptionThatNeeds } from '../contract/needs.ts';
import { ServiceError } from './service-error.ts';

/** The error of an option that needs a language model where none is configured. */
export function missingModel(option: OptionThatNeeds<'model'>): ServiceError {
  const variables = variablesOf('model');
  return new ServiceError('FEATURE_NOT_AVAILABLE', {
    message: `${option} needs a language model: set ${variables.join(' and ')}`,
    details: { option, variable: variables[0] },
  });
}
