import { randomUUID } from 'node:crypto';
import type { ProfileState } from '../../browser/profiles/profile-state.ts';
import { compress, decompressZstd } from '../../lib/bytes/compress.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';
import { decrypt, deriveKey, encrypt } from '../../store/sealed-box.ts';
import {
  acquireProfile,
  MAX_PROFILES,
  readProfile,
  releaseProfile,
  renewProfile,
  writeProfile,
  type WriterKey,
} from './profile-leases.ts';
import { sleep } from '../../lib/time/sleep.ts';

const RENEW_EVERY_MS = 5_000;
/** How often a patient caller looks whether the other writer has gone. */
const RETRY_EVERY_MS = 250;

/** The profile that a visit asks for. */
export interface ProfileRequest {
  teamId: string;
  name: string;
  /** Whether the visit may change the profile. A visit that may not reads it beside any writer. */
  saveChanges: boolean;
  /** How long to wait for another writer to end, ms; not at all when absent. */
  patienceMs?: number;
  signal: AbortSignal;
}

/** A profile in use. Dispose it to let others write it. */
export interface OpenProfile extends AsyncDisposable {
  /** As it was saved last; undefined: there is none of this name yet. */
  readonly state: ProfileState | undefined;
  /** CONFLICT when it is not this caller's to write: opened for reading, deleted, or taken over after a long silence. */
  save(state: ProfileState): Promise<void>;
}

/** Named storage of browsers, a team's own, encrypted in the database. */
export interface Profiles {
  /** CONFLICT while another writes it; BAD_REQUEST when the team has too many. */
  open(request: ProfileRequest): Promise<OpenProfile>;
}

/** `secret` is the installation's. */
export function createProfiles({ db, secret, log }: { db: Queryable; secret: string; log: Log }): Profiles {
  const { seal, unseal } = createSealing(secret);

  async function acquire(key: WriterKey, { patienceMs = 0, signal }: ProfileRequest): Promise<Buffer | null> {
    const until = performance.now() + patienceMs;
    for (;;) {
      signal.throwIfAborted();
      const acquired = await acquireProfile(db, key);
      if (acquired === 'too many profiles') throw tooMany();
      if (acquired !== 'another writer') return acquired.state;
      if (performance.now() >= until) throw inUse(key.name);
      await sleep(RETRY_EVERY_MS, signal);
    }
  }

  async function openForWriting(request: ProfileRequest): Promise<OpenProfile> {
    const { teamId, name } = request;
    const key = { teamId, name, writer: randomUUID() };
    const sealed = await acquire(key, request);
    const renewal = setInterval(() => {
      renewProfile(db, key).catch((error: unknown) => log.warn('profile not renewed', { error }));
    }, RENEW_EVERY_MS);
    renewal.unref();
    const close = async (): Promise<void> => {
      clearInterval(renewal);
      await releaseProfile(db, key).catch((error: unknown) =>
        log.warn('a profile was not given back; others may write it in 20 seconds', { error }),
      );
    };
    try {
      return {
        state: sealed === null ? undefined : await unseal(teamId, sealed),
        async save(state) {
          if (!(await writeProfile(db, key, await seal(teamId, state)))) throw lost(name);
        },
        [Symbol.asyncDispose]: close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  return {
    async open(request) {
      const { teamId, name, saveChanges } = request;
      if (saveChanges) return openForWriting(request);
      const sealed = await readProfile(db, { teamId, name });
      return {
        state: sealed && (await unseal(teamId, sealed)),
        save: () => Promise.reject(lost(name)),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
  };
}

/** Each team has a key of its own: a row that is moved to another team cannot be read there. */
function createSealing(secret: string) {
  const keyOf = (teamId: string): Buffer => deriveKey(secret, `profiles of team ${teamId}`);
  return {
    seal: async (teamId: string, state: ProfileState): Promise<Buffer> =>
      encrypt(keyOf(teamId), await compress(Buffer.from(JSON.stringify(state)))),
    unseal: async (teamId: string, sealed: Buffer): Promise<ProfileState> =>
      JSON.parse((await decompressZstd(decrypt(keyOf(teamId), sealed))).toString()) as ProfileState,
  };
}

function inUse(name: string): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The profile "${name}" is in use by another request that may change it: try again when that has ended, or read it beside the other with saveChanges: false`,
    details: { option: 'profile' },
  });
}

function lost(name: string): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The changes of the profile "${name}" were not saved: it was deleted or taken over by another request meanwhile`,
    details: { option: 'profile' },
  });
}

function tooMany(): ServiceError {
  return new ServiceError('BAD_REQUEST', {
    message: `The team has ${MAX_PROFILES} profiles already, which is the limit; decant profiles delete removes one`,
    details: { option: 'profile' },
  });
}
