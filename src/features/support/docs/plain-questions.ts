import { PLAIN_QUESTIONS_OF_TOOLS } from './plain-questions-of-tools.ts';

/**
 * Questions that a section answers, as somebody would ask who knows none of our words: one a line. They were written from
 * the sections, not from questions that the search was measured with.
 */
export const PLAIN_QUESTIONS: Readonly<Record<string, string>> = {
  ...PLAIN_QUESTIONS_OF_TOOLS,
  'docs/accounts.md': `
    how can I revoke an API key that leaked
    my token fell into the wrong hands
    every colleague needs one of his own`,
  'docs/accounts.md#teams': `
    let two departments share one machine without seeing each other's work
    give a colleague a login of their own and limit what he may spend
    how many people can work at once, and can I raise that for one customer
    somebody left the company, how do I take away his access
    a secret token was posted in public, replace it
    separate what belongs to different clients
    nobody but us may see our results`,
  'docs/accounts.md#rate-limits': `
    how often may I send something per minute before I am turned away
    one customer hammers the machine, slow him down`,
  'docs/accounts.md#credits': `
    what does one page cost and who pays for failures
    give somebody a monthly allowance of points
    does a repeated download from the store cost again
    my balance went down more than expected
    how much have I used up this month
    am I billed when nothing came back`,
  'docs/accounts.md#without-keys': `
    switch off logging in for my own laptop
    can everybody on my network use it without a secret`,
  'docs/answers.md': `
    get the price and the title of a product as fields
    pull a table of facts out of a page into my program
    tell me in three sentences what an article says
    ask a page something and get a reply
    only want name, amount and date, not the whole text
    who wrote it and what does it cost, as structured data`,
  'docs/answers.md#with-a-model': `
    hook up a neural network that runs on my own machine
    the machine intelligence makes up figures that do not stand there
    which AI services can be plugged in and where do I put their secret
    the text is larger than what the AI can look at
    limit how many things the AI is asked at the same time
    use ollama or vllm or openai
    the AI answer is refused or comes too late
    how do I know the value really stands on the page`,
  'docs/answers.md#pages-that-are-alike': `
    a thousand items of one store with the same layout, do I pay the AI for each of them
    will it remember where the price stands on later pages of that shop
    the shop was redesigned, does it notice
    ask the AI less often to save money`,
  'docs/answers.md#without-a-model': `
    does it give replies when no AI is connected
    where do the values come from if nobody guesses
    a value is empty although I asked for it`,
  'docs/browser.md#when-the-browser-is-used': `
    the page is put together in the visitor's machine and arrives blank
    prevent the slow full rendering
    how does it decide between the quick way and the full one
    the text only shows up after scripts have run
    react app gives nothing`,
  'docs/browser.md#what-it-does-waiting-cookie-pop-ups-frames': `
    the question whether I agree to tracking hides everything
    content inside another embedded page
    how does it know that everything has arrived
    keep advertising from being loaded`,
  'docs/browser.md#actions': `
    push a control on the page before it is read
    type words into a box and send them off
    go down until there is nothing more to load
    run my own bit of script on the page and give me what it returns
    sign in first, then take what is behind it
    press load more until everything is there
    choose something from a dropdown and go on
    wait until a certain thing is visible`,
  'docs/browser.md#screenshots-and-pdfs': `
    a picture of how the whole thing looks
    save the page on paper format
    the image is cut at the bottom or looks fuzzy
    how long does the address of a picture work
    the whole page from top to bottom as an image
    print it`,
  'docs/browser.md#audio-and-video': `
    take only the sound of a clip
    save a film from a page
    which sites with films does it know`,
  'docs/browser.md#which-browser': `
    use the Chrome that I have already
    nothing that draws pages was found on this computer
    does it work on a Mac or on Windows or on a Raspberry Pi`,
  'docs/browser.md#what-a-page-can-do': `
    can an evil page harm the computer it runs on
    it refuses to run as administrator`,
  'docs/browser.md#proxies': `
    appear to come from another network address
    rotate through addresses that I rent
    use a detour only when the plain way was refused
    buy residential addresses and use them here
    hide where the request comes from`,
  'docs/change-tracking.md': `
    tell me when a page looks different from last time
    notice that a price was altered
    be warned when the terms of a supplier are edited
    compare today with last week`,
  'docs/change-tracking.md#what-the-statuses-mean': `
    what is the difference between new, same and removed
    it says different although I see nothing`,
  'docs/change-tracking.md#what-is-compared': `
    ignore dates and counters that differ each visit
    see the lines that were added and taken away
    watch a single figure instead of the whole text`,
  'docs/change-tracking.md#what-is-kept': `
    how far back do older copies go
    forget older copies of a page`,
  'docs/cli.md#serve': 'begin the program so that it listens\nwhich port does it take',
  'docs/cli.md#doctor': `
    check whether everything on this computer is in order
    something is broken after installing, what is missing`,
  'docs/cli.md#keys': 'make another secret for a program\nlist or cancel secrets',
  'docs/cli.md#profiles': 'see or throw away saved logins from the terminal',
  'docs/cli.md#completion': 'make the tab key finish my typing in the shell',
  'docs/cli.md#webhooks': 'which notices were not delivered, and send them again',
  'docs/clients.md': `
    use it from python or javascript
    is there a ready-made library for my language`,
  'docs/moving.md': `
    I paid for the cloud offering until now and want to run it myself
    what do I have to alter in my program to point it at my own machine`,
  'docs/content-quality.md#what-the-filter-does': `
    which parts of a page count as clutter
    keep only the article and drop the rest`,
  'docs/content-quality.md#the-frame-that-repeats': 'the same header and side column on every page of a site',
  'docs/content-quality.md#what-overrides-it': `
    I want everything on the page, nothing taken out
    keep a certain block, drop a certain block by its class
    I need the footer as well
    cut out the list of related articles by hand`,
  'docs/content-quality.md#why-is-this-missing': 'a paragraph that I can see is not in the output',
  'docs/crawling.md': `
    copy a whole website
    follow the links from a page to all the others
    read every page of our handbook
    many addresses in one go`,
  'docs/crawling.md#what-is-promised-limit-cancelling-how-long-results-stay': `
    stop it half way and keep what there is
    at most so many pages
    until when can I pick up what was gathered
    the machine lost power in the middle, is everything lost
    abort what I started
    it was restarted while working, do I have to begin anew
    stop after a hundred`,
  'docs/crawling.md#reading-the-results': `
    the list comes in portions, how do I get the rest
    which addresses went wrong and why
    pick up everything that was collected so far
    what was skipped`,
  'docs/crawling.md#which-pages': `
    only the part below a folder
    stay away from certain addresses
    how many steps from the first page
    also take the neighbours under another name of the same company
    addresses that differ by what follows the question mark
    it wanders off into a calendar without end
    do not go into the shop part
    only the blog
    how deep does it go
    links to other domains
    leave out addresses that match a pattern`,
  'docs/crawling.md#crawls-by-words': 'describe in a sentence which pages I want instead of writing patterns',
  'docs/crawling.md#how-fast-robotstxt-delays-retries': `
    be polite to a small server
    a pause between two visits
    respect or disregard the wishes of the owner of the site
    does it try again when a page fails
    the other server complains that we are too many
    slow down
    how many at the same time from one site`,
  'docs/crawling.md#zero-data-retention': `
    nothing may stay on your disk for legal reasons
    leave no trace of what I fetched`,
  'docs/crawling.md#sending-the-same-request-twice':
    'my program sent it two times by accident, do I get everything double',
  'docs/crawling.md#watching-a-job': `
    be told live how far it is
    show a bar of progress`,
  'docs/deployment.md#needs': 'how big must the computer be\nwhich operating systems',
  'docs/deployment.md#ways-to-install': 'how do I get it onto my computer\nwithout internet access',
  'docs/deployment.md#as-a-service-of-systemd': 'it shall come up by itself after a reboot',
  'docs/deployment.md#in-a-container': `
    docker image
    kubernetes pod that cannot write or has no rights
    run it in compose
    what to put into the image`,
  'docs/deployment.md#behind-a-reverse-proxy': `
    put it on the internet with a certificate under my domain
    nginx or caddy before it
    links in the replies show the wrong host
    reach it from other computers
    https in front of it`,
  'docs/deployment.md#upgrade': 'go to a newer release without losing anything\ngo back to an older release',
  'docs/deployment.md#uninstall': 'get rid of the program and all it stored',
  'docs/documents.md#by-upload-or-by-url-and-which-files': `
    send a file from my disk and get its text
    which kinds of files are understood
    spreadsheets and slides
    word file to text
    the address leads to a file, not to a page`,
  'docs/documents.md#pdf': `
    a paper that was only photographed
    just the first ten sheets of a long paper
    tables in a brochure come out wrong
    letters recognised from an image in another language
    scanned invoice
    limit how many sheets are read
    recognise letters in a photo`,
  'docs/documents.md#when-a-file-cannot-be-read': 'the file has a password or is broken or too complicated',
  'docs/library.md': 'call it inside my own program without starting a server',
  'docs/map.md': `
    only list all addresses of a website, do not read them
    find the page about something on a big site
    which pages does this site have
    all subpages at once without their text`,
  'docs/map.md#where-links-come-from': 'how does it learn of pages nobody links to\nsitemap',
  'docs/map.md#which-urls-are-listed':
    'are other subdomains in the list\nthe list has fewer entries than the site has pages',
  'docs/map.md#titles-and-descriptions': 'the names next to the addresses in the list',
  'docs/map.md#how-search-orders-the-links': 'sort the list of addresses by what I look for',
  'docs/markdown.md#formulas': 'maths in the text',
  'docs/markdown.md#code': 'program listings keep their indentation and language',
  'docs/markdown.md#pictures-and-addresses': `
    images are left out or appear as long gibberish
    make relative addresses complete`,
  'docs/markdown.md#tabs': 'text that is only visible after choosing a tab',
  'docs/markdown.md#metadata': `
    who wrote it and when was it published
    language, description and preview image of a page`,
  'docs/operation.md#database': `
    where does it store its things
    use a postgres that we already have
    do I have to install a database first
    move the data to our own database server`,
  'docs/operation.md#several-processes': `
    spread the load over several computers
    more than one copy of the program on the same data
    it is too slow on one machine, add a second
    how do the copies share work`,
  'docs/operation.md#cores': 'make use of all processors',
  'docs/operation.md#browsers-on-other-machines': 'draw pages on another computer',
  'docs/operation.md#memory': 'how much RAM does it take and how do I limit that',
  'docs/operation.md#backup': 'make a safety copy and put it back',
  'docs/operation.md#disk-what-is-kept-how-much-how-long': `
    when are old things thrown away
    it fills up my storage, keep less
    how long can I come back for my results
    delete everything of last month`,
  'docs/operation.md#health-metrics-logs': `
    how do I know from outside that it is alive
    graphs for grafana
    make it say more about what it is doing
    in which file does it write what happened
    alarm when it goes down
    what did it do at three in the night`,
  'docs/operation.md#stopping': 'shut it down without breaking what is under way',
  'docs/profiles.md': `
    stay signed in between two visits
    reuse the session of a site with a login
    do not want to type the password each time
    remember cookies for later`,
  'docs/profiles.md#one-writer-at-a-time': 'two programs use the same saved login at once',
  'docs/profiles.md#what-is-saved-and-when':
    'is the login updated after each visit\ncookies are gone the next day',
  'docs/profiles.md#where-it-is': 'are saved logins encrypted\ncan other people get at my saved logins',
  'docs/read.md': `
    put an address behind another address and get readable text in the address bar
    the quickest way to text for one link
`,
  'docs/safety.md': `
    can somebody reach our internal machines through it
    what keeps callers from abusing it
    how are secrets protected
    can a caller make it open our intranet
    is my data safe from other customers`,
  'docs/scraping.md#formats': `
    the raw source as the server sent it
    which shapes of output are there
    all addresses or images on the page as a list
    colours and fonts of a brand
    html instead of markdown
    give me several kinds in one go
    just the pictures`,
  'docs/scraping.md#timeouts-and-waiting': `
    give a sluggish page more time
    pause a few seconds before reading
    it is cut off before everything is there
    how long does it try`,
  'docs/scraping.md#the-cache-stored-or-fresh': `
    I get an outdated version of the page
    do not ask the site again if we had it a moment ago
    never touch the network, only what we have
    I always want the newest
    a copy from yesterday is good enough for me
    save money by not loading it again`,
  'docs/scraping.md#headers-cookies-user-agent': `
    pretend to be a certain program or visitor
    send a secret value with each request to the site
    log in by sending a cookie
    behind basic auth`,
  'docs/scraping.md#country-language-mobile': `
    see the page as somebody abroad does
    the shop shows prices in the wrong currency
    the version for phones
    german version of the site
    as seen on an iphone`,
  'docs/scraping.md#certificates': 'the site has an expired or self-made security certificate',
  'docs/search.md': `
    look something up on the web and get the hits
    google for me
    find pages about a topic and read them at once
    questions to the whole internet`,
  'docs/search.md#what-is-asked': `
    only hits from one website, or none from it
    only news or pictures
    hits of the last week
    hits from one country
    exclude a word
    exact phrase
    only pdf files
    limit to one domain`,
  'docs/search.md#what-comes-back':
    'how many hits, in which order, with which fields\nthe hits have no text of the page',
  'docs/search.md#own-index': `
    look through what I have already gathered, offline
    keep certain pages out of what can be looked up
    full text search over everything I have fetched
    forget a page in the lookup`,
  'docs/search.md#content-of-the-results': 'the full text of each hit right away',
  'docs/search.md#when-providers-fail': 'the engine behind it is down or refuses us',
  'docs/search.md#prices-and-privacy': 'what does looking something up cost\nwho learns what I look for',
  'docs/search.md#providers': `
    which engines can stand behind it and how do I sign up
    use brave or google or bing for the hits
    do I need to buy a key for looking things up
    what happens without any engine`,
  'docs/search.md#searxng': 'an engine of my own on my own computer for hits',
  'docs/troubleshooting.md#the-text-is-empty-or-incomplete': `
    I get nothing, or only half of it
    the main part is gone
    there is only loading in the output
    half of the article is missing`,
  'docs/troubleshooting.md#menus-cookie-banners-and-ads-in-the-text':
    'rubbish such as navigation and adverts in the output',
  'docs/troubleshooting.md#the-site-blocks-us-403-captcha-just-a-moment': `
    the site thinks I am a robot
    I am asked to prove that I am human
    cloudflare lets me not in
    access denied by the other side
    robots are unwelcome there`,
  'docs/troubleshooting.md#408-timeouts': `
    it gives up before the page has come
    took too long and was given up`,
  'docs/troubleshooting.md#429-too-many-requests': 'I am told to come back later',
  'docs/troubleshooting.md#400-the-request-is-refused': 'it does not accept what I send\nunknown field',
  'docs/troubleshooting.md#401-402-403-keys-credits-permissions':
    'I am not let in although I have a secret\nno points left',
  'docs/troubleshooting.md#an-intranet-page-or-localhost-is-refused': `
    a server in our own house cannot be read
    it does not want to open a private address`,
  'docs/troubleshooting.md#a-crawl-finds-only-one-page-or-too-few': `
    it stops after the first page
    the rest of the website is not found
    only the home page came back
    less pages than I see with my eyes`,
  'docs/troubleshooting.md#a-crawl-or-batch-is-slow-or-does-not-end': `
    it takes ages
    it hangs near the end
    stuck at 98 percent
    progress bar does not move`,
  'docs/troubleshooting.md#404-a-job-or-a-result-is-gone': 'yesterday it was there and today it is not',
  'docs/troubleshooting.md#a-webhook-does-not-arrive': `
    my server is never called
    my endpoint hears nothing`,
  'docs/troubleshooting.md#the-service-does-not-start': 'it quits right after I launch it\nthe port is taken',
  'docs/troubleshooting.md#the-disk-is-full': 'no space left',
  'docs/troubleshooting.md#out-of-memory-oom': 'the process gets killed by the system',
  'docs/webhooks.md': `
    call my address when it is done
    push results to me instead of me asking
    be told when a long run has ended
    send each page to my server as soon as it is there`,
  'docs/webhooks.md#events': 'what exactly is sent to my address, and choose only some of it',
  'docs/webhooks.md#answers-retries-order': `
    my server was down, is the notice sent again
    I get the same notice two times or in the wrong order`,
  'docs/webhooks.md#signature': `
    be sure that a notice really comes from you and not from somebody else
    check that the message was not forged`,
};
