import { completion, RIGHT_TEXT, failure, type ServerHabit } from './habit.ts';

const WRONG = '{"name":"Red Lamp","price":1,"tags":[]}';
const half = RIGHT_TEXT.slice(0, -12);

/** Endpoints that think aloud, refuse to answer, or stop in the middle. */
export const THINKING_HABITS: readonly ServerHabit[] = [
  {
    name: 'reasoning_content',
    reply: () => completion(RIGHT_TEXT, { message: { reasoning_content: `Perhaps ${WRONG}?` } }),
    expected: 'right',
    requests: 1,
  },
  {
    name: 'reasoning',
    reply: () => completion(RIGHT_TEXT, { message: { reasoning: `Perhaps ${WRONG}?` } }),
    expected: 'right',
    requests: 1,
  },
  {
    name: 'think with another JSON inside',
    reply: () => completion(`<think>Perhaps ${WRONG}?</think>\n\n${RIGHT_TEXT}`),
    expected: 'right',
    requests: 1,
  },
  {
    name: 'JSON only in the reasoning',
    reply: () =>
      completion('', { message: { reasoning_content: `It is a lamp.\n\`\`\`json\n${RIGHT_TEXT}\n\`\`\`` } }),
    expected: 'right',
    requests: 1,
  },
  {
    name: 'thinking until the limit',
    reply: () => completion('', { finish: 'length', message: { reasoning_content: `Perhaps ${WRONG}, or` } }),
    expected: 'cut',
    requests: 1,
  },
  {
    name: 'refusal',
    reply: () => completion(null, { message: { refusal: "I'm sorry, I can't help with that." } }),
    expected: 'refused',
    requests: 1,
  },
  {
    name: 'content_filter finish',
    reply: () => completion(RIGHT_TEXT, { finish: 'content_filter' }),
    expected: 'refused',
    requests: 1,
  },
  {
    name: 'content filter 400',
    reply: () =>
      failure(
        400,
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        {
          code: 'content_filter',
        },
      ),
    expected: 'refused',
    requests: 1,
  },
  {
    name: 'length with half a JSON',
    reply: () => completion(half, { finish: 'length' }),
    expected: 'cut',
    requests: 1,
  },
  {
    name: 'length with a JSON that looks whole',
    reply: () => completion(RIGHT_TEXT, { finish: 'length' }),
    expected: 'cut',
    requests: 1,
  },
  { name: 'half a JSON, and stop', reply: () => completion(half), expected: 'invalid', requests: 3 },
  {
    name: 'the prompt cut silently',
    reply: () =>
      completion(RIGHT_TEXT, { usage: { prompt_tokens: 4_065, completion_tokens: 31, total_tokens: 4_096 } }),
    expected: 'too-long',
    requests: 1,
    pages: 300,
  },
  {
    name: 'context error of OpenAI',
    reply: () =>
      failure(
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        {
          code: 'context_length_exceeded',
        },
      ),
    expected: 'too-long',
    requests: 1,
  },
  {
    name: 'context error of vLLM',
    reply: () => ({
      status: 400,
      json: {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens. Please reduce the length of the messages.",
        type: 'BadRequestError',
        code: 400,
      },
    }),
    expected: 'too-long',
    requests: 1,
  },
  {
    name: 'context error of llama.cpp',
    reply: () => ({
      status: 400,
      json: {
        error: {
          code: 400,
          message:
            'the request exceeds the available context size. try increasing the context size or enable context shift',
          type: 'exceed_context_size_error',
          n_ctx: 4096,
        },
      },
    }),
    expected: 'too-long',
    requests: 1,
  },
  {
    name: 'context error of Groq',
    reply: () =>
      failure(413, 'Request too large for model: tokens per minute (TPM)', { code: 'rate_limit_exceeded' }),
    expected: 'too-long',
    requests: 1,
  },
];
