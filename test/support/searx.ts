import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { killGroup } from './kill-group.ts';

const PACKAGES = 'usr/lib/python3/dist-packages';
const FILES = 'usr/share/python3-searx';

/**
 * Where Debian's packages of searx were unpacked or installed; undefined where neither was done. In an empty folder:
 * `apt-get download` these with python3- before each: searx babel brotli certifi chardet click dateutil flask flask-babel
 * idna itsdangerous jinja2 langdetect lxml markupsafe openssl cryptography cffi-backend pygments requests setproctitle six
 * socks tz urllib3 werkzeug yaml; and python-babel-localedata libxml2 libxslt1.1 libyaml-0-2 libbrotli1. Then for each
 * `dpkg-deb -x FILE root`: `DECANT_TEST_SEARX` is the path of that root.
 */
function findSearx(): string | undefined {
  const root = process.env['DECANT_TEST_SEARX'] ?? '/';
  return existsSync(path.join(root, PACKAGES, 'searx')) ? root : undefined;
}

export const NO_SEARX =
  findSearx() === undefined && 'no searx here: DECANT_TEST_SEARX names the folder of its Debian packages';

export interface Searx extends AsyncDisposable {
  url: URL;
}

/** Serves the application of searx at a free port, and tells it. */
const SCRIPT = `
from searx.webapp import app
from werkzeug.serving import make_server
server = make_server('127.0.0.1', 0, app, threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
`;

/** Engines that read JSON from addresses with \`{query}\` and \`{pageno}\`, by their category. */
export async function openSearx(engines: Readonly<Record<string, string>>): Promise<Searx> {
  const root = findSearx()!;
  const folder = await mkdtemp(path.join(tmpdir(), 'decant-searx-'));
  const settings = path.join(folder, 'settings.yml');
  // JSON is YAML.
  await writeFile(settings, JSON.stringify(settingsOf(root, engines)));
  const child = spawn('/usr/bin/python3', ['-c', SCRIPT], {
    cwd: folder,
    detached: true,
    env: {
      SEARX_SETTINGS_PATH: settings,
      PYTHONPATH: path.join(root, PACKAGES),
      PYTHONDONTWRITEBYTECODE: '1',
      LD_LIBRARY_PATH: path.join(root, 'usr/lib/x86_64-linux-gnu'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => void (said += piece.toString()));
  const port = await firstLine(child.stdout);
  if (port === undefined) throw new Error(`searx did not start: ${said}`);
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    async [Symbol.asyncDispose]() {
      killGroup(child);
      await once(child, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function firstLine(stdout: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: stdout })) return line;
  return undefined;
}

const BRAND_URLS = [
  'git_url',
  'git_branch',
  'issue_url',
  'docs_url',
  'public_instances',
  'wiki_url',
  'twitter_url',
];

function settingsOf(root: string, engines: Readonly<Record<string, string>>): object {
  return {
    general: { debug: false, instance_name: 'test', contact_url: false, enable_stats: false },
    brand: Object.fromEntries(BRAND_URLS.map((word) => [word, 'https://brand.test'])),
    search: {
      safe_search: 0,
      autocomplete: '',
      default_lang: '',
      // An engine that failed is asked again at once.
      ban_time_on_fail: 0,
      max_ban_time_on_fail: 0,
      prefer_configured_language: false,
    },
    server: {
      port: 8888,
      bind_address: '127.0.0.1',
      secret_key: 'of the test',
      base_url: false,
      image_proxy: false,
      http_protocol_version: '1.0',
      method: 'GET',
      default_http_headers: {},
    },
    ui: {
      autofocus: true,
      archive_today: false,
      static_path: path.join(root, FILES, 'static'),
      templates_path: path.join(root, FILES, 'templates'),
      default_theme: 'oscar',
      default_locale: '',
      theme_args: { oscar_style: 'logicodev' },
    },
    outgoing: { request_timeout: 10, useragent_suffix: '', pool_connections: 10, pool_maxsize: 10 },
    engines: Object.entries(engines).map(([category, address], index) => ({
      name: `local ${category}`,
      engine: 'json_engine',
      shortcut: `l${index}`,
      categories: category,
      paging: true,
      first_page_num: 1,
      enable_http: true,
      search_url: address,
      results_query: 'results',
      url_query: 'url',
      title_query: 'title',
      content_query: 'content',
    })),
    locales: { en: 'English' },
    doi_resolvers: { local: 'https://doi.test/' },
    default_doi_resolver: 'local',
  };
}
