import {
  AgentError,
  ACTED,
  answer,
  needWord,
  takeFlag,
  takeOption,
  type AgentAnswer,
  type CommandBrowser,
} from './agent-browser.ts';

/** `console [--clear]`: messages since the first command of the session. */
export async function consoleMessages(words: string[], { notes }: CommandBrowser): Promise<AgentAnswer> {
  if (takeFlag(words, '--clear')) {
    notes.console.length = 0;
    return answer('✓ Console cleared', {});
  }
  const lines = notes.console.map(({ type, text }) => `[${type}] ${text}`);
  return answer(lines.join('\n') || 'No console messages', { messages: notes.console });
}

/** `errors [--clear]`: errors that pages did not handle. */
export async function pageErrors(words: string[], { notes }: CommandBrowser): Promise<AgentAnswer> {
  if (takeFlag(words, '--clear')) {
    notes.errors.length = 0;
    return answer('✓ Errors cleared', {});
  }
  return answer(notes.errors.join('\n') || 'No errors', { errors: notes.errors });
}

/** `network requests [--filter T] [--clear]`, `network route URL [--abort | --body JSON]`, `network unroute [URL]`. */
export async function network([verb = '', ...words]: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const { notes, driven } = agent;
  switch (verb) {
    case 'requests':
      return listRequests(words, notes.requests);
    case 'route': {
      const isAborted = takeFlag(words, '--abort');
      const body = takeOption(words, '--body');
      await driven.context.route(needWord(words, 0, 'url'), (route) => {
        if (isAborted) return route.abort();
        return body === undefined
          ? route.continue()
          : route.fulfill({ body, contentType: 'application/json' });
      });
      return ACTED;
    }
    case 'unroute':
      if (words[0] === undefined) await driven.context.unrouteAll();
      else await driven.context.unroute(words[0]);
      return ACTED;
    default:
      throw new AgentError(`Unknown subcommand: network ${verb}`);
  }
}

function listRequests(words: string[], requests: CommandBrowser['notes']['requests']): AgentAnswer {
  if (takeFlag(words, '--clear')) {
    requests.length = 0;
    return answer('✓ Requests cleared', {});
  }
  const filter = takeOption(words, '--filter') ?? '';
  const shown = requests.filter(({ url }) => url.includes(filter));
  const lines = shown.map(
    ({ method, url, type, status }) => `${method} ${url} (${type}) ${status ?? 'pending'}`,
  );
  return answer(lines.join('\n') || 'No requests captured', { requests: shown });
}
