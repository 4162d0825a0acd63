import type { Deadline } from '../lib/time/deadline.ts';
import { ServiceError } from '../lib/service-error.ts';
import { sleep } from '../lib/time/sleep.ts';
import { TeamLane } from '../lib/turns/team-lane.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelReply, ModelRequest, OpenModel } from './open-model.ts';
import { readFailure } from './read-failure.ts';

export interface AskOptions {
  deadline: Deadline;
  teamId: string;
  /** The wait for a turn does not count: for work in the background. */
  isBackground?: boolean;
  /** Called for each request that is sent. */
  onRequest?: () => void;
}

/**
 * Sends a request in its turn, again where that may help. Rejects with a ModelFailure, or with the reason of the deadline's
 * signal when that is no time that is over.
 */
export type Ask = (request: ModelRequest, options: AskOptions) => Promise<ModelReply>;

export interface AskLimits {
  /** Requests at a time. */
  concurrency: number;
  /** With less time left nothing is asked, ms. */
  leastMs?: number;
  /** Before the first repetition, ms; twice as long before the next. */
  pauseMs?: number;
  random?: () => number;
}

const MAX_REPETITIONS = 2;

export function createAsk(model: Pick<OpenModel, 'generate'>, limits: AskLimits): Ask {
  const { concurrency, leastMs = 3_000, pauseMs = 250, random = Math.random } = limits;
  const lane = new TeamLane({ places: concurrency, placesPerTeam: concurrency });

  return async function ask(request, options) {
    const { deadline, onRequest } = options;
    for (let repetition = 0; ; repetition++) {
      if (deadline.remainingMs < leastMs) throw new ModelFailure('timed-out');
      try {
        return await inTurn(lane, options, () => {
          onRequest?.();
          return model.generate(request, deadline.signal);
        });
      } catch (error) {
        throwIfOver(deadline);
        const known = readFailure(error);
        if (known === undefined) throw error;
        const { failure, isWorthRetrying, retryAfterMs } = known;
        if (!isWorthRetrying || repetition === MAX_REPETITIONS) throw failure;
        const waitMs = retryAfterMs ?? pauseMs * 2 ** repetition * (0.5 + random());
        if (waitMs + leastMs > deadline.remainingMs) throw failure;
        await sleep(waitMs, deadline.signal).catch(() => throwIfOver(deadline));
      }
    }
  };
}

async function inTurn(
  lane: TeamLane,
  { deadline, teamId, isBackground = false }: AskOptions,
  work: () => Promise<ModelReply>,
): Promise<ModelReply> {
  using pause = isBackground ? deadline.pause() : undefined;
  return await lane.run(teamId, deadline.signal, () => {
    pause?.[Symbol.dispose]();
    return work();
  });
}

function throwIfOver({ signal }: Deadline): void {
  if (!signal.aborted) return;
  const reason: unknown = signal.reason;
  if (reason instanceof ServiceError && reason.code === 'SCRAPE_TIMEOUT') throw new ModelFailure('timed-out');
  throw reason;
}
