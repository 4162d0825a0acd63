/** Words of readers for the references: endpoints, commands, errors, figures. */
export const REFERENCE_WORDS: Readonly<Record<string, string>> = {
  'docs/benchmarks.md': `
    performance speed fast throughput latency requests per second comparison competitors numbers measured load
    test stress
  `,
  'docs/benchmarks.md#figures': 'how fast numbers results milliseconds throughput',
  'docs/benchmarks.md#crawls': 'crawl speed pages per second how long does a crawl take',
  'docs/clients.md': `
    sdk javascript typescript node npm client library firecrawl compatible base url migrate drop-in install
    python go rust ruby php types example code quickstart apiUrl environment self hosted endpoint
  `,
  'docs/clients.md#other-languages-and-tools': `
    python langchain llamaindex n8n mcp claude cursor agent ide go rust php package integration zapier make dify
    flowise crewai autogen langgraph loader pip server json config desktop vscode tool calling plugin werkzeuge
  `,
  'docs/cli.md': 'terminal shell commands exit code without server codes scripts ci',
  'docs/cli.md#serve': 'start server run port role worker api browser listen',
  'docs/cli.md#scrape': `
    terminal one page list of urls file stdin chunks embeddings rag split front matter save from shell links
    text as markdown frontmatter explain trace steps pieces words vector remote service key stdout spreadsheet
    exported addresses rows lines empty comment # every in a folder without code small bites store step by what
    happened point command line at central server permanently company use warum entfernt
  `,
  'docs/cli.md#parse': 'convert local file pdf terminal stdin pipe document from shell',
  'docs/cli.md#crawl': `
    download site folder files offline resume continue interrupted chunks save pages disk as mirror after crash
    skip errors jsonl rag embeddings copy docs do not write for dead keep 404 error out ordner
  `,
  'docs/cli.md#map': 'print urls terminal list from shell central server remote',
  'docs/cli.md#jobs': `
    list follow cancel explain running crawls status progress jobs failed urls report which pages queue exit
    code of errors console robots forbidden half aktive auflisten
  `,
  'docs/cli.md#keys': `
    create revoke list api key new delete keys schlüssel erzeugen löschen colleague separate label lock out one
    person
  `,
  'docs/cli.md#teams': `
    create team credits concurrency limit set threads rate unlock features customers budget top up give cap
    workers tenant
  `,
  'docs/cli.md#profiles': 'list remove logins delete login stored sessions',
  'docs/cli.md#webhooks': 'secret deliveries resend redeliver failed signing hmac set generate',
  'docs/cli.md#doctor': `
    check machine ready diagnose environment problems test setup requirements why does it not start installed
    correctly self missing ffmpeg sandbox installation selftest verify healthy prüfen
  `,
  'docs/cli.md#completion': 'bash zsh fish autocomplete tab completion autocompletion shell',
  'docs/api.md#post-v2scrape': `
    scrape one url options timeout headers formats wait proxy cache parameters mandatory fields minimal body
    what comes back first request http all allowed json curl print landscape mobile ads
  `,
  'docs/api.md#post-v2crawl': `
    start crawl options limit parameters all body json cost mandatory fields what do i get back job minimal
    robots override ignore
  `,
  'docs/api.md#get-v2crawlid': 'crawl status progress results documents poll pagination next',
  'docs/api.md#get-v2crawliderrors': 'failed pages robots blocked errors list',
  'docs/api.md#delete-v2crawlid': 'cancel stop crawl',
  'docs/api.md#post-v2batchscrape': `
    many urls list at once bulk thousands invalid ignored appendToId add to running batch options for every page
    headers flags same each store in cache waitFor more the job append while it runs one setting all phones
    certificate proxy billed
  `,
  'docs/api.md#post-v2parse': 'upload file multipart convert endpoint options',
  'docs/api.md#post-v2map': 'list urls options',
  'docs/api.md#get-v2teamactivity': `
    history recent requests log what did my team do last list ids of jobs 24 hours who cursor
  `,
  'docs/api.md#get-v2teamqueue-status': 'waiting jobs queue length',
  'docs/api.md#get-v2concurrency-check': 'slots in use parallel now everything waits how busy free places',
  'docs/api.md#get-v2teamcredit-usage': 'remaining credits left balance',
  'docs/api.md#get-v2teamcredit-usagehistorical': 'credits per month past usage statistics by key',
  'docs/api.md#get-metrics': 'prometheus grafana monitoring',
  'docs/api.md#get-healthready': 'readiness probe kubernetes health check',
  'docs/api.md#get-healthlive': 'liveness probe alive',
  'docs/moving.md': `
    migrate migration switch from hosted cloud saas compatible differences api.firecrawl.dev drop-in replacement
    missing features away cancel subscription plan replace same api drop in parity not supported interact
    browser agent extract deep research search monitor endpoints v1 legacy old options umziehen wechsel
    wegziehen provider previous service before like at the price tier port base path webhooks sdk v0 our whole
    product is built on it nearest thing alternative to
  `,
  'docs/errors.md': `
    error codes list all errors meaning of code body of an error shape success false details json which status
    exist handle in client retryable
  `,
  'docs/api.md': `
    rest http endpoints reference openapi swagger specification schema generate client postman
  `,
  'docs/api.md#get-v2scrapeid': 'read scrape result again later by id scrapeId',
  'docs/api.md#get-readurl': 'markdown by link url prefix text plain curl',
  'docs/api.md#get-v2crawlactive': `
    list running active crawls now ids aktive aktiven laufende laufenden liste auflisten optionen options team
  `,
  'docs/api.md#get-v2crawlongoing':
    'list running ongoing crawls alias laufende laufenden auflisten aktive aktiven liste',
  'docs/api.md#post-v2crawlparams-preview': `
    preview crawl options from prompt natural language dry run without starting sentence describe show what the
    crawler would do before anything is fetched plan estimate vorschau parameter satz url angeben
  `,
  'docs/api.md#get-v2batchscrapeid': 'batch status progress results documents poll pagination next',
  'docs/api.md#get-v2batchscrapeiderrors': 'failed urls of a batch bulk run report broken errors list',
  'docs/api.md#delete-v2batchscrapeid': 'cancel stop abort batch',
  'docs/api.md#post-v2feedback': 'send feedback rating complaint quality',
  'docs/api.md#get-v2extractid': 'extract agent job result old endpoint',
  'docs/api.md#get-v2teamtoken-usage': 'tokens used left of team token balance',
  'docs/api.md#get-v2teamtoken-usagehistorical': 'tokens per month history zero all numbers',
  'docs/api.md#post-v2supportask': `
    support agent diagnose explain why a scrape or job went wrong failed help endpoint what data does it look at
    other teams privacy 504 timeout answer lost
  `,
  'docs/api.md#post-v2supportdocs-search':
    'search the documentation ask the docs help endpoint what data question answer sources',
  'docs/api.md#post-v2scrapeidinteract': `
    interact run code playwright agent prompt in live browser session after scrape remote control hosted
    snippets same tab take the id booking assistant checkout several minutes steps
  `,
  'docs/api.md#delete-v2scrapeidinteract': 'stop end close interactive session',
  'docs/api.md#post-v2browser': `
    open for an agent create start browser session cdp remote control live view booking assistant checkout
    several minutes stays lifetime ttl one
  `,
  'docs/api.md#get-v2browser': `
    which are open now of my agent list browser sessions live view active destroyed still up let see
  `,
  'docs/api.md#delete-v2browser': `
    kill leftover session that an agent left open get rid of destroy close end browser session
  `,
  'docs/api.md#delete-v2browserid': `
    kill leftover session that an agent left open get rid of uuid destroy close end browser session by id
  `,
  'docs/api.md#post-v2browseridexecute': 'execute run code in browser session python node bash',
  'docs/benchmarks.md#documents': 'pdf office parse speed accuracy time per page ocr',
  'docs/benchmarks.md#the-browser': 'render browser speed time per page javascript pages per second',
  'docs/benchmarks.md#the-limit': 'bottleneck maximum saturation how many requests one machine',
  'docs/cli.md#ask': `
    diagnose explain why a run job scrape crawl failed by id number from the terminal help question specific did
    it fail console warum fehlgeschlagen konsole
  `,
  'docs/errors.md#scrape_sitemap_error': 'site index file broken sitemap xml invalid articles lost',
  'docs/errors.md#method_not_allowed': 'wrong verb get post put allow header permitted',
  'docs/errors.md#not_found': 'wrong path typo endpoint does not exist',
  'docs/errors.md#client_closed_request': '499 status in log user navigates away aborted browser tab closed',
  'docs/errors.md#conflict': '409 when cancelling completed idempotency profile',
  'docs/errors.md#support_timeout': '504 support answer lost',
  'docs/errors.md#scrape_timeout': 'hangs too slow',
  'docs/errors.md#unauthorized': 'bearer missing wrong key',
  'docs/errors.md#external_link': 'partner page skipped home other site',
  'docs/errors.md#invalid_id': 'not uuid wrong id shortened',
  'docs/errors.md#feature_not_enabled': 'plan account unlock team setting',
  'docs/errors.md#feature_not_available': 'model browser search missing not configured',
};
