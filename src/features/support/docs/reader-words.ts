import { OPERATOR_WORDS } from './operator-words.ts';
import { REFERENCE_WORDS } from './reference-words.ts';

/**
 * Words that readers have for what a section of the documentation tells, and that it does not use itself: the index at
 * the end of a book. A test holds that every section is there.
 */
export const READER_WORDS: Readonly<Record<string, string>> = {
  ...OPERATOR_WORDS,
  ...REFERENCE_WORDS,
  'docs/answers.md': `
    extract structured data fields ask question summary highlights price author LLM AI extraction key value
    pairs product title prices entities scrape into json chat with page rag short version tldr digest daten
    extrahieren zusammenfassen frage an seite
  `,
  'docs/answers.md#with-a-model': `
    openai ollama llama.cpp vllm lm studio openrouter endpoint provider gpt connect configure plug in
    hallucination invented values local llm server gpu vram azure anthropic gemini mistral deepseek llamafile
    base url api key model name context window too long parallel requests chokes cost tokens made up numbers
    evidence proof source prompt injection jailbreak guard clean with ai onlyCleanContent sprachmodell anbinden
    llama gemma qwen swap graphics card gateway headers restart company proxy
  `,
  'docs/answers.md#without-a-model': `
    no LLM no AI offline extractive json-ld microdata how does it find privacy gpu openai free deterministic
    heuristics ranking bm25 are highlights chosen kinds of answers why is json null missing field ohne ki
    threshold nothing returned for rule thumb regex schema.org
  `,
  'docs/answers.md#how-well-it-answers':
    'quality accuracy precision recall evaluation benchmark of answers extraction',
  'docs/browser.md': `
    javascript single-page application SPA react rendering dynamic content headless chrome single page app
    client side puppeteer selenium playwright js heavy slow render cost cpu
  `,
  'docs/browser.md#when-the-browser-is-used': `
    force rendering javascript client-side react vue content missing empty page SPA why was it rendered no
    executed engine decision fetch or browser skip faster data in devtools not source xhr graphql api hydration
  `,
  'docs/browser.md#what-it-does-waiting-cookie-pop-ups-frames': `
    cookie banner consent gdpr popup shadow dom iframe wait until loaded network idle ads smart ready embedded
    content web components overlay modal newsletter ad blocker blockAds accept cookies rahmen commercials
    adverts get rid of werbung
  `,
  'docs/browser.md#actions': `
    click button type fill form scroll press key infinite scroll load more log in script automation interact
    enter tab hover select dropdown pagination a div evaluate execute javascript return value print pdf of page
    screenshot between steps failed selector not found typing search box multi step macro workflow klicken
    ausfüllen formular wait until spinner gone pause element covered overlay intercepts retry login wizard
    checkbox radio file dialog iframe nothing happens into field date picker option names new loads repeat agent
    multiple inputs five fields same lands focus first then write tippen eingabefeld warten auf querformat
    drucken nach klick erzeugen every match all boxes collapsed expand accordion open each plus sign
  `,
  'docs/browser.md#screenshots-and-pdfs': `
    screenshot full page capture image png jpeg pdf print viewport fonts link expires of thumbnail preview
    length 1920x1080 resolution quality webp mobile signed url expired blob s3 minio bucket access key
    credentials store files elsewhere file has no look branding not supported bildschirmfoto blurry retina cut
    off bottom very long emoji squares chinese characters boxes legal proof archive invoice querformat drucken
    seite or base64 role iam
  `,
  'docs/browser.md#audio-and-video': `
    download video audio mp3 mp4 youtube podcast media movie ffmpeg yt-dlp m4a sound of a talk lecture stream
    hls m3u8 clip soundtrack vimeo ton film herunterladen embedded player recording speech transcribe transcript
    spoken track rip trailer webinar members 403 denied link valid for an hour plays in my browser but not here
    drm dash live mediathek interview radio site without file ts
  `,
  'docs/browser.md#which-browser': `
    own chrome chromium path install executable bundled version firefox system webkit edge update browser
    missing not found on server apt
  `,
  'docs/browser.md#what-a-page-can-do': `
    malicious page crash hang infinite loop sandbox security attack hostile browser memory alert dialog popups
    fork bomb exploit
  `,
  'docs/browser.md#proxies': `
    proxy country geo location ip residential blocked captcha 403 anti-bot cloudflare stealth enhanced socks
    datacenter mobile pool rotate ban vpn http credentials exit brightdata oxylabs squid unblock proxyUsed
    anbieter not a url format user password host port vendor list turn round robin sticky session per
    whitelisted static outgoing
  `,
  'docs/change-tracking.md': `
    monitor page changes diff notify when changed compare with yesterday previous version watch alert me price
    monitoring between versions last time cron daily unified git änderungen überwachen competitor edits drop
    newsletter terms lines that differ week regulatory of änderung seite vergleichen
  `,
  'docs/change-tracking.md#what-the-statuses-mean': `
    new same changed removed deleted page 404 error page visibility first time always baseline came back
    unchanged
  `,
  'docs/change-tracking.md#what-is-compared': `
    ignore timestamps dynamic parts noise false changes whitespace positives date counter ads each time section
  `,
  'docs/change-tracking.md#fresh-pages-and-stored-copies':
    'cache maxAge stale comparison old copy compared no change detected',
  'docs/change-tracking.md#what-is-kept': `
    history how long versions stored snapshots size retention of previous version storage limit delete database
    cli refuses
  `,
  'docs/content-quality.md': 'main content extraction boilerplate readability trafilatura clean text quality',
  'docs/content-quality.md#what-the-filter-does': `
    remove navigation header footer sidebar ads menu onlyMainContent article extraction only the body text
    comments share buttons related posts newsletter nav recommended what counts as boilerplate heuristics page
    types forum product listing kommentare entfernen strip clean section user reviews cookie consent noise
    unwanted repeated
  `,
  'docs/content-quality.md#what-overrides-it': `
    keep navigation keep footer whole page full page onlyMainContent false includeTags excludeTags selectors css
    selector include exclude part of div class id remove element comments everything unfiltered turn off filter
    iframe bereich auswählen links missing outgoing needed sidebar header all complete only one section table
    behalten ganze seite ausschließen selektor
  `,
  'docs/content-quality.md#why-is-this-missing': `
    text missing paragraph lost content cut off incomplete explain debug too little trace which rule removed
    dropped block table steps took log of scrape removals why not in output warum wurde entfernt weg gelöscht
    herausgefiltert abschnitt grund
  `,
  'docs/crawling.md': `
    whole site spider start crawl batch many urls download a website documentation all pages recursively list of
    links job asynchronous webseite komplett own never used an api how to begin beginner ganze einlesen
  `,
  'docs/crawling.md#what-is-promised-limit-cancelling-how-long-results-stay': `
    cancel abort stop crawl crash restart resume lost pages duplicates results available expire how long limit
    exact power loss server continue guarantee exactly once halt delete job status failed completed meaning 24
    hours keep longer order of documents laptop died abbrechen aufbewahrung pay for cancelled last partial cut
    reboot deploy during cancelCrawl cancelBatchScrape sdk old
  `,
  'docs/crawling.md#which-pages': `
    include exclude paths patterns regex depth subdomains external links crawl empty zero pages only one page
    follow links scope sitemap skip duplicate urls stay inside folder section both www and other subdomain
    sibling host help center blog store english path pattern query parameter full url levels duplicates
    canonical trailing slash utm session id calendar trap nur unterseiten domain leave /shop/ rest of language
    versions /en/ /de/ archive year newest products spelling mailto relaunch migration to another shop cdn
    static domains hosts too andere
  `,
  'docs/crawling.md#crawls-by-words': `
    natural language prompt plain english describe what to crawl params preview with ai instruct generate
    options sentence product manager help articles but no release notes show would be crawled before starting
    estimate dry run plan
  `,
  'docs/crawling.md#how-fast-robotstxt-delays-retries': `
    robots.txt politeness delay rate limit crawl-delay slow too many requests 429 concurrency hammer server
    polite throttle overload seconds between per host parallel connections down backoff 503 retry failed pages
    again robots disallow ignore user agent whitelist ban schnell langsam höflich owner complains much traffic
    ddos night bandwidth our ip got banned nice crawling consent permission
  `,
  'docs/crawling.md#zero-data-retention': `
    privacy gdpr do not store nothing kept encrypted confidential ZDR delete data legal medical secret may
    remain on disk encrypt after job no log cache compliance hipaa datenschutz nichts speichern löschen remember
    pages afterwards forget bulk memory off bank customers lawyer auditors vertraulich personenbezogen
    auftragsverarbeitung
  `,
  'docs/crawling.md#sending-the-same-request-twice': `
    idempotency retry duplicate request once x-idempotency-key double idempotent job network error safe submit
    twice started
  `,
  'docs/crawling.md#watching-a-job': `
    websocket live progress real time stream events watcher notification socket realtime push updates browser
    frontend bar in show counter tell my server when run ends
  `,
  'docs/documents.md': `
    pdf word excel powerpoint office files convert upload parse file text extraction dokumente umwandeln
  `,
  'docs/documents.md#by-upload-or-by-url-and-which-files': `
    upload local file parse formats supported xlsx docx pptx epub csv image size limit how big large 50 MB which
    types extensions odt rtf html string convert own megabytes hochladen dateien tabellenkalkulation multipart
    form curl -F email attachment eml msg zip archive invoice contract scanned letter book slides spreadsheet
    sheets tabs hidden formulas comments tracked changes i already have contracts java program tables kept what
    is the call pages keynote numbers cannot tell type rar 7z
  `,
  'docs/documents.md#pdf': `
    pages of a pdf scanned ocr language limit first pages maxPages mode tables base64 per page page numbers max
    n markers split raw file blocks layout coordinates fast scan italian german umlauts garbage characters
    credits seiten auto or which slow price just the beginning chapters bookmarks modus schneller faster reads
    more long scans umstellen deutsch
  `,
  'docs/documents.md#how-pages-become-text': `
    layout columns reading order tables headings ocr tesseract scan scanned receipts photo picture text
    recognition traineddata accuracy garbage wrong letters language headers footers texterkennung photographed
    letter gibberish handwriting umlauts ä ö ü receipt table broken multi column journal rotated page quality
    dpi
  `,
  'docs/documents.md#when-a-file-cannot-be-read': `
    password protected encrypted corrupt damaged broken file error empty too complex unsupported zip bomb type
    code pdf fails datei kaputt 0 bytes zero upload not finished half uploaded pipeline red retry later unknown
    attachment pages keynote archive opens fine in my browser
  `,
  'docs/library.md': `
    import in code program script without server embed node module function programmatic typescript esm
  `,
  'docs/map.md': `
    list all urls of a site discover links sitemap find pages inventory seitenliste relaunch seo audit every
    address before migration how many has count central seitenverzeichnis alle adressen
  `,
  'docs/map.md#where-links-come-from': 'discover sitemap robots home page links order source',
  'docs/map.md#which-urls-are-listed': `
    query string parameters question mark missing url subdomain duplicates pdf images fragment hash limit 5000
    more urls strings subdomains excluded files pattern regex filter path only below folder relaunch inventory
    every address 80000 100000 tracking variants utm too redirects list seo audit migration
  `,
  'docs/map.md#time': 'timeout slow map partial result takes long MAP_TIMEOUT',
  'docs/map.md#titles-and-descriptions': 'title description missing metadata of links',
  'docs/map.md#how-search-orders-the-links': 'relevance ranking sort order search query score best match',
  'docs/markdown.md': `
    output format commonmark gfm html to markdown headings lists tables footnotes überschriften listen tabellen
    fußnoten look like quality links absolute aussehen stil flavor flavour dialect
  `,
  'docs/markdown.md#formulas': 'math latex tex mathml equations katex mathjax',
  'docs/markdown.md#code': 'code blocks syntax highlight language fence',
  'docs/markdown.md#notes-warnings-tips': 'callouts admonitions alerts blockquote',
  'docs/markdown.md#pictures-and-addresses': `
    images links relative absolute urls base64 placeholder alt lazy in markdown loaded srcset data-src email
    obfuscated
  `,
  'docs/markdown.md#tabs': 'tab panels tabbed content accordions',
  'docs/markdown.md#metadata': `
    title description author date open graph language favicon published og tags frontmatter
  `,
  'docs/profiles.md': `
    login session cookies stay logged in authenticated pages behind login persist localStorage account password
    sign in once remember signed 2fa protected page members area extranet portal reuse browser state angemeldet
    bleiben einloggen intranet sso otp expires linkedin shop supplier five fields form kunden
  `,
  'docs/profiles.md#one-writer-at-a-time': `
    409 conflict same profile parallel concurrent use two requests in by another request login crawl with slow
    one page at a time
  `,
  'docs/profiles.md#what-is-saved-and-when': `
    cookies expire persist session stored saved logout logged out again lost storage kept indexeddb
  `,
  'docs/profiles.md#where-it-is': 'delete profile encrypted storage location remove who can read limit count',
  'docs/read.md': `
    just a link url prefix plain text markdown curl browser address bar chatgpt jina reader llm can only open
    links browse in no json key
  `,
  'docs/webhooks.md': `
    callback notify url http post when done finished push instead of polling event benachrichtigen just a string
    object custom headers slack zapier make n8n trigger metadata own ids ping my tell server run ends list is
    through hook bulk
  `,
  'docs/webhooks.md#events': `
    payload types started page completed failed body example fields cancelled which events filter metadata
    custom data invalid option expected names by cloud same
  `,
  'docs/webhooks.md#answers-retries-order': `
    endpoint down retry failed delivery timeout again order duplicate unreachable receiver error 500 redeliver
    guarantee at least once how long retried
  `,
  'docs/webhooks.md#signature': `
    verify authenticity hmac secret sha256 really from you genuine trust check authentic replay attack header
    timestamp set rotate where no account page signieren prüfen hook call sent by us not somebody else fake
    forged team echt gefälscht
  `,
  'docs/webhooks.md#for-the-operator': `
    private address allow list deliveries alarm debug send again resend redelivery failed after fix
  `,
  'docs/scraping.md': 'scrape one page first steps basic usage options overview beginner call own website',
  'docs/scraping.md#formats': `
    output types formats markdown html rawhtml links images screenshot json branding logo attributes which
    formats difference between or source code of page palette colours fonts data-src alt href all only text
    several at once ausgabe photos list in outgoing anchors download what else besides query same as question
    transcript schriftarten farben missing data.html ausgabeformat
  `,
  'docs/scraping.md#timeouts-and-waiting': `
    timeout hang slow page wait for element selector delay seconds milliseconds longer maximum default wait
    before reading takes too long hangs forever never answers increase limit waiting appear queue slot
    concurrencyLimited zu langsam warten waits spinner patience server running response batch waitFor entire
    list or each address government servers per maximal
  `,
  'docs/scraping.md#the-cache-stored-or-fresh': `
    cache cached stale fresh force refresh old copy maxAge minAge lockdown storeInCache bypass invalidate how
    long stored hit miss content outdated now new reuse saved page never touch contact live site only what we
    have offline mode nothing age days disable shared between teams others abschalten veraltet an always newest
    remember forget memory do not store this copies untouched price too yesterday
  `,
  'docs/scraping.md#headers-cookies-user-agent': `
    custom headers cookie authorization referer user-agent basic auth credentials send with request protected
    page x-token partner token api key header to target session bearer user:pass identify as googlebot browser
    string for all urls of job supplier each bot name ourselves staging password htpasswd
  `,
  'docs/scraping.md#country-language-mobile': `
    geolocation country language timezone accept-language phone device iphone android visitor from germany us
    prices currency locale region responsive land sprache handy layout handyansicht
  `,
  'docs/scraping.md#certificates': `
    tls ssl https self-signed expired invalid certificate cert authority verify verification self signed error
    handshake err_cert zertifikat abgelaufen selbst signiert ignore or fail
  `,
  'docs/troubleshooting.md': `
    problem help not working debug faq common errors what is wrong does work steps support diagnose hilfe self
    check anything installation first aid
  `,
  'docs/troubleshooting.md#the-text-is-empty-or-incomplete': `
    empty blank nothing missing half truncated content no text javascript spa react lazy infinite scroll white
    page loading spinner only title cut gone vue returned leere seite unvollständig fehlt
  `,
  'docs/troubleshooting.md#menus-cookie-banners-and-ads-in-the-text': `
    clutter noise boilerplate navigation footer cookie banner popup ads unwanted remove clean nav junk share
    buttons comments werbung menü weg commercials adverts get rid
  `,
  'docs/troubleshooting.md#the-site-blocks-us-403-captcha-just-a-moment': `
    blocked banned forbidden 403 captcha cloudflare challenge bot detected anti-bot access denied waf akamai
    protection turnstile datadome perimeterx ip unblock anti scraping liefert zurück gesperrt
  `,
  'docs/troubleshooting.md#408-timeouts': `
    timeout timed out hangs forever slow 408 502 504 gateway request took too long gave up waiting website
    longer seconds queue full no slot dauert zu lange zeitüberschreitung only three scrapes run and still place
  `,
  'docs/troubleshooting.md#429-too-many-requests': `
    429 rate limit throttled too many requests retry-after backoff quota exceeded queue full slow down reached
    sdk retry wait seconds zu viele anfragen
  `,
  'docs/troubleshooting.md#400-the-request-is-refused': `
    400 bad request validation unrecognized unknown key field option invalid json schema body 413 too large
    payload error wrong parameter typo selector regex quotes shell big list of urls id uuid ungültig expected
    one enum events verb method not allowed get instead post content-type
  `,
  'docs/troubleshooting.md#401-402-403-keys-credits-permissions': `
    401 unauthorized 402 payment 403 forbidden api key wrong not accepted invalid token credits used up
    permission enable feature rejected does work since reinstall new machine copied env allowed unlocked for my
    account zero retention other team balance empty abgelehnt just started first time password never bought any
    plan admin included robots
  `,
  'docs/troubleshooting.md#an-intranet-page-or-localhost-is-refused': `
    intranet localhost private address internal vpn lan docker host 192.168 10. ssrf blocked not allowed wiki
    office network ip 172.17 resolves to same vps 403 from decant itself dns unknown internes netz
  `,
  'docs/troubleshooting.md#a-crawl-finds-only-one-page-or-too-few': `
    crawl stops early only one page zero pages few pages missing pages not following links results incomplete
    nur eine seite
  `,
  'docs/troubleshooting.md#404-a-job-or-a-result-is-gone': `
    404 not found job id result expired gone disappeared next day lost yesterday screenshot link dead unknown
    how to keep longer weg abgelaufen
  `,
  'docs/troubleshooting.md#a-webhook-does-not-arrive': `
    webhook callback not received never called no event post local endpoint ngrok certificate kommt nicht an
    benachrichtigung fehlt aufruf
  `,
  'docs/troubleshooting.md#the-service-does-not-start': `
    start fails crash port in use EADDRINUSE connection refused ECONNREFUSED cannot connect other machine
    network listen host startup already used taken to from computer lan office bind 0.0.0.0 browser missing
    sandbox node too old data folder locked another instance startet nicht erreichbar doctor not ok permission
    denied eacces root user crashed at boot nothing listens
  `,
  'docs/troubleshooting.md#the-disk-is-full': `
    disk full no space left ENOSPC storage growing free up delete shrink cleanup at 100% gigabytes ssd database
    folder grows cache copies screenshots clean voll aufräumen
  `,
  'docs/troubleshooting.md#out-of-memory-oom': `
    oom killed out of memory exit code 137 ram crash heap by kernel container restarted too small lost jobs
    abgestürzt
  `,
  'docs/troubleshooting.md#500-and-503': `
    500 503 502 internal server error unavailable unknown error bug report crash who to exception fault
    connection reset site request id absturz closes by peer socket hang up empty reply econnreset verbindung
    geschlossen
  `,
  'docs/crawling.md#reading-the-results': `
    pagination paging next skip limit offset documents of a job all pages status completed total read results
    download first 100 big response page through fetch only size 10 MB stream loop until done poll interval how
    often vs ergebnisse abholen
  `,
  'docs/troubleshooting.md#a-crawl-or-batch-is-slow-or-does-not-end': `
    crawl stuck scraping hangs never finishes slow takes forever still running endless progress hours at
    completed hanging zero hängt
  `,
  'docs/answers.md#pages-that-are-alike': `
    save model calls cheaper extraction template learnt rules same layout many product pages tokens cost cache
    of answers money thousands similar wrapper induction fewer cached gleiche seiten
  `,
  'docs/content-quality.md#the-frame-that-repeats': `
    repeated boilerplate across pages of a crawl template header footer same on every page menu crawled text
    duplicate site
  `,
  'docs/content-quality.md#figures': 'accuracy f1 score comparison quality of main content',
  'docs/content-quality.md#what-is-still-wrong': 'known problems limitations weak spots',
  'docs/documents.md#pdfs-looked-at-by-eye': `
    known problems weak spots limitations of pdf wrong tables columns formulas broken layout
  `,
  'docs/documents.md#office-files-looked-at-by-eye': 'known problems limitations word excel powerpoint wrong',
  'docs/markdown.md#what-is-still-wrong': 'known problems limitations of the markdown',
  'docs/search.md': 'web search engine query results find pages on the internet google',
  'docs/search.md#providers': `
    searxng brave serper google tavily exa api key configure search engine choose order fallback
  `,
  'docs/search.md#searxng': `
    self-hosted metasearch 403 forbidden json format limiter settings.yml no results captcha
  `,
  'docs/search.md#what-each-provider-can-do':
    'operators site filetype quotes minus date range country unsupported ignored table',
};
