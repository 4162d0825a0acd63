import { STATUS_CODES } from 'node:http';
import { documentedEndpoints } from '../../src/contract/endpoints/index.ts';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import { ERROR_GUIDE } from './error-guide.ts';

/** Endpoints that a section names; a code of more is one of the service as a whole. */
const MOST_NAMED = 8;

/** `docs/errors.md`: a section for each code, so that a link or a search leads to one. */
export function renderErrorList(): string {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).toSorted((a, b) => ERRORS[a].status - ERRORS[b].status);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  const groups = statuses.map((status) => {
    const sections = codes.filter((code) => ERRORS[code].status === status).map(renderError);
    return `## ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd() + `\n\n${sections.join('\n\n')}`;
  });
  return `# Errors

An error is answered with its status and \`{ "success": false, "code": "...", "error": "...", "details": ... }\`. \`error\` is a sentence
for people, which says more than the one here where there is more to say; \`code\` is one of these. In jobs they stand in the list of
errors of the job. The header \`Link\` of an answer leads to the section of its code. By what you see instead of by code:
[troubleshooting](troubleshooting.md).

${groups.join('\n\n')}
`;
}

function renderError(code: ErrorCode): string {
  const { message, advice } = ERRORS[code];
  const { cause, fixes } = ERROR_GUIDE[code];
  const steps = fixes.map((fix) => `- ${fix}`).join('\n');
  return `### ${code}\n\n${message}. ${advice}\n\n**Cause.** ${cause}\n\n**What to do**\n\n${steps}\n\n${whereOf(code)}`;
}

function whereOf(code: ErrorCode): string {
  const places = documentedEndpoints
    .filter(({ errors }) => errors.includes(code))
    .map(({ method, path }) => `\`${method} ${path}\``);
  if (places.length === 0) return 'In the errors of crawls and batch scrapes.';
  return places.length > MOST_NAMED ? 'Answered by most endpoints.' : `Answered by ${places.join(', ')}.`;
}
