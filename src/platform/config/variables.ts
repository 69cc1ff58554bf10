import { accountVariables } from './account-variables.js';
import { addPolicies } from './add-policy.js';
import { userDirectories } from './directories.js';
import { databaseUrl } from './database-url.js';
import { limitVariables } from './limit-variables.js';
import { oidcVariables } from './oidc-variables.js';
import {
  bytesOf,
  contact,
  hostList,
  lifetime,
  path,
  proxyList,
  publicKey,
  secretList,
  share,
  switchOnOff,
  text,
  url,
  wholeNumber,
} from './parsers.js';
import { poolers } from './pooler.js';
import { redisUrl } from './redis-address.js';
import { siteVariables } from './site-variables.js';
import { storageVariables } from './storage-variables.js';
import { linkVariables } from './link-variables.js';
import { auditVariables } from './audit-variables.js';
import { reactions } from './reactions-variable.js';
import { retentionVariables } from './retention-variables.js';
import { moderationVariables } from './moderation-variables.js';
import { uploadVariables } from './upload-variables.js';

const LOOPBACK_NAMES = 'localhost,127.0.0.1,[::1]';

/**
 * Every variable that the program reads, with its default and a description for operators. `.env.example` and the page
 * about configuration are generated from this table. A variable whose default is undefined is optional.
 */
export const variables = {
  NODE_ENV: text({
    default: 'development',
    choices: ['development', 'test', 'production'],
    desc: 'production, development or test; production has no default for ALLOWED_HOSTS and JWT_SECRET.',
  }),
  HOST: text({ default: '127.0.0.1', desc: 'The address to listen on; 0.0.0.0 is every interface.' }),
  PORT: wholeNumber({ min: 0, max: 65_535 })({ default: 3000, desc: 'The port to listen on; 0 chooses a free one.' }),
  METRICS_PORT: wholeNumber({ min: 0, max: 65_535 })({
    default: undefined,
    desc: 'A port for /metrics and /health, which the public port then answers with 404; unset, they are on PORT.',
  }),
  METRICS_HOST: text({ default: undefined, desc: 'The address for METRICS_PORT to listen on; unset, that of HOST.' }),
  TRUST_PROXY: proxyList({
    default: [],
    desc: 'Proxies whose X-Forwarded-For is trusted for limits by address: 10.0.0.0/8, an address, loopback, uniquelocal.',
  }),
  DATA_DIR: text({
    default: './data',
    desc: 'The folder of the embedded database, of files with STORAGE=disk, and of the secrets created outside production.',
  }),
  DATABASE_URL: databaseUrl({
    default: undefined,
    desc: 'postgres://user:password@host/database, or several hosts (host1:5432,host2:5432) with ?target_session_attrs=read-write; unset, the embedded database in DATA_DIR is used.',
  }),
  DATABASE_POOL_SIZE: wholeNumber({ min: 2, max: 1_000 })({
    default: 10,
    desc: 'Maximum number of database connections of one process.',
  }),
  DATABASE_POOLER: text({
    choices: poolers,
    default: undefined,
    desc: 'The mode of a pooler such as PgBouncer in DATABASE_URL: transaction, or none; unset, it is found out.',
  }),
  REDIS_URL: redisUrl({
    default: undefined,
    desc: 'Required for several processes: redis://host:6379, redis+cluster://a,b,c or redis+sentinel://a,b,c/name (rediss... with TLS); unset, the process works alone.',
  }),
  CLUSTER_SECRET: secretList({
    default: undefined,
    desc: 'Secret that signs what processes send each other over Redis, 32 bytes or more, the same for all; of several (new,old) the first signs and all are accepted; unset, JWT_SECRET is used.',
  }),
  ALLOWED_HOSTS: hostList({
    default: undefined,
    desc: `Origins whose pages may open connections: host, host:port, .example.com, * (outside production ${LOOPBACK_NAMES}).`,
  }),
  REQUIRE_ORIGIN: switchOnOff({ default: false, desc: 'Refuse handshakes without an Origin, which browsers send.' }),
  TOKEN_ENDPOINTS: switchOnOff({ default: true, desc: 'Serve /api/token/; off if another issuer creates the tokens.' }),
  JWT_SECRET: secretList({
    default: undefined,
    desc: 'Secret that signs our own tokens (HS256), 32 bytes or more; of several (new,old) the first signs and all are accepted; outside production one is created and kept in DATA_DIR.',
  }),
  ACCESS_TOKEN_LIFETIME: lifetime({
    default: 86_400,
    desc: 'Lifetime of an access token: seconds, or 15m, 24h, 7d.',
  }),
  REFRESH_TOKEN_LIFETIME: lifetime({ default: 2_592_000, desc: 'Lifetime of a refresh token.' }),
  REFRESH_GRACE_SECONDS: wholeNumber({ min: 0, max: 300 })({
    default: 30,
    desc: 'Seconds in which a refresh token that was exchanged is answered with the same successor; later use ends its log-in.',
  }),
  CLOSE_ON_TOKEN_EXPIRY: switchOnOff({
    default: true,
    desc: 'Close a connection when its token expires; off keeps it open until the client disconnects.',
  }),
  JWT_PUBLIC_KEY: publicKey({
    default: undefined,
    desc: 'Public key of another issuer whose tokens are accepted (RS256, ES256, EdDSA), as PEM; \\n stands for a line end.',
  }),
  JWT_JWKS_URL: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'URL of the key set of that issuer, in place of JWT_PUBLIC_KEY.',
  }),
  JWT_ISSUER: text({
    default: undefined,
    desc: 'Required iss of tokens of the other issuer; unset, any, which production does not allow.',
  }),
  JWT_AUDIENCE: text({
    default: undefined,
    desc: 'Required aud of these tokens; unset, any, which production does not allow.',
  }),
  JWT_USER_CLAIM: text({ default: 'sub', desc: 'The claim of the other issuer that identifies the user.' }),
  JWT_USER_LOOKUP: text({
    default: undefined,
    choices: ['id', 'username'],
    desc: 'Content of that claim: the id of the user here, or the username; required with another issuer.',
  }),
  ...accountVariables,
  ...oidcVariables,
  API: switchOnOff({
    default: true,
    desc: 'Serve the HTTP API at /api/rooms/, /api/messages/, /api/sessions/ and /api/users/, for API keys created with npx parley keys.',
  }),
  API_REQUESTS_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 50,
    desc: 'Average rate of requests with one API key to one node; more are answered with 429.',
  }),
  API_REQUESTS_BURST: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Requests with one API key to one node at once, after a quiet time.',
  }),
  WEBSOCKET_PATH: path({ default: '/messaging/', desc: 'Path of the WebSocket, with and without the last slash.' }),
  INACTIVITY_THRESHOLD: wholeNumber({ min: 1, max: 86_400 })({
    default: 60,
    desc: 'Seconds without a heartbeat after which a session is shown as inactive.',
  }),
  ...limitVariables,
  ADD_POLICY: text({
    default: 'everyone',
    choices: addPolicies,
    desc: 'Who may add users to rooms who have not set it themselves: everyone, shared (who shares a room with them) or nobody; others invite them.',
  }),
  USER_DIRECTORY: text({
    default: 'exact',
    choices: userDirectories,
    desc: 'How user.search finds users: exact (the whole username), shared (the beginning of a name, among users who share a room) or everyone (the beginning of a name).',
  }),
  CHANNEL_DIRECTORY: switchOnOff({
    default: false,
    desc: 'Let users search the public Channels; off, channel.search is refused with 4002.',
  }),
  ENABLE_NOTIFICATION: switchOnOff({
    default: true,
    desc: 'Put pending notifications into the first frame; off, it has none.',
  }),
  MESSAGE_SOFT_DELETE: switchOnOff({
    default: false,
    desc: 'Keep a deleted message in the history, without its content; off, it is removed from the history.',
  }),
  REACTIONS_ALLOWED: reactions({
    default: ['any'],
    desc: 'Reactions to messages: any (texts of up to 64 characters), emoji, or a list separated by commas.',
  }),
  ...retentionVariables,
  ...auditVariables,
  WEBHOOK_ALLOWED_HOSTS: hostList({
    default: [],
    desc: 'Private hosts that webhooks of the administration page may call, as host or host:port; those of commands may call any.',
  }),
  WEBHOOK_ATTEMPTS: wholeNumber({ min: 1, max: 100 })({
    default: 10,
    desc: 'Delivery attempts of a webhook, within about a day, before the delivery is given up.',
  }),
  WEBHOOK_RETRY_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 5,
    desc: 'Seconds from the first attempt to the second; later pauses grow with it.',
  }),
  WEBHOOK_DELIVERED_DAYS: wholeNumber({ min: 1, max: 3_650 })({
    default: 3,
    desc: 'Days for which successful deliveries are kept, for replay.',
  }),
  WEBHOOK_DEAD_DAYS: wholeNumber({ min: 1, max: 3_650 })({
    default: 30,
    desc: 'Days for which deliveries that were given up are kept.',
  }),
  SANITIZE_HTML: switchOnOff({
    default: false,
    desc: 'Remove dangerous HTML from messages; off, text is stored as sent.',
  }),
  VAPID_PUBLIC_KEY: bytesOf(65)({
    default: undefined,
    desc: 'Public key for Web Push, from npx parley push keys; unset, push is off (outside production a pair is created and kept in DATA_DIR).',
  }),
  VAPID_PRIVATE_KEY: bytesOf(32)({ default: undefined, desc: 'Private key of that pair.' }),
  VAPID_SUBJECT: contact({
    default: undefined,
    desc: 'Contact for push services: mailto:somebody@example.com or an https:// URL; required with the pair.',
  }),
  PUSH_ALLOWED_HOSTS: hostList({
    default: [],
    desc: 'Push services of your own, as host or host:port; their endpoints may be private, and http.',
  }),
  PUSH_DELAY_SECONDS: wholeNumber({ min: 0, max: 3_600 })({
    default: 5,
    desc: 'Seconds from a message to its push; users who have received it by then get none.',
  }),
  PUSH_RETRY_SECONDS: wholeNumber({ min: 0, max: 86_400 })({
    default: 3_600,
    desc: 'Seconds for which a push is retried that its service does not accept.',
  }),
  PUSH_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500 })({
    default: 7,
    desc: 'Days for which the result of each push is kept.',
  }),
  ...storageVariables,
  ...uploadVariables,
  ...linkVariables,
  ...moderationVariables,
  ...siteVariables,
  SHUTDOWN_SECONDS: wholeNumber({ min: 1, max: 300 })({
    default: 10,
    desc: 'Maximum number of seconds from SIGTERM to the exit.',
  }),
  LOG_LEVEL: text({
    default: 'log',
    choices: ['error', 'warn', 'log', 'debug'],
    desc: 'The lowest level that is logged: error, warn, log or debug.',
  }),
  LOG_FORMAT: text({
    default: undefined,
    choices: ['json', 'pretty'],
    desc: 'json, one object a line, or pretty, for people; unset, json in production only.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], { credentials: false })({
    default: undefined,
    desc: 'OpenTelemetry collector that receives traces, by OTLP over HTTP: http://host:4318; unset, tracing is off.',
  }),
  OTEL_SERVICE_NAME: text({ default: 'parley', desc: 'Name of this service in traces.' }),
  OTEL_TRACES_SAMPLER_ARG: share({
    default: 1,
    desc: 'Share of traces that is recorded, from 0 to 1, of those that begin here; callers decide for theirs.',
  }),
};

/** The default of ALLOWED_HOSTS outside production. */
export const loopbackHosts = LOOPBACK_NAMES.split(',');
