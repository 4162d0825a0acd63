import { createSystem, type SystemParts } from './system.ts';
import { createTeams } from './teams.ts';

/** The calls that only the operator may make. */
export function createOperatorCalls(parts: Parameters<typeof createTeams>[0] & SystemParts) {
  return { teams: createTeams(parts), system: createSystem(parts) };
}
