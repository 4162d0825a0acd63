/** Questions in plain words about tools for agents, live sessions, the dashboard, moving, the command line. */
export const PLAIN_QUESTIONS_OF_TOOLS: Readonly<Record<string, string>> = {
  'docs/agents.md': `
    let my chat assistant open websites
    plug this into claude or cursor
    give a bot the ability to look at pages`,
  'docs/agents.md#with-a-running-service': `
    the assistant should talk to the server that runs already
    what do I paste into the settings of my editor
    address and token for an assistant`,
  'docs/agents.md#without-one': `
    the assistant starts the program by itself
    use it with an assistant but without starting a server first`,
  'docs/agents.md#the-tools': `
    which abilities does the assistant get
    what can the bot do once it is connected`,
  'docs/agents.md#made-for-context-windows': `
    the replies are too long for my assistant
    how many tokens are eaten before anything is asked
    the text stops in the middle, how does the bot get the rest`,
  'docs/agents.md#what-pages-say-is-no-order': `
    a page tells my bot to do bad things
    hidden instructions on a website take over the assistant`,
  'docs/agents.md#for-agents-that-read-documentation': `
    a file with all of the manual for a language model
    let an AI learn how to use this program`,
  'docs/sessions.md': `
    go on clicking after the page was fetched
    keep the window open between two requests
    remote control of a page that stays where it is
    fill in a form step by step`,
  'docs/sessions.md#languages': `
    which programming language may I send
    where do I see what my script printed
    my script ran too long and was cut off
    are variables still there the next time`,
  'docs/sessions.md#words': `
    tell it in a sentence what to do on the page
    an AI that clicks through the site for me
    let it find the cheapest one and come back with the answer
    what keeps the agent on the site and when does it give up`,
  'docs/sessions.md#watch-it': `
    see with my own eyes what it does right now
    show a customer the window while it works
    take over the mouse when it is stuck
    connect my own puppeteer or playwright to it`,
  'docs/sessions.md#how-long-how-many-what-it-costs': `
    it was closed because I did nothing for a while
    how many windows can be open at the same time
    price of a minute with an open window
    keep it alive for an hour`,
  'docs/sessions.md#safety': `
    can the script that somebody sends read my disk
    is it dangerous to run code of strangers
    it refuses to run scripts on this server`,
  'docs/sessions.md#errors': `
    it says that the window is gone
    which codes come when driving a page goes wrong
    somebody else's page`,
  'docs/sessions.md#several-processes': 'the window lives on another server than the one that I ask',
  'docs/session-code.md': 'what may my script use and what is closed to it',
  'docs/session-code.md#node': `
    load a package in my script
    do constants last from one call to the next
    write a file from my script and read it later
    which objects of playwright can my javascript use`,
  'docs/session-code.md#python': 'which python is used, and may I import numpy or requests',
  'docs/session-code.md#bash': 'use grep and pipes on what the page says',
  'docs/dashboard.md': `
    something with buttons instead of commands
    a web page to look at what the server does
    how do I log in with a mouse
    the link that was printed does not work any more
    wie melde ich mich an der Weboberfläche an`,
  'docs/dashboard.md#the-playground': `
    try an address without writing a program
    where can I click together the options
    get the command for what I just tried
    drop a file into the window`,
  'docs/dashboard.md#how-it-is-safe': 'can another site abuse that I am logged in\nhow long am I logged in',
  'docs/how-it-works.md': 'from an address to text, what happens in between',
  'docs/how-it-works.md#the-walk-of-a-page': `
    in which order does it try the cheap and the expensive way
    what takes the time when a page is read
    what happens step by step between giving an address and getting the text`,
  'docs/how-it-works.md#what-removes-what': 'by which rules are parts of a page thrown out',
  'docs/how-it-works.md#see-why': `
    make it tell me each step
    who threw out this paragraph
    find out why that block has gone`,
  'docs/how-it-works.md#change-it': 'make it keep what it throws out',
  'docs/moving.md#what-to-change': `
    swap the host in my code and be done
    which line of my script has to be another
    the package that I installed talks to the wrong server`,
  'docs/moving.md#what-is-the-same': 'will my old requests still work',
  'docs/moving.md#what-differs': `
    what behaves otherwise than at the company I paid
    it worked in the cloud and is refused here
    are the bills counted in the same way`,
  'docs/moving.md#what-is-not-there': `
    which features of the cloud are missing
    does it have the deep research robot`,
  'docs/moving.md#what-you-bring-yourself': `
    which accounts and machines do I need besides this program
    are proxies and a language model included or do I supply them`,
  'docs/rag.md': `
    build a chat bot that knows our website
    from a help center to something that a chatbot can use`,
  'docs/rag.md#pieces-of-a-site': `
    cut the text into portions of a certain length
    one line of JSON for every paragraph`,
  'docs/rag.md#an-index-of-vectors': `
    feed everything into an embedding
    find the passages that mean the same as a question`,
  'docs/rag.md#without-vectors': 'retrieval without embeddings',
  'docs/rag.md#keeping-it-fresh': `
    only redo what is new since last week
    crawl again every week without paying for embeddings of what did not change`,
  'docs/rag.md#langchain-and-llamaindex': 'llamaindex or langchain or haystack',
  'docs/clients.md#other-languages-and-tools': 'go, rust, java, php, ruby, n8n, zapier, make',
  'docs/change-tracking.md#fresh-pages-and-stored-copies':
    'does it compare with an old copy or ask the site again',
  'docs/cli.md': 'which commands are there and what does the exit number mean',
  'docs/cli.md#scrape': `
    print one address in the terminal
    turn a list of addresses in a text file into files
    write what I get into a folder`,
  'docs/cli.md#parse': 'turn a document on my disk into text in the terminal',
  'docs/cli.md#crawl': `
    save a whole site into files from the terminal
    the copying was broken off, go on where it stopped`,
  'docs/cli.md#map': 'print every address of a site, one a line, in the terminal',
  'docs/cli.md#search': 'look something up from the terminal',
  'docs/cli.md#ask': 'ask the program itself why something failed',
  'docs/cli.md#interact': 'drive a page by typing in the terminal',
  'docs/cli.md#browser': 'which windows are open, close one of them',
  'docs/cli.md#jobs': `
    what is running at the moment
    end a run that was started by somebody else
    which addresses of last night's run failed`,
  'docs/cli.md#index': 'take pages out of what can be looked up, from the terminal',
  'docs/cli.md#mcp': 'command that my assistant has to start',
  'docs/search.md#how-own-pages-are-found': 'why is this page above that one\nendings of words and accents',
  'docs/search.md#others': 'limits of brave, serper, tavily and exa',
  'docs/search.md#what-each-provider-can-do': 'which engine knows dates, countries, pictures',
  'docs/map.md#time': 'listing the addresses takes too long',
  'docs/markdown.md': 'what does the text look like that I get',
  'docs/markdown.md#notes-warnings-tips': 'coloured boxes with hints in manuals',
  'docs/markdown.md#what-is-still-wrong': 'known faults of the text',
  'docs/troubleshooting.md': `
    something does not work, where do I begin
    something is broken, where do I look first`,
  'docs/troubleshooting.md#500-and-503': 'it says unknown failure\nit is too busy or a part is missing',
  'docs/webhooks.md#for-the-operator': 'see what was sent to receivers and give up or repeat it',
  'docs/documents.md': 'get the words out of office files',
  'docs/documents.md#how-pages-become-text':
    'two columns are mixed up\nhow does it know what is a heading in a paper',
  'docs/content-quality.md': 'how well does it find the article',
  'docs/content-quality.md#what-is-still-wrong': 'pages on which the article is not found well',
  'docs/content-quality.md#figures': 'numbers that compare it with other extractors',
  'docs/peers.md': 'is it better or quicker than other tools',
  'docs/peers.md#crawls': 'pages a second beside other crawlers',
  'docs/accounts.md#the-operator': 'who may see all customers\nmake somebody the administrator',
  'docs/dashboard.md#explain': `
    try css selectors until only the article is left
    which parts were taken out of this page, and bring one back`,
  'docs/dashboard.md#a-job': `
    which addresses did the crawl skip
    follow a crawl in the browser
    run the failed pages once more, save all as zip`,
  'docs/documents.md#ten-everyday-papers-looked-at': `
    bank statements, menus, timetables and CVs saved as pdf`,
  'docs/cli.md#shell': `
    try selectors in the terminal without fetching again`,
  'docs/errors.md#session_failed': `
    did my code run, can I safely send it again`,
  'docs/errors.md#invalid_id': `
    it says that the id of my job is not a uuid`,
  'docs/errors.md#scrape_all_engines_failed': `
    neither the plain request nor the browser could load it`,
};
