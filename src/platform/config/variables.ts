import { databaseUrl } from './database-url.js';
import { hostList, path, proxyList, publicUrl, share, switchOnOff, text, url, wholeNumber } from './parsers.js';
import { redisUrl } from './redis-address.js';

/** The owner of the connections to PostgreSQL: the service itself, or a pooler before it, for each transaction. */
const poolers = ['none', 'transaction'] as const;
export type Pooler = (typeof poolers)[number];

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
  WEBSOCKET_PATH: path({ default: '/messaging/', desc: 'Path of the WebSocket, with and without the last slash.' }),
  MAX_FRAME_BYTES: wholeNumber({ min: 1_024, max: 16_777_216 })({
    default: 65_536,
    desc: 'Maximum size of a frame; a larger one closes its connection with 1009.',
  }),
  EVENTS_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 50,
    desc: 'Average rate of events of one connection; more are refused with 4029.',
  }),
  EVENTS_BURST: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Events of one connection at once, after a quiet time.',
  }),
  EVENTS_PER_SECOND_PER_USER: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Average rate of events of one user on all connections and nodes; room.create and message.search count as 10, room.list, user.update, user.search, channel.search and pages of session.sync as 5, and each 8 KiB of a frame as 1 more; over HTTP, the creation and the check of an upload count as 5, other requests for files as 1; more are refused with 4029, or 429.',
  }),
  EVENTS_BURST_PER_USER: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 200,
    desc: 'Events of one user at once, after a quiet time.',
  }),
  STORED_BYTES_PER_DAY: wholeNumber({ min: 1_048_576, max: Number.MAX_SAFE_INTEGER })({
    default: 209_715_200,
    desc: 'Bytes of the events of one user that store something: so many at once, refilled within a day; more are refused with 4029.',
  }),
  CONNECTIONS_PER_USER: wholeNumber({ min: 1, max: 100_000 })({
    default: 20,
    desc: 'Maximum number of open connections of one user, on all nodes together; a further one is closed with 4009.',
  }),
  MAX_UNSENT_BYTES: wholeNumber({ min: 65_536, max: 1_073_741_824 })({
    default: 1_048_576,
    desc: 'Bytes that may wait for one connection to read them, besides the largest frame; beyond them it is closed with 4008.',
  }),
  MAX_UNSENT_BYTES_PER_USER: wholeNumber({ min: 65_536, max: 1_073_741_824 })({
    default: 8_388_608,
    desc: 'The same for all connections of one user to one node together, at least MAX_UNSENT_BYTES; beyond them the one with the most is closed with 4008.',
  }),
  STALLED_READER_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 60,
    desc: 'Seconds in which a connection takes none of the bytes that wait for it; after them it is closed with 4008.',
  }),
  STALLED_ANSWER_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 30,
    desc: 'Seconds in which an HTTP connection takes none of the bytes of a waiting answer; after them it is cut.',
  }),
  MAX_PIPELINED_REQUESTS: wholeNumber({ min: 1, max: 10_000 })({
    default: 32,
    desc: 'HTTP requests of one connection that may wait for the answer before them; with more the connection is cut.',
  }),
  HANDSHAKES_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Rate of handshakes from one address to one node; more are answered with 429.',
  }),
  STORAGE: text({
    default: 'disk',
    choices: ['disk', 's3'],
    desc: 'Where files are kept: disk, in DATA_DIR/uploads, which all nodes have to share, or s3, an S3-compatible store.',
  }),
  PUBLIC_URL: publicUrl({
    default: undefined,
    desc: 'The address of the service for its users, if a proxy serves it below a path: https://example.com/chat; unset, it has a host of its own.',
  }),
  SERVE_DOCS: switchOnOff({
    default: undefined,
    desc: 'Serve this documentation and the contract at /docs; unset, outside production only.',
  }),
  WEB_CLIENT: switchOnOff({
    default: undefined,
    desc: 'Serve the web client at /; unset, outside production only.',
  }),
  ADMIN_PAGE: switchOnOff({
    default: undefined,
    desc: 'Serve the administration page at /admin, and its routes; unset, outside production only.',
  }),
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
