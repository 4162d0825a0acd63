import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cage, CageOrder, FindCage } from '../../confine/cage/cage.ts';
import { createFindCage } from '../../confine/cage/find-cage.ts';
import { findNodeRuntime } from '../../confine/cage/runtime-files.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { FRAME_KIND, linkFrame } from './link-frames.ts';
import { createRunnerStart } from './start-runner.ts';

const LIMITS = {
  addressSpaceBytes: 6_000_000_000,
  dataBytes: 1_500_000_000,
  fileBytes: 1_000_000,
  openFiles: 64,
  scratchBytes: 10_000_000,
};
const READY = linkFrame(FRAME_KIND.control, JSON.stringify({ type: 'ready' })).toString('base64');

/** The cage of this machine, and how many programs were started in it. */
function countingCage(): { findCage: FindCage; starts: () => number } {
  const find = createFindCage({ demand: 'bare', onFailure: assert.ifError });
  let starts = 0;
  const counted = (cage: Cage): Cage => ({
    ...cage,
    start(order) {
      starts++;
      return cage.start(order);
    },
  });
  return {
    async findCage(firstStart) {
      const found = await find(firstStart && ((cage) => firstStart(counted(cage))));
      return 'problem' in found ? found : counted(found);
    },
    starts: () => starts,
  };
}

async function orderOf(script: string): Promise<CageOrder> {
  const runtime = await findNodeRuntime();
  return { path: process.execPath, args: ['-e', script], env: {}, runtime, limits: LIMITS };
}

const becomesReady = (): Promise<CageOrder> =>
  orderOf(`const link = new (require('node:net').Socket)({ fd: 3 });
    link.write(Buffer.from('${READY}', 'base64'));
    link.on('data', () => {}).on('close', () => process.exit());`);

describe('the first runner of all', { skip: process.platform !== 'linux', timeout: 60_000 }, () => {
  test('is the proof that the cage holds: nothing is started beside it', async (t) => {
    const { findCage, starts } = countingCage();
    const { start, problem } = createRunnerStart(findCage);
    const starting = start(becomesReady);
    const found = await problem();
    if (found !== undefined) {
      await assert.rejects(starting);
      return t.skip(found);
    }
    const [first, second] = [await starting, await start(becomesReady)];
    assert.equal(starts(), 2);
    assert.equal(await problem(), undefined);
    for (const runner of [first, second]) {
      runner.kill('the test is over');
      await runner.exited;
    }
  });

  test('says nothing against the cage when it fails for reasons of its own', async (t) => {
    const { findCage } = countingCage();
    const { start, problem } = createRunnerStart(findCage);
    await assert.rejects(
      start(() => orderOf('process.exit(3)')),
      (error: Error) => {
        if (!(error instanceof ServiceError)) assert.match(error.message, /ended \(code 3\)/);
        return true;
      },
    );
    const found = await problem();
    if (found !== undefined) return t.skip(found);
    const runner = await start(becomesReady);
    runner.kill('the test is over');
    await runner.exited;
  });

  test('is refused with the variable where there is no cage', async () => {
    const { start, problem } = createRunnerStart(
      createFindCage({ demand: 'off', onFailure: assert.ifError }),
    );
    const refused = start(becomesReady);
    assert.match((await problem()) ?? '', /DECANT_SESSION_SANDBOX=off/);
    await assert.rejects(refused, { code: 'SERVICE_UNAVAILABLE' });
  });
});
