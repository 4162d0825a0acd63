import { commandOf, shellWord, type Call } from './command-line.ts';
import { TASKS } from './tasks.ts';

/** Stands for the key, which is never shown. */
const KEY = 'fc-YOUR-KEY';

/** A call for a language: the program that makes it. */
type Writer = (call: Call, base: string) => string;

/** The same call for other programs. */
export const PROGRAMS: Readonly<Record<string, Writer>> = {
  curl(call, base) {
    const { path } = TASKS[call.task];
    const lines = [`curl -s ${base}${path}`, `-H 'Authorization: Bearer ${KEY}'`];
    if (call.task === 'parse') {
      lines.push(`-F ${shellWord(`file=@${quoted(call.fileName ?? 'FILE')}`)}`);
      // A value that is given so is taken as it is.
      if (hasOptions(call)) lines.push(`--form-string ${shellWord(`options=${JSON.stringify(call.body)}`)}`);
    } else {
      lines.push(`-H 'Content-Type: application/json'`, `-d ${shellWord(JSON.stringify(call.body))}`);
    }
    return lines.join(' \\\n  ');
  },
  'command line': (call, base) => `DECANT_API_KEY=${KEY} ${commandOf(call, base)}`,
  node(call, base) {
    const { path } = TASKS[call.task];
    const isFile = call.task === 'parse';
    const send = (body: string, headers: string): string =>
      `const response = await fetch(${JSON.stringify(base + path)}, {\n  method: 'POST',\n  headers: { ${headers} },\n  body: ${body},\n});\nconsole.log(await response.json());`;
    const key = `authorization: 'Bearer ${KEY}'`;
    if (!isFile)
      return send(
        `JSON.stringify(${JSON.stringify(call.body, null, 2).replaceAll('\n', '\n  ')})`,
        `${key}, 'content-type': 'application/json'`,
      );
    const name = JSON.stringify(call.fileName ?? 'FILE');
    return [
      `import { openAsBlob } from 'node:fs';\n`,
      `const form = new FormData();`,
      `form.append('file', await openAsBlob(${name}), ${name});`,
      ...(hasOptions(call) ? [`form.append('options', JSON.stringify(${JSON.stringify(call.body)}));`] : []),
      send('form', key),
    ].join('\n');
  },
  python(call, base) {
    const { path } = TASKS[call.task];
    const { body } = call;
    if (call.task === 'parse') return pythonUpload(call, base + path);
    return [
      'import json',
      'import urllib.request\n',
      `body = json.loads(${JSON.stringify(JSON.stringify(body))})`,
      'request = urllib.request.Request(',
      `    ${JSON.stringify(base + path)},`,
      '    json.dumps(body).encode(),',
      `    {"Authorization": "Bearer ${KEY}", "Content-Type": "application/json"},`,
      ')',
      'print(json.load(urllib.request.urlopen(request)))',
    ].join('\n');
  },
};

/** The library of Python has no forms with files. */
function pythonUpload(call: Call, address: string): string {
  const data = hasOptions(call) ? `{"options": ${JSON.stringify(JSON.stringify(call.body))}}` : '{}';
  return [
    'import requests  # pip install requests\n',
    'answer = requests.post(',
    `    ${JSON.stringify(address)},`,
    `    headers={"Authorization": "Bearer ${KEY}"},`,
    `    files={"file": open(${JSON.stringify(call.fileName ?? 'FILE')}, "rb")},`,
    `    data=${data},`,
    ')',
    'print(answer.json())',
  ].join('\n');
}

function hasOptions({ body }: Call): boolean {
  return Object.keys(body).length > 0;
}

/** A file name as curl takes it, whatever stands in it. */
function quoted(name: string): string {
  return /[",;\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : name;
}
