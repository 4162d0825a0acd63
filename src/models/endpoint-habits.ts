import type { Clock } from '../lib/time/clock.ts';
import type { RefusedPart } from './model-failure.ts';
import type { Adaptations } from './open-model.ts';

/** The ways to ask for JSON, the best one first. */
export const RUNGS = ['strict', 'schema', 'json', 'text', 'tool'] as const;
export type Rung = (typeof RUNGS)[number];

/** How an endpoint wants to be asked. */
export interface Habit extends Adaptations {
  readonly rung: Rung;
}

/** Habits of endpoints and models, remembered in this process for an hour. */
export interface EndpointHabits {
  /** The habit of an endpoint, or the best one when none is known. */
  habitOf: (id: string) => Habit;
  remember: (id: string, habit: Habit) => void;
}

const KEPT_MS = 60 * 60_000;
const BEST: Habit = {
  rung: 'strict',
  hasNewTokenLimit: false,
  hasNoTemperature: false,
  hasNoSystemRole: false,
};

export function createEndpointHabits(clock: Clock): EndpointHabits {
  const known = new Map<string, { habit: Habit; until: number }>();
  return {
    habitOf(id) {
      const entry = known.get(id);
      if (entry !== undefined && clock.now() < entry.until) return entry.habit;
      known.delete(id);
      return BEST;
    },
    remember: (id, habit) => void known.set(id, { habit, until: clock.now() + KEPT_MS }),
  };
}

/** The next habit to try after an endpoint has refused a part of a request; undefined when there is none. */
export function stepDown(habit: Habit, refused: RefusedPart): Habit | undefined {
  const { rung } = habit;
  switch (refused) {
    case 'max-tokens':
      return habit.hasNewTokenLimit ? undefined : { ...habit, hasNewTokenLimit: true };
    case 'temperature':
      return habit.hasNoTemperature ? undefined : { ...habit, hasNoTemperature: true };
    case 'system':
      return habit.hasNoSystemRole ? undefined : { ...habit, hasNoSystemRole: true };
    case 'strict':
      return rung === 'strict' ? { ...habit, rung: 'schema' } : below(habit);
    case 'json-mode':
      return rung === 'json' ? { ...habit, rung: 'text' } : below(habit);
    case 'tools':
      return undefined;
    default:
      return below(habit);
  }
}

/** An endpoint that refuses a schema refuses it strict or not. */
function below(habit: Habit): Habit | undefined {
  const { rung } = habit;
  if (rung === 'strict' || rung === 'schema') return { ...habit, rung: 'json' };
  return rung === 'json' ? { ...habit, rung: 'text' } : undefined;
}
