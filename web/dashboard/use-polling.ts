import { useEffect, useState } from 'preact/hooks';

/** The shortest time between two readings. */
const PAUSE_MS = 1_000;
/** A reading takes a twentieth of the time at most. */
const SHARE = 20;

interface Polled<Answer> {
  answer?: Answer;
  problem?: unknown;
  /** Reads at once. */
  again: () => void;
}

/** Reads as long as the screen is seen and `goesOn` says so; a new `key` begins anew, and answers of the old one are forgotten. */
export function usePolling<Answer>(
  key: string,
  read: () => Promise<Answer>,
  goesOn: (answer: Answer) => boolean,
): Polled<Answer> {
  const [shown, show] = useState<{ key: string; answer?: Answer; problem?: unknown }>({ key });
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const state = { isOver: false, timer: 0 };
    const wait = (ms: number): void => {
      state.timer = setTimeout(() => void turn(), ms);
    };
    async function turn(): Promise<void> {
      if (document.hidden) return wait(PAUSE_MS);
      const from = performance.now();
      try {
        const answer = await read();
        if (state.isOver) return;
        show({ key, answer });
        if (goesOn(answer)) wait(Math.max(PAUSE_MS, SHARE * (performance.now() - from)));
      } catch (problem) {
        if (state.isOver) return;
        show((old) => ({ ...old, key, problem }));
        wait(PAUSE_MS * 5);
      }
    }
    void turn();
    return () => {
      state.isOver = true;
      clearTimeout(state.timer);
    };
  }, [key, turns]);
  const { answer, problem } = shown.key === key ? shown : {};
  return {
    ...(answer !== undefined && { answer }),
    ...(problem !== undefined && { problem }),
    again: () => setTurns((count) => count + 1),
  };
}
