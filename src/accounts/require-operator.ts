import { ServiceError } from '../lib/service-error.ts';
import type { Caller } from './caller.ts';

/** FORBIDDEN for a caller whose team is not the operator, with what would make it one. */
export function requireOperator({ team }: Caller): void {
  if (!team.isOperator)
    throw new ServiceError('FORBIDDEN', {
      message:
        "This is for the operator: use a key of the operator's team, or run `decant teams set NAME --operator` where the service runs",
    });
}
