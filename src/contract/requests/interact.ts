import { z } from 'zod';
import { clientLabelsShape } from './client-labels.ts';
import { sessionCode, sessionLanguage, sessionLifeShape, sessionTimeout } from './session-code.ts';

/** The body of `POST /v2/scrape/{id}/interact`; unknown keys are ignored. */
export const interactRequest = z
  .object({
    code: sessionCode.optional(),
    prompt: z.string().min(1).max(10_000).optional().meta({ description: 'The task, in words.' }),
    language: sessionLanguage,
    timeout: sessionTimeout,
    ...sessionLifeShape,
    ...clientLabelsShape,
  })
  .check(({ value, issues }) => {
    if ((value.code === undefined) !== (value.prompt === undefined)) return;
    issues.push({
      code: 'custom',
      path: value.code === undefined ? [] : ['prompt'],
      message:
        value.code === undefined
          ? 'code or prompt is missing'
          : 'cannot be given together with code: send one of the two',
      input: value,
    });
  })
  .meta({ id: 'InteractRequest' });

export type InteractRequest = z.output<typeof interactRequest>;
