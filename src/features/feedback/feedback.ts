import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { feedback } from '../../contract/endpoints/feedback.ts';
import type { FeedbackRequest } from '../../contract/feedback.ts';
import { statement, type Queryable } from '../../store/database.ts';

const INSERT = statement(
  'feedback_insert',
  `insert into feedback (id, team_id, search_id, body) values ($1, $2, $3, $4)`,
);

/**
 * POST /v2/feedback and POST /v2/search/{id}/feedback: kept for the operator. Whether the search exists is not asked:
 * what is said about it stays true when its record has expired.
 */
export function createFeedback(db: Queryable) {
  return async (
    caller: Caller,
    body: FeedbackRequest,
    searchId?: string,
  ): Promise<EndpointReply<typeof feedback>> => {
    const feedbackId = uuidv7();
    await db.query(INSERT, [feedbackId, caller.team.id, searchId ?? null, JSON.stringify(body)]);
    return { success: true, feedbackId, creditsRefunded: 0 };
  };
}
