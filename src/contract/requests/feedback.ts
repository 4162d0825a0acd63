import { z } from 'zod';

/** More than the most that shipped clients let a caller say. */
const MAX_CHARACTERS = 1_000_000;
/** Deeper than any client sends, and shallow enough for everything that recurses over JSON. */
const MAX_DEPTH = 100;

const anything = z.unknown().optional();

/** A caller's opinion of a result: any JSON object, kept as it is. The members are those that clients send. */
export const feedbackRequest = z
  .looseObject({
    rating: anything.meta({ description: 'good, partial or bad.' }),
    valuableSources: anything.meta({ description: 'Results that helped: a list of {url, reason}.' }),
    missingContent: anything.meta({
      description: 'Content that was missing: a list of {topic, description}.',
    }),
    querySuggestions: anything.meta({ description: 'A query that would have been better.' }),
    issues: anything.meta({ description: 'Codes of what was wrong.' }),
    tags: anything.meta({ description: 'Codes to sort by.' }),
    note: anything.meta({ description: 'More in words.' }),
    url: anything.meta({ description: 'The page that it is about.' }),
    pageNumbers: anything.meta({ description: 'The pages of a file that it is about.' }),
    metadata: anything.meta({ description: 'Anything else, as an object.' }),
  })
  .check((context) => {
    const message = problemOf(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
  });

export type FeedbackRequest = z.output<typeof feedbackRequest>;

export const feedbackReply = z.object({
  success: z.literal(true),
  feedbackId: z.guid(),
  creditsRefunded: z.literal(0).meta({ description: 'Feedback is not paid for here.' }),
});

function problemOf(body: object): string | undefined {
  if (depthExceeds(body, MAX_DEPTH)) return `must not nest deeper than ${MAX_DEPTH} levels`;
  if (JSON.stringify(body).length > MAX_CHARACTERS) {
    return `must have at most ${MAX_CHARACTERS} characters as JSON`;
  }
  return undefined;
}

/** Level by level, as a hostile body may nest deeper than the call stack bears. */
function depthExceeds(root: object, limit: number): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
