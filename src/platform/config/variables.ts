import { addPolicies } from './add-policy.js';
import { userDirectories } from './directories.js';
import { databaseUrl } from './database-url.js';
import { limitVariables } from './limit-variables.js';
import { hostList, path, proxyList, share, switchOnOff, text, url, wholeNumber } from './parsers.js';
import { poolers } from './pooler.js';
import { redisUrl } from './redis-address.js';
import { siteVariables } from './site-variables.js';
import { storageVariables } from './storage-variables.js';
import { auditVariables } from './audit-variables.js';
import { reactions } from './reactions-variable.js';
import { retentionVariables } from './retention-variables.js';
import { moderationVariables } from './moderation-variables.js';
import { uploadVariables } from './upload-variables.js';

/** The default of ALLOWED_HOSTS outside production. */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The variables of the platform. A variable whose default is undefined is optional. */
export const platformVariables = {
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
  ALLOWED_HOSTS: hostList({
    default: undefined,
    desc: `Origins whose pages may open connections: host, host:port, .example.com, * (outside production ${LOOPBACK_HOSTS.join(',')}).`,
  }),
  REQUIRE_ORIGIN: switchOnOff({ default: false, desc: 'Refuse handshakes without an Origin, which browsers send.' }),
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
  ...storageVariables,
  ...uploadVariables,
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
