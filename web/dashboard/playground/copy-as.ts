import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';
import { requestBody } from './request.ts';

const KEY = 'fc-YOUR-KEY';

/** The request of the form for other programs; the key is never shown. */
const WRITERS: Readonly<Record<string, (base: string, body: Record<string, unknown>) => string>> = {
  curl: (base, body) =>
    `curl -s ${base}/v2/scrape \\\n  -H 'Authorization: Bearer ${KEY}' \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellWord(JSON.stringify(body))}`,
  node: (base, { url, ...options }) =>
    `import { Firecrawl } from 'firecrawl';\n\nconst client = new Firecrawl({ apiKey: '${KEY}', apiUrl: '${base}' });\nconst document = await client.scrape(${JSON.stringify(url)}, ${JSON.stringify(options, null, 2)});`,
  python: (base, { url, ...options }) =>
    `import json\nimport urllib.request\n\nbody = json.loads(${JSON.stringify(JSON.stringify({ url, ...options }))})\nrequest = urllib.request.Request(\n    "${base}/v2/scrape",\n    json.dumps(body).encode(),\n    {"Authorization": "Bearer ${KEY}", "Content-Type": "application/json"},\n)\nprint(json.load(urllib.request.urlopen(request))["data"]["markdown"])`,
};

const language = signal('curl');
const isCopied = signal(false);

/** What was done, as a line to paste. */
export function CopyAs(): Shown {
  const base = new URL('.', document.baseURI).href.replace(/\/$/, '');
  const text = WRITERS[language.value]?.(base, requestBody()) ?? '';
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), 1_500);
  };
  return view`
    <section class="copy" aria-label="The request for other programs">
      <div class="line">
        <label for="language" class="unseen">Language</label>
        <select id="language" onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => (language.value = currentTarget.value)}>
          ${Object.keys(WRITERS).map((name) => view`<option selected=${name === language.value}>${name}</option>`)}
        </select>
        <button type="button" onClick=${copy}>${isCopied.value ? 'Copied' : 'Copy'}</button>
      </div>
      <pre class="source" tabindex="0">${text}</pre>
    </section>`;
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
