import { availableParallelism } from 'node:os';
import type { Deadline } from '../../lib/time/deadline.ts';
import { createLoadGauge } from '../../lib/log/load-gauge.ts';
import { Places } from '../../lib/turns/places.ts';
import type { Visit } from '../../lib/turns/team-line.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { checkSchema } from '../../json-schema/check-schema.ts';
import { isMoreBySize, isMoreWork } from './conversion-work.ts';
import {
  openConversionThreads,
  TooMuchWork,
  type ConversionThreads,
  type PackedPage,
} from './conversion-threads.ts';
import { convertPage, type ConvertedPage, type ConvertRequest } from './convert-page.ts';

/**
 * More work than this always goes to a thread. Below it a conversion takes a few ms, less than a thread's wake-up and the
 * copying cost under load (measured: `npm run bench`).
 */
const INLINE_MAX_WORK = 400_000;
/** Threads beyond the usual, for teams that have none while others have all: with those they share the cores. */
const SPARE_THREADS = 2;
/** Characters of a field from which on it comes back as JSON: where the main thread would feel it, and whatever it need not write. */
const PACKED_OF_LARGE = 200_000;
const PACKED_OF_SMALL = 1_000;
/** Threads for pages that the main thread could convert: what is left for it to do keeps few of them busy. */
const MAX_SHARED_THREADS = 3;
/**
 * Pages for each of them: with more waiting the threads are what is short, and the main thread helps. Short of that it
 * fetches and stores pages, which nobody else does, and answers.
 */
const PAGES_PER_THREAD = 6;
/**
 * Pages of crawls that the main thread converts before a thread is started for them: the start takes the CPU time of a
 * hundred, and threads without work end.
 */
const PAGES_BEFORE_THREAD = 100;
/** Shares of its time that the main thread works: conversion is more than half of that, so it has less to do without. */
const BUSY = { from: 0.5, until: 0.2 };

/** Converts pages on the main thread, or in a thread when there is much to do. */
export interface Converter extends AsyncDisposable {
  /**
   * Converts off the main thread where that pays; SCRAPE_TIMEOUT when the deadline passes first. More than a few ms of
   * work goes to a thread, and a schema with patterns of the caller's. Smaller pages go there where cores are to spare: those of crawls as far as the threads have
   * room, when there have been enough of them to start one, those that a caller waits for when the main thread is busy as well. A team that has nothing converted now
   * waits for no other team's pages. The buffer of a large body is handed to the thread and comes back in
   * `request.body` with the result; when this rejects the body is gone.
   */
  convert(request: ConvertRequest, deadline: Deadline, turn: Visit): Promise<PackedPage>;
}

export interface ConverterOptions {
  /** The number of threads for large pages; undefined: one for each core, at most 8. */
  threads: number | undefined;
  /** Cores beside that of the main thread; all others when undefined. */
  spareCores?: number | undefined;
  isMainThreadBusy?: () => boolean;
  /** Pages of crawls that are converted on the main thread before a thread is started for them. */
  pagesBeforeThread?: number;
}

/** Opens the converter; threads start on first need and end when idle. */
export function openConverter({
  threads = Math.min(8, availableParallelism()),
  spareCores = availableParallelism() - 1,
  isMainThreadBusy = createLoadGauge(BUSY).isLoaded,
  pagesBeforeThread = PAGES_BEFORE_THREAD,
}: ConverterOptions): Converter {
  const large = openConversionThreads({
    count: threads,
    spares: SPARE_THREADS,
    packedFrom: PACKED_OF_LARGE,
    maxWork: undefined,
  });
  // Threads of their own: no page that takes long is ever in their way.
  const sharedThreads = Math.min(MAX_SHARED_THREADS, spareCores);
  const shared = openConversionThreads({
    count: sharedThreads,
    spares: 0,
    packedFrom: PACKED_OF_SMALL,
    maxWork: INLINE_MAX_WORK,
  });
  const convertHere = createConvertHere();
  const paysThread = createThreadStart(shared, pagesBeforeThread);

  /** Tells whether a page that could be converted here goes to a thread. */
  function isShared({ isBackground = false }: Visit): boolean {
    const underWay = large.pages + shared.pages;
    // One core is not enough for more threads at a time: the main thread works as well, without losing a moment of it.
    if (spareCores < 2) return isBackground && underWay < spareCores && paysThread();
    const hasRoom = underWay < sharedThreads * PAGES_PER_THREAD;
    return hasRoom && ((isBackground && paysThread()) || isMainThreadBusy());
  }

  /** The thread finds out whether the page is more work than its size tells: the main thread would read all of it. */
  async function convertShared(
    request: ConvertRequest,
    deadline: Deadline,
    turn: Visit,
  ): Promise<PackedPage> {
    try {
      return await shared.convert(request, deadline, turn);
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      return large.convert(request, deadline, turn);
    }
  }

  return {
    async convert(request, deadline, turn) {
      deadline.check();
      const isLarge = isMoreBySize(request, INLINE_MAX_WORK) || hasSlowSchema(request);
      if (!isLarge && isShared(turn)) return convertShared(request, deadline, turn);
      if (isLarge || isMoreWork(request, INLINE_MAX_WORK)) return large.convert(request, deadline, turn);
      return convertHere(request, turn, deadline);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([large, shared].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Tells of one page of a crawl after the other whether it goes to a thread: one is there, or pays now. */
function createThreadStart(threads: Pick<ConversionThreads, 'isRunning'>, pagesBefore: number) {
  /** Since a thread was last there. */
  const converted = { pages: 0 };
  return function paysThread(): boolean {
    if (threads.isRunning) converted.pages = 0;
    return threads.isRunning || ++converted.pages > pagesBefore;
  };
}

/** A schema whose patterns can take for ever is checked where the deadline ends it. */
function hasSlowSchema({ formats }: ConvertRequest): boolean {
  return formats.some(
    (format) => format.type === 'json' && format.schema !== undefined && checkSchema(format.schema).mayBeSlow,
  );
}

/** Converts on the main thread, team by team; after some milliseconds all others have a turn of the event loop. */
function createConvertHere() {
  const place = new Places({ count: 1 });
  const slices = createTimeSlices();
  return async function convertHere(
    request: ConvertRequest,
    turn: Visit,
    deadline: Deadline,
  ): Promise<ConvertedPage> {
    const taken = await place.take(turn, deadline.signal);
    try {
      return convertPage(request);
    } finally {
      // The page itself does not wait for that.
      if (slices.isOver()) void slices.rest().then(() => taken[Symbol.dispose]());
      else taken[Symbol.dispose]();
    }
  };
}
