/**
 * Words that readers have for what a section of the documentation tells, and that it does not use itself: the index at
 * the end of a book. A test holds that every section is there.
 */
export const READER_WORDS: Readonly<Record<string, string>> = {
  'docs/accounts.md':
    'authentication authorization bearer token api key create new another key rotate revoke leaked stolen compromised key',
  'docs/accounts.md#teams':
    'users customers tenants quota parallel concurrent requests limit raise lower multi-tenant',
  'docs/accounts.md#credits':
    'price pricing cost billing charge pay budget payment required 402 balance left free refund',
  'docs/accounts.md#without-keys':
    'no authentication anonymous localhost laptop development disable login off',
  'docs/answers.md': 'extract structured data fields ask question summary highlights price author LLM AI',
  'docs/answers.md#with-a-model':
    'openai ollama llama.cpp vllm lm studio openrouter endpoint provider gpt connect configure plug in hallucination invented values',
  'docs/answers.md#without-a-model': 'no LLM no AI offline extractive json-ld microdata how does it find',
  'docs/answers.md#how-well': 'quality accuracy precision recall evaluation benchmark of answers extraction',
  'docs/benchmarks.md': 'performance speed fast throughput latency requests per second',
  'docs/benchmarks.md#figures': 'how fast numbers results milliseconds throughput',
  'docs/benchmarks.md#crawls': 'crawl speed pages per second how long does a crawl take',
  'docs/browser.md': 'javascript single-page application SPA react rendering dynamic content headless chrome',
  'docs/browser.md#when-the-browser-is-used':
    'force rendering javascript client-side react vue content missing empty page SPA',
  'docs/browser.md#what-it-does':
    'cookie banner consent gdpr popup shadow dom iframe wait until loaded network idle ads',
  'docs/browser.md#actions':
    'click button type fill form scroll press key infinite scroll load more log in script automation interact',
  'docs/browser.md#pictures-and-prints':
    'screenshot full page capture image png jpeg pdf print viewport fonts link expires',
  'docs/browser.md#sound-and-film': 'download video audio mp3 mp4 youtube podcast media movie ffmpeg yt-dlp',
  'docs/browser.md#which-browser': 'own chrome chromium path install executable bundled version firefox',
  'docs/browser.md#what-a-page-can-do': 'malicious page crash hang infinite loop sandbox security attack',
  'docs/browser.md#proxies':
    'proxy country geo location ip residential blocked captcha 403 anti-bot cloudflare stealth enhanced socks',
  'docs/change-tracking.md':
    'monitor page changes diff notify when changed compare with yesterday previous version watch',
  'docs/change-tracking.md#what-the-statuses-mean':
    'new same changed removed deleted page 404 error page visibility',
  'docs/change-tracking.md#what-is-compared':
    'ignore timestamps dynamic parts noise false changes whitespace',
  'docs/change-tracking.md#fresh-pages-and-stored-copies': 'cache maxAge stale comparison',
  'docs/change-tracking.md#what-is-kept': 'history how long versions stored snapshots size',
  'docs/clients.md':
    'sdk javascript typescript node npm client library firecrawl compatible base url migrate drop-in',
  'docs/clients.md#other-languages-and-tools':
    'python langchain llamaindex n8n mcp claude cursor agent ide go rust php package integration',
  'docs/configuration.md': 'environment variables settings env file port host options configure dotenv',
  'docs/content-quality.md': 'main content extraction boilerplate readability',
  'docs/content-quality.md#what-the-filter-does':
    'remove navigation header footer sidebar ads menu onlyMainContent article extraction',
  'docs/content-quality.md#what-overrides-it':
    'keep navigation keep footer whole page full page onlyMainContent false includeTags excludeTags selectors',
  'docs/content-quality.md#why-is-this-missing':
    'text missing paragraph lost content cut off incomplete explain debug too little',
  'docs/crawling.md': 'whole site spider start crawl batch many urls',
  'docs/crawling.md#what-is-promised':
    'cancel abort stop crawl crash restart resume lost pages duplicates results available expire how long limit exact',
  'docs/crawling.md#which-pages':
    'include exclude paths patterns regex depth subdomains external links crawl empty zero pages only one page follow links scope sitemap skip duplicate urls',
  'docs/crawling.md#crawls-by-words':
    'natural language prompt plain english describe what to crawl params preview',
  'docs/crawling.md#how-fast':
    'robots.txt politeness delay rate limit crawl-delay slow too many requests 429 concurrency hammer server',
  'docs/crawling.md#zero-data-retention':
    'privacy gdpr do not store nothing kept encrypted confidential ZDR delete data',
  'docs/crawling.md#sending-the-same-request-twice':
    'idempotency retry duplicate request once x-idempotency-key double',
  'docs/crawling.md#watching-a-job':
    'websocket live progress real time stream events watcher notification socket',
  'docs/deployment.md#needs':
    'requirements hardware memory ram disk space operating system linux node version docker cpu prerequisites',
  'docs/deployment.md#ways-to-install': 'install setup get started global npm npx checkout run first time',
  'docs/deployment.md#as-a-service-of-systemd': 'autostart boot daemon background unit file linux server',
  'docs/deployment.md#behind-a-reverse-proxy':
    'nginx caddy apache https tls ssl certificate domain traefik upload size websocket',
  'docs/deployment.md#upgrade': 'update new version newer release migrate downgrade rollback',
  'docs/deployment.md#uninstall': 'remove delete completely clean up get rid purge',
  'docs/documents.md': 'pdf word excel powerpoint office files convert upload parse',
  'docs/documents.md#two-ways':
    'upload local file parse formats supported xlsx docx pptx epub csv image size limit how big large 50 MB',
  'docs/documents.md#pdf':
    'pages of a pdf scanned ocr language limit first pages maxPages mode tables base64 per page page numbers',
  'docs/documents.md#how-pages-become-text':
    'layout columns reading order tables headings ocr tesseract scan',
  'docs/documents.md#when-a-file-cannot-be-read':
    'password protected encrypted corrupt damaged broken file error empty too complex unsupported',
  'docs/library.md': 'import in code program script without server embed node module function programmatic',
  'docs/map.md': 'list all urls of a site discover links sitemap find pages',
  'docs/map.md#where-links-come-from': 'discover sitemap robots home page links order source',
  'docs/map.md#which-urls-are-listed':
    'query string parameters question mark missing url subdomain duplicates pdf images fragment hash',
  'docs/map.md#time': 'timeout slow map partial result',
  'docs/map.md#titles-and-descriptions': 'title description missing metadata of links',
  'docs/map.md#how-search-orders-the-links': 'relevance ranking sort order search query score best match',
  'docs/markdown.md': 'output format commonmark gfm html to markdown',
  'docs/markdown.md#formulas': 'math latex tex mathml equations katex mathjax',
  'docs/markdown.md#code': 'code blocks syntax highlight language fence',
  'docs/markdown.md#notes-warnings-tips': 'callouts admonitions alerts blockquote',
  'docs/markdown.md#pictures-and-addresses':
    'images links relative absolute urls base64 placeholder alt lazy',
  'docs/markdown.md#tabs': 'tab panels tabbed content accordions',
  'docs/markdown.md#metadata': 'title description author date open graph language favicon',
  'docs/operation.md#database': 'postgres postgresql connection string external own database migrations',
  'docs/operation.md#several-processes':
    'scale cluster horizontal workers load balancer replicas kubernetes machines share roles',
  'docs/operation.md#cores': 'cpu threads multicore usage',
  'docs/operation.md#browsers-on-other-machines':
    'remote browser browserless separate host devtools websocket pool another server',
  'docs/operation.md#memory': 'ram usage out of memory oom large pages consumption leak',
  'docs/operation.md#backup': 'restore save copy disaster export',
  'docs/operation.md#what-callers-can-fill':
    'disk full retention cleanup automatically deleted how long kept expire storage growth size bounds purge age',
  'docs/operation.md#watching-it':
    'monitoring metrics prometheus grafana health check liveness readiness logs logging alert observability',
  'docs/operation.md#stopping':
    'shutdown graceful restart sigterm kill ctrl-c in-flight requests running drain',
  'docs/profiles.md':
    'login session cookies stay logged in authenticated pages behind login persist localStorage account password sign in',
  'docs/profiles.md#one-writer-at-a-time': '409 conflict same profile parallel concurrent use two requests',
  'docs/profiles.md#what-is-saved-and-when': 'cookies expire persist session stored saved logout',
  'docs/profiles.md#where-it-is': 'delete profile encrypted storage location',
  'docs/read.md': 'just a link url prefix plain text markdown curl browser address bar chatgpt jina reader',
  'docs/safety.md':
    'security ssrf private network internal localhost metadata attack sandbox firewall intranet allow address malicious',
  'docs/search.md': 'web search engine query results find pages on the internet google',
  'docs/search.md#providers':
    'searxng brave serper google tavily exa api key configure search engine choose order fallback',
  'docs/search.md#searxng':
    'self-hosted metasearch 403 forbidden json format limiter settings.yml no results captcha',
  'docs/search.md#what-each-provider-can-do':
    'operators site filetype quotes minus date range country unsupported ignored table',
  'docs/webhooks.md': 'callback notify url http post when done finished',
  'docs/webhooks.md#events': 'payload types started page completed failed body example',
  'docs/webhooks.md#answers-retries-order':
    'endpoint down retry failed delivery timeout again order duplicate unreachable',
  'docs/webhooks.md#signature': 'verify authenticity hmac secret sha256 really from you genuine trust check',
  'docs/webhooks.md#for-the-operator': 'private address allow list deliveries alarm debug',
  'docs/cli.md': 'terminal shell commands exit code',
  'docs/cli.md#serve': 'start server run port',
  'docs/cli.md#scrape':
    'terminal one page list of urls file stdin chunks embeddings rag split front matter save',
  'docs/cli.md#parse': 'convert local file pdf terminal stdin',
  'docs/cli.md#crawl':
    'download site folder files offline resume continue interrupted chunks save pages disk',
  'docs/cli.md#map': 'print urls terminal',
  'docs/cli.md#jobs': 'list follow cancel explain running crawls status progress',
  'docs/cli.md#keys': 'create revoke list api key',
  'docs/cli.md#teams': 'create team credits concurrency limit set',
  'docs/cli.md#profiles': 'list remove logins',
  'docs/cli.md#webhooks': 'secret deliveries resend',
  'docs/cli.md#doctor':
    'check machine ready diagnose environment problems test setup requirements why does it not start',
  'docs/cli.md#completion': 'bash zsh fish autocomplete tab',
  'docs/api.md#post-v2scrape': 'scrape one url options timeout headers formats wait proxy cache parameters',
  'docs/api.md#post-v2crawl': 'start crawl options limit parameters',
  'docs/api.md#get-v2crawlid': 'crawl status progress results documents poll pagination next',
  'docs/api.md#get-v2crawliderrors': 'failed pages robots blocked errors list',
  'docs/api.md#delete-v2crawlid': 'cancel stop crawl',
  'docs/api.md#post-v2batchscrape': 'many urls list at once bulk',
  'docs/api.md#post-v2parse': 'upload file multipart convert',
  'docs/api.md#post-v2map': 'list urls options',
  'docs/api.md#get-v2teamactivity': 'history recent requests log what did my team do',
  'docs/api.md#get-v2teamqueue-status': 'waiting jobs queue length',
  'docs/api.md#get-v2concurrency-check': 'slots in use parallel now',
  'docs/api.md#get-v2teamcredit-usage': 'remaining credits left balance',
  'docs/api.md#get-v2teamcredit-usagehistorical': 'credits per month past usage statistics by key',
  'docs/api.md#get-metrics': 'prometheus grafana monitoring',
  'docs/api.md#get-healthready': 'readiness probe kubernetes health check',
  'docs/api.md#get-healthlive': 'liveness probe alive',
};
