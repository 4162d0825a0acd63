import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { feedback } from '../../contract/endpoints/feedback.ts';
import type { FeedbackRequest } from '../../contract/requests/feedback.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** The most that one team may have stored, as JSON. */
const MAX_BYTES = 10_000_000;
/** The most that one team may have stored. */
const MAX_ROWS = 10_000;

const INSERT = statement(
  'feedback_insert',
  `insert into feedback (id, team_id, search_id, body, bytes)
   select $1, $2, $3, $4::text::json, octet_length($4::text)
   from (select count(*) as kept, coalesce(sum(bytes), 0) as bytes from feedback where team_id = $2) team
   where team.kept < ${MAX_ROWS} and team.bytes + octet_length($4::text) <= ${MAX_BYTES}`,
);

/**
 * POST /v2/feedback and POST /v2/search/{id}/feedback: kept for the operator, for half a year. The search need not
 * exist: an opinion stays true when the record of the search has expired. RATE_LIMITED when the team has stored as much
 * as is kept.
 */
export function createFeedback(db: Queryable) {
  return async function giveFeedback(
    caller: Caller,
    body: FeedbackRequest,
    searchId?: string,
  ): Promise<EndpointReply<typeof feedback>> {
    const feedbackId = uuidv7();
    const { rowCount } = await db.query(INSERT, [
      feedbackId,
      caller.team.id,
      searchId ?? null,
      JSON.stringify(body),
    ]);
    if (rowCount === 0) {
      throw new ServiceError('RATE_LIMITED', {
        message: `Not kept: your team has left as much feedback as is kept of it (${MAX_ROWS} entries, ${MAX_BYTES / 1e6} MB, for 180 days)`,
      });
    }
    return { success: true, feedbackId, creditsRefunded: 0 };
  };
}
