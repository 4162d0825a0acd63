/** Words of readers for what concerns the operator: accounts, settings, deployment, operation, safety. */
export const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  'docs/accounts.md': `
    authentication authorization bearer token api key create new another key rotate revoke leaked stolen
    compromised key where is my shown printed first start forgot lost secret credential generate add second
    laptop server schlüssel vergessen erzeugen widerrufen reinstalled data folder rejected colleagues coworkers
    employee leaves company lock out person individual each hand share the one password time unauthorized just
    started log in mitarbeiter kollegen public repo github block it now deactivate ci label issue abgelehnt
    neuen anlegen sperren zugang
  `,
  'docs/accounts.md#teams': `
    users customers tenants quota parallel concurrent requests limit raise lower multi-tenant tenant separate
    isolate department project group workspace organisation account threads simultaneous pages at once fewer
    restrict what a team may use enable zero retention robots unlock permission capacity kunden mandanten top up
    give credits 50000 plan admin override cap workers budgets agency clients departments freischalten how much
    per grösser erhöhen rechte
  `,
  'docs/accounts.md#credits': `
    price pricing cost billing charge pay budget payment required 402 balance left free refund what does a crawl
    per page expensive exhausted used up bound before starting reserve claim failed charged for cancelled errors
    kosten guthaben prepaid plan pdf enhanced proxy surcharge top buy never bought invoice nonexistent host
    pages robots blocked cached hit twice money cheap abrechnung how many credits have see remaining abfragen
    verbrauch
  `,
  'docs/accounts.md#without-keys': `
    no authentication anonymous localhost laptop development disable login off open access public trust local
    only test skip auth ohne schlüssel
  `,
  'docs/configuration.md': `
    environment variables settings env file port host options configure dotenv variable list setting name change
    s3 credentials aws cache size shut off llm ocr language memory threads concurrency worker parallel log level
    tune parameter defaults umgebungsvariable einstellen abschalten ändern swap model where goes nameserver dns
    resolver bucket secret proxy headers gateway readers fewer word excel large pages limit per process count
    .env restart needed speicher begrenzen biggest page load max bytes central server url permanently whole
    number invalid value start error must be at least
  `,
  'docs/deployment.md#needs': `
    requirements hardware memory ram disk space operating system linux node version docker cpu prerequisites
    ubuntu debian alpine windows mac arm raspberry npm size air gapped offline internet without network root
    rights vps minimum voraussetzungen systemanforderungen small 1 gb shared hosting air-gapped company laptop
    no admin
  `,
  'docs/deployment.md#ways-to-install': `
    install setup get started global npm npx checkout run first time steps clone git fresh server quickstart
    tutorial installieren einrichten beginner local machine minimal
  `,
  'docs/deployment.md#as-a-service-of-systemd': `
    autostart boot daemon background unit file linux server run in at restart on failure service pm2 hintergrund
  `,
  'docs/deployment.md#behind-a-reverse-proxy': `
    nginx caddy apache https tls ssl certificate domain traefik upload size websocket haproxy cloudflare tunnel
    subdomain wrong links http localhost x-forwarded-proto forwarded host next link public url upgrade
    client_max_body_size read timeout 502 504 hinter path prefix subpath port 443 own letsencrypt in front basic
    auth streaming
  `,
  'docs/deployment.md#upgrade': `
    update new version newer release migrate downgrade rollback changelog breaking migration database schema
    aktualisieren
  `,
  'docs/deployment.md#uninstall': `
    remove delete completely clean up get rid purge everything traces wipe program deinstallieren
  `,
  'docs/operation.md#database': `
    postgres postgresql connection string external own database migrations rds managed embedded version secret
    differs lock max connections pgbouncer datenbank supabase neon aurora cloud sql password ssl folder locked
  `,
  'docs/operation.md#several-processes': `
    scale cluster horizontal workers load balancer replicas kubernetes machines share roles out horizontally api
    split high availability more shared storage pages per node at once skalieren separate worker containers
    frontend heavy crawling vms autoscale redundancy failover zero downtime one process takes on a time night
    small machine
  `,
  'docs/operation.md#cores': 'cpu threads multicore usage all cores main thread converting single core',
  'docs/operation.md#browsers-on-other-machines': `
    remote browser browserless separate host devtools websocket pool another server chrome cdp puppeteer shared
    bigger node pod without gpu entfernter
  `,
  'docs/operation.md#memory': `
    ram usage out of memory oom large pages consumption leak heap container limit per tab how much
    speicherbedarf arbeitsspeicher word excel batch slow everything 4 gb server readers parallel fewer speicher
    begrenzen große seiten biggest page 50 mb huge file
  `,
  'docs/operation.md#backup': `
    restore save copy disaster export data folder pg_dump move to another server secret file needed sichern
    umzug new migrate machine clone snapshot
  `,
  'docs/operation.md#disk-what-is-kept-how-much-how-long': `
    disk full retention cleanup automatically deleted how long kept expire storage growth size bounds purge age
    ssd which tables large automatic deletion cap cache copies database folder postgres gigabytes aufräumen
    löschen speicherplatz keep results longer than a day archive where are stored policy partition mounted
    volume inode
  `,
  'docs/operation.md#health-metrics-logs': `
    monitoring metrics prometheus grafana health check liveness readiness logs logging alert observability
    uptime probe kubernetes checker dashboard alerts log lines json request id urls in privacy verbosity debug
    loki überwachung protokoll kennzahlen metriken alerting sentry elk file location rotate which user did what
    audit slow requests tracing support ticket alive process address tells
  `,
  'docs/operation.md#stopping': `
    shutdown graceful restart sigterm kill ctrl-c in-flight requests running drain deploy beenden
  `,
  'docs/safety.md': `
    security ssrf private network internal localhost metadata attack sandbox firewall intranet allow address
    malicious ip range endpoint 169.254 cloud redirect to docker bridge 172.17 resolves list headers leak other
    hosts cdn third party secret token hostile pages what is stored who can read audit pentest sicherheit
    partner test machine inside rejects resolver staging server our keys biggest page limit data others see
    tenants isolation between teams
  `,
  'docs/accounts.md#rate-limits': `
    rate limit requests per minute throttle per customer per key quota 429 raise lower kinds calls hour burst
    spike abuse fair use one api try again in seconds how many may begrenzen anfragen pro
  `,
  'docs/deployment.md#in-a-container': `
    docker image dockerfile compose kubernetes podman container helm volume sandbox namespaces hub yaml pod
    chart seccomp no-sandbox running as root chrome fails in /dev/shm persist data fly.io render railway heroku
    cloud run ecs nomad swarm portainer rootless read-only filesystem
  `,
};
