import { useEffect, useRef, useState } from 'preact/hooks';
import { followJob, type Link } from './follow-job.ts';
import type { JobAnswer } from './job.ts';
import { PageTree } from './page-tree.ts';
import { addSample, type Sample } from './samples.ts';

/** A job as it is followed. */
export interface FollowedJob {
  answer?: JobAnswer;
  problem?: unknown;
  link: Link;
  samples: readonly Sample[];
  tree: PageTree;
  /** Grows with each piece of news. */
  version: number;
}

/** Follows a job as long as it is shown; `turn` begins anew. */
export function useJob(id: string, turn: number): FollowedJob {
  const tree = useRef(new PageTree());
  const [shown, show] = useState<Omit<FollowedJob, 'tree'>>({ link: 'connecting', samples: [], version: 0 });
  useEffect(() => {
    const gone = new AbortController();
    const change = (news: (old: Omit<FollowedJob, 'tree'>) => Partial<FollowedJob>): void =>
      show((old) => ({ ...old, ...news(old) }));
    const listener = {
      // Drawn with the counts that follow, so that a frame of the page is made once.
      pages: (pages: Parameters<PageTree['take']>[0][]) => {
        for (const page of pages) tree.current.take(page);
      },
      job: (answer: JobAnswer) =>
        change(({ samples, version }) => ({
          answer,
          samples: addSample(samples, answer.data),
          version: version + 1,
        })),
      link: (link: Link) => change(() => ({ link })),
      problem: (problem: unknown) => change((old) => (old.problem === problem ? {} : { problem })),
    };
    void followJob(id, listener, gone.signal);
    return () => gone.abort();
  }, [id, turn]);
  return { ...shown, tree: tree.current };
}
