import { text } from 'node:stream/consumers';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';

/** The messages of a request as one text, and the request itself. */
export interface AskedModel {
  prompt: string;
  body: any;
}

/** An OpenAI-compatible endpoint that answers as the test says. */
export interface AnsweringModel extends LoopbackSite {
  readonly asked: AskedModel[];
  /** Variables for a service that uses it. */
  readonly environment: Record<string, string>;
}

/** Opens an endpoint; `answer` gives the content of each answer as a value, or the status of an error. */
export async function openAnsweringModel(answer: (asked: AskedModel) => unknown): Promise<AnsweringModel> {
  const asked: AskedModel[] = [];
  const site = await openLoopbackSite((request, response) => {
    void text(request).then((sent) => {
      const body = JSON.parse(sent) as { messages: Array<{ content: string }> };
      const prompt = body.messages.map(({ content }) => JSON.stringify(content)).join('\n');
      asked.push({ prompt, body });
      const content = answer({ prompt, body });
      const status = typeof content === 'number' ? content : 200;
      const message = { role: 'assistant', content: JSON.stringify(content) };
      const usage = { prompt_tokens: Math.ceil(prompt.length / 4), completion_tokens: 20, total_tokens: 0 };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          status === 200
            ? { choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
            : { error: { message: 'SECRET-OF-THE-ENDPOINT' } },
        ),
      );
    });
  });
  return {
    ...site,
    asked,
    environment: {
      DECANT_LLM_BASE_URL: `${site.origin}/v1`,
      DECANT_LLM_MODEL: 'test-model',
      DECANT_LLM_API_KEY: 'SECRET-KEY',
    },
  };
}
