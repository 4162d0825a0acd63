import type { Cage, CageOrder, FindCage } from '../../confine/cage/cage.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { awaitMessage } from './await-message.ts';
import { RunnerProcess } from './runner-process.ts';

/** Starts runners of code in the cage of this machine. */
export interface RunnerStart {
  /** A runner that is ready. SERVICE_UNAVAILABLE with what to set when there is no cage. */
  start(orderOf: () => Promise<CageOrder>): Promise<RunnerProcess>;
  /**
   * One sentence with the variable to set when there is no cage. While the first runner of all starts, walls that stand count for a cage, though it is not
   * known yet whether it can work in them.
   */
  problem(): Promise<string | undefined>;
}

/** Looks for the cage at the first start, which is the proof that it holds: a trial of its own would take as long. */
export function createRunnerStart(findCage: FindCage): RunnerStart {
  let standing: Promise<undefined> | undefined;
  return {
    async start(orderOf) {
      let first: RunnerProcess | undefined;
      const stood = Promise.withResolvers<undefined>();
      const begin = async (cage: Cage): Promise<RunnerProcess> =>
        (first = await startReady(cage, await orderOf(), () => stood.resolve(undefined)));
      const finding = findCage(begin);
      standing ??= stood.promise;
      const found = await finding.finally(() => {
        if (standing === stood.promise) standing = undefined;
      });
      if ('problem' in found) throw new ServiceError('SERVICE_UNAVAILABLE', { message: found.problem });
      return first ?? begin(found);
    },
    async problem() {
      const finding = findCage();
      const found = await (standing ? Promise.race([finding, standing]) : finding);
      return found !== undefined && 'problem' in found ? found.problem : undefined;
    },
  };
}

async function startReady(cage: Cage, order: CageOrder, onStanding: () => void): Promise<RunnerProcess> {
  const runner = await RunnerProcess.start(cage, order);
  onStanding();
  try {
    await awaitMessage(runner, 'ready', (onControl) => runner.listen({ onControl }));
    return runner;
  } catch (error) {
    runner.kill('it did not become ready');
    throw error;
  }
}
