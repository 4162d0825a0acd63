import type { EndpointReply } from '../contract/endpoint.ts';
import { supportAsk } from '../contract/endpoints/support-ask.ts';
import { parseWith } from '../lib/validate.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { printJson } from './output/print-json.ts';
import { SERVICE_FLAG_HELP } from './output/document-flags.ts';
import { openStatusLine } from './output/status-line.ts';
import { readArgs } from './read-args.ts';
import { namedService, openServiceClient } from './command/service-client.ts';

type SupportAnswer = EndpointReply<typeof supportAsk>;

export const ask: Command = {
  usage: 'QUESTION [options]',
  help: () => `Usage: decant ask QUESTION [options]

Answers from the scrapes and jobs of the last 24 hours and from the documentation, for example
decant ask "why was my crawl empty". A URL or an id in the question tells which one is meant.
It works with the database of the data folder, as the default team. Where a scrape can show
whether the advice helps, one is made.

  --job ID
      The crawl, batch or scrape that the question is about.
  --json
      Print the whole answer as JSON, as POST /v2/support/ask gives it.
${SERVICE_FLAG_HELP}
`,
  async run(context) {
    const { values, positionals } = readArgs(context.args, {
      job: { type: 'string' },
      json: { type: 'boolean' },
      service: { type: 'string' },
    });
    const question = positionals.join(' ').trim();
    if (question === '') throw new UsageError('ask takes a question: decant ask "why was my crawl empty"');
    const body = { question, ...(values.job !== undefined && { jobId: values.job }) };
    const answer = await answerOf(context, body, namedService(values.service, context.config));
    if (values.json === true) printJson(context, answer);
    else context.stdout.write(asText(answer));
    return 0;
  },
};

async function answerOf(
  context: CommandContext,
  body: { question: string; jobId?: string },
  service: URL | undefined,
): Promise<SupportAnswer> {
  const { stderr, signal } = context;
  using status = openStatusLine(stderr);
  status.show('looking into it');
  if (service !== undefined) {
    await using client = openServiceClient(service, context);
    return (await client.post('v2/support/ask', body, signal)) as unknown as SupportAnswer;
  }
  const input = parseWith(supportAsk.body, body, { subject: 'The command' });
  // Help and wrong calls do without it.
  const { openApp } = await import('../app.ts');
  await using app = await openApp({ ...context, ownPorts: () => [], canJoin: true, isWorker: false });
  return await app.askSupport(app.operator, input, signal);
}

function asText({ answer, fixParameters, validation, feedback }: SupportAnswer): string {
  const lines = [
    answer,
    ...(fixParameters === null ? [] : [`Options: ${JSON.stringify(fixParameters)}`]),
    ...(validation === null ? [] : [`${validation.tested ? 'Tried' : 'Not tried'}: ${validation.evidence}`]),
    ...(feedback === null ? [] : [feedback.blockedBy]),
  ];
  return `${lines.join('\n\n')}\n`;
}
