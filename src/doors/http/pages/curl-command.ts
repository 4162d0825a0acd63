import type { EndpointDefinition } from '../../../contract/endpoint.ts';

export interface CurlOptions {
  /** Where callers reach this service, without a trailing slash. */
  baseUrl: string;
  /** False when authentication is switched off; true when absent. */
  isKeyRequired?: boolean;
}

/** The example of an endpoint as a command that can be pasted into a shell. */
export function curlCommand(
  endpoint: EndpointDefinition,
  { baseUrl, isKeyRequired = true }: CurlOptions,
): string {
  const { method, path, auth, body, isUpload, example } = endpoint;
  const { headers = {} } = example;
  const filledPath = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => example.params?.[name] ?? `{${name}}`,
  );
  const isImplied = method === (body ? 'POST' : 'GET');
  const words = [`curl ${isImplied ? '' : `-X ${method} `}${shellWord(baseUrl + filledPath)}`];
  if (auth !== 'none' && isKeyRequired) words.push(`-H 'Authorization: Bearer YOUR_API_KEY'`);
  for (const [name, value] of Object.entries(headers)) words.push(`-H ${quote(`${name}: ${value}`)}`);
  if (isUpload) words.push(...formParts(example.body as Record<string, unknown>));
  else if (body)
    words.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(example.body))}`);
  return words.join(' \\\n  ');
}

/** `file` is the name of a file, the other parts are JSON. */
function formParts(body: Record<string, unknown>): string[] {
  return Object.entries(body).map(([name, value]) =>
    name === 'file'
      ? `-F ${quote(`file=@${String(value)}`)}`
      : `-F ${quote(`${name}=${JSON.stringify(value)}`)}`,
  );
}

function shellWord(text: string): string {
  return isShellWord(text) ? text : quote(text);
}

/** Whether a shell takes it as it is. */
export function isShellWord(text: string): boolean {
  return /^[\w:/.-]+$/.test(text);
}

/** Quotes a text for a shell: single quotes expand nothing, and only the quote itself has to leave them. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
