import type { JobProgress } from '../../../jobs/status/job-status.ts';
import { JsonText } from '../../../lib/json/json-text.ts';
import type { JobNews } from '../../../jobs/status/watch-feed.ts';

/**
 * Gives the news of a job as the frames of the wire contract's section 6, each in pieces of its JSON, which would be
 * megabytes in one. Clients stop listening at a terminal status, so the first frame of an ended job says `scraping`
 * while documents follow; when it has all documents, it is the last frame.
 */
export function watchFrames(news: JobNews): JsonText[] {
  switch (news.kind) {
    case 'catchup': {
      if (news.isAll) return [catchup(news.progress, news.documents)];
      const { completedAt: _completedAt, error: _error, ...progress } = news.progress;
      return [catchup({ ...progress, status: 'scraping' }, news.documents)];
    }
    case 'documents':
      return news.documents.map((document) => JsonText.of('{"type":"document","data":', document, '}'));
    case 'end': {
      const { status, total, completed, creditsUsed, warning } = news.progress;
      if (status !== 'completed') return [catchup(news.progress, [])];
      const data = {
        status,
        total,
        completed,
        creditsUsed,
        ...(warning !== undefined && { warning }),
        data: [],
      };
      return [JsonText.of(JSON.stringify({ type: 'done', data }))];
    }
  }
}

function catchup(progress: JobProgress, documents: readonly JsonText[]): JsonText {
  const head = JSON.stringify({ success: true, ...progress });
  const list = documents.flatMap((document, index) => (index === 0 ? [document] : [',', document]));
  return JsonText.of(`{"type":"catchup","data":${head.slice(0, -1)},"data":[`, ...list, ']}}');
}
