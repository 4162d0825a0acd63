import { createTeams } from './teams.ts';

/** The calls that only the operator may make. */
export function createOperatorCalls(parts: Parameters<typeof createTeams>[0]) {
  return { teams: createTeams(parts) };
}
