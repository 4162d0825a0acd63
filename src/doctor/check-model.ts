import { Deadline } from '../lib/time/deadline.ts';
import type { Rung } from '../models/endpoint-habits.ts';
import { openModel } from '../models/open-model.ts';
import { probeModel, type ModelProbe } from '../models/probe-model.ts';
import type { DoctorContext, DoctorFinding } from './finding.ts';

const PROBE_MS = 30_000;
const WITHOUT = 'answers are made of the words of pages';

const WAYS: Readonly<Record<Rung, string>> = {
  strict: 'by a strict schema',
  schema: 'by a schema',
  json: 'by JSON mode',
  text: 'when it is asked in words',
  tool: 'by a tool',
};

/** One tiny question is asked; pages work without a model. */
export async function checkModel({
  config,
  signal,
}: Pick<DoctorContext, 'config' | 'signal'>): Promise<DoctorFinding> {
  const part = 'Model';
  const settings = config.model;
  if (settings === undefined)
    return { part, state: 'missing', note: `none (DECANT_LLM_BASE_URL, DECANT_LLM_MODEL); ${WITHOUT}` };
  using deadline = new Deadline(PROBE_MS, signal);
  await using model = openModel(settings, { ownPorts: () => [] });
  const probe = await probeModel(model, { settings, deadline });
  const { answer } = probe;
  if ('failure' in answer) {
    const unlisted = probe.isListed === false ? '; it is not among those that the endpoint lists' : '';
    return { part, state: 'missing', note: `${settings.model}: ${answer.failure.message}${unlisted}` };
  }
  const way = `${settings.model} answers with JSON ${WAYS[answer.rung]} (DECANT_LLM_MODEL)`;
  const window = describeWindow(probe, settings.contextTokens);
  return { part, state: 'ok', note: `${way}, ${window} (DECANT_LLM_CONTEXT_TOKENS)` };
}

function describeWindow({ windowTokens }: ModelProbe, set: number | undefined): string {
  if (set !== undefined && windowTokens !== undefined && set > windowTokens)
    return `a window of ${set} tokens is set, but the endpoint tells of ${windowTokens}`;
  if (set !== undefined) return `a window of ${set} tokens`;
  return windowTokens === undefined
    ? 'a window that it does not tell'
    : `a window of ${windowTokens} tokens as it tells`;
}
