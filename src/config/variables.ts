import { makeValidator } from 'envalid';

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
  url,
  wholeNumber,
} from './parsers.js';

const LOOPBACK_NAMES = 'localhost,127.0.0.1,[::1]';

/** No deployment lets one event name more. */
export const LARGEST_BULK = 10_000;

const text = makeValidator((raw) => raw);

/**
 * Every variable that the program reads, with its default and one line for operators. `.env.example` is this
 * table. A variable without a default is unset unless it is given.
 */
export const variables = {
  NODE_ENV: text({
    default: 'development',
    choices: ['development', 'test', 'production'],
    desc: 'production, development or test; production has no default for ALLOWED_HOSTS and JWT_SECRET.',
  }),
  HOST: text({ default: '127.0.0.1', desc: 'The address to listen on; 0.0.0.0 is every one.' }),
  PORT: wholeNumber({ min: 0, max: 65_535 })({ default: 3000, desc: 'The port to listen on; 0 takes a free one.' }),
  TRUST_PROXY: proxyList({
    default: [],
    desc: 'Proxies whose X-Forwarded-For says whom a limit by address counts: 10.0.0.0/8, an address, loopback, uniquelocal.',
  }),
  DATA_DIR: text({
    default: './data',
    desc: 'The folder of the embedded database, and of the secret made outside production.',
  }),
  DATABASE_URL: url(['postgres:', 'postgresql:'])({
    default: undefined,
    desc: 'postgres://user:password@host/database; unset, the embedded database in DATA_DIR is used.',
  }),
  DATABASE_POOL_SIZE: wholeNumber({ min: 2, max: 1_000 })({
    default: 10,
    desc: 'Connections that one process holds to the database at the most.',
  }),
  REDIS_URL: url(['redis:', 'rediss:'])({
    default: undefined,
    desc: 'redis://host:6379, needed for more than one process; unset, this process is alone.',
  }),
  ALLOWED_HOSTS: hostList({
    default: undefined,
    desc: `Origins whose pages may open sockets: host, host:port, .example.com, * (outside production ${LOOPBACK_NAMES}).`,
  }),
  REQUIRE_ORIGIN: switchOnOff({ default: false, desc: 'Refuse handshakes without an Origin, which no browser makes.' }),
  TOKEN_ENDPOINTS: switchOnOff({ default: true, desc: 'Serve /api/token/; off where tokens come from elsewhere.' }),
  JWT_SECRET: secretList({
    default: undefined,
    desc: 'Signs our own tokens (HS256), 32 bytes or more; of several (new,old) the first signs, and all are accepted; outside production one is made and kept in DATA_DIR.',
  }),
  ACCESS_TOKEN_LIFETIME: lifetime({
    default: 86_400,
    desc: 'How long an access token is good: seconds, or 15m, 24h, 7d.',
  }),
  REFRESH_TOKEN_LIFETIME: lifetime({ default: 2_592_000, desc: 'How long a refresh token is good.' }),
  CLOSE_ON_TOKEN_EXPIRY: switchOnOff({
    default: true,
    desc: 'Close a socket when its token expires; off keeps it until it disconnects.',
  }),
  JWT_PUBLIC_KEY: publicKey({
    default: undefined,
    desc: 'Accept tokens of another issuer (RS256, ES256, EdDSA) by its public key, as PEM; \\n stands for a line end.',
  }),
  JWT_JWKS_URL: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'The same, by the address of its key set.',
  }),
  JWT_ISSUER: text({ default: undefined, desc: 'What iss must say in tokens of the other issuer.' }),
  JWT_AUDIENCE: text({ default: undefined, desc: 'What aud must say in tokens of the other issuer.' }),
  JWT_USER_CLAIM: text({ default: 'sub', desc: 'The claim of the other issuer that names the user.' }),
  JWT_USER_LOOKUP: text({
    default: 'id',
    choices: ['id', 'username'],
    desc: 'What that claim holds: the id of the user here, or the username.',
  }),
  API: switchOnOff({
    default: true,
    desc: 'Serve /api/rooms/, /api/messages/ and /api/users/ to programs with API keys, which npx parley keys makes.',
  }),
  API_REQUESTS_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 50,
    desc: 'Requests with one API key to one node in the long run; more are answered with 429.',
  }),
  API_REQUESTS_BURST: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Requests with one API key to one node at once, after it was quiet.',
  }),
  WEBSOCKET_PATH: path({ default: '/messaging/', desc: 'Where sockets are opened, with and without the last slash.' }),
  INACTIVITY_THRESHOLD: wholeNumber({ min: 1, max: 86_400 })({
    default: 60,
    desc: 'Seconds without a heartbeat after which a session counts as inactive.',
  }),
  MAX_FRAME_BYTES: wholeNumber({ min: 1_024, max: 16_777_216 })({
    default: 65_536,
    desc: 'A larger frame closes its socket with 1009.',
  }),
  MAX_CONTENT_LENGTH: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 10_000,
    desc: 'Characters of a message at the most.',
  }),
  MAX_JSON_BYTES: wholeNumber({ min: 2, max: 1_048_576 })({
    default: 8_192,
    desc: 'Bytes of preferences or metadata at the most.',
  }),
  MAX_ATTACHMENTS: wholeNumber({ min: 0, max: 1_000 })({
    default: 10,
    desc: 'Attachments of a message at the most.',
  }),
  MAX_BULK_IDS: wholeNumber({ min: 1, max: LARGEST_BULK })({
    default: 100,
    desc: 'Messages, notifications or users that one event may name at the most.',
  }),
  EVENTS_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 50,
    desc: 'Events that one connection may send in the long run; more are refused with 4029.',
  }),
  EVENTS_BURST: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Events that one connection may send at once, after it was quiet.',
  }),
  CONNECTIONS_PER_USER: wholeNumber({ min: 1, max: 100_000 })({
    default: 20,
    desc: 'Sockets that one user may have open, on all nodes together; a further one is closed with 4009.',
  }),
  MAX_UNSENT_BYTES: wholeNumber({ min: 65_536, max: 1_073_741_824 })({
    default: 1_048_576,
    desc: 'Bytes that may wait for a slow reader; beyond them its socket is closed with 4008.',
  }),
  HANDSHAKES_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Handshakes from one address to one node; more are answered with 429.',
  }),
  FAILED_LOGINS_PER_MINUTE: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 5,
    desc: 'Failed log-ins from one address, and of one username, and wrong API keys, on all nodes together; more are answered with 429.',
  }),
  MAX_NOTIFICATIONS_PER_ROOM: wholeNumber({ min: 1, max: 1_000 })({
    default: 50,
    desc: 'Pending notifications of one room in the first frame at the most.',
  }),
  MAX_NOTIFICATIONS: wholeNumber({ min: 1, max: 10_000 })({
    default: 500,
    desc: 'Pending notifications of all rooms in the first frame at the most.',
  }),
  ENABLE_NOTIFICATION: switchOnOff({
    default: true,
    desc: 'Tell an arriving client what waits for it; off, the first frame holds no notification.',
  }),
  MESSAGE_SOFT_DELETE: switchOnOff({
    default: false,
    desc: 'Keep the row of a deleted message; clients see that it was there, and nothing of what it said.',
  }),
  MESSAGE_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500 })({
    default: undefined,
    desc: 'Remove messages that are older than so many days, for good; unset, they are kept for ever.',
  }),
  WEBHOOK_ATTEMPTS: wholeNumber({ min: 1, max: 100 })({
    default: 10,
    desc: 'Attempts to tell a webhook something, in about a day, before it is given up.',
  }),
  WEBHOOK_RETRY_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 5,
    desc: 'Seconds from the first attempt to the second; the waits after that grow with it.',
  }),
  WEBHOOK_DELIVERED_DAYS: wholeNumber({ min: 1, max: 3_650 })({
    default: 3,
    desc: 'Days for which it is kept what webhooks were told, to be told anew.',
  }),
  WEBHOOK_DEAD_DAYS: wholeNumber({ min: 1, max: 3_650 })({
    default: 30,
    desc: 'Days for which it is kept what webhooks could not be told.',
  }),
  DELIVERY_RECORD_DAYS: wholeNumber({ min: 0, max: 3_650 })({
    default: 7,
    desc: 'Days for which closed sessions, past memberships and syncs are kept for parley messages trace; 0: none is.',
  }),
  SANITIZE_HTML: switchOnOff({
    default: false,
    desc: 'Strip from messages the HTML that is dangerous where clients render it; off, text stays as sent.',
  }),
  VAPID_PUBLIC_KEY: bytesOf(65)({
    default: undefined,
    desc: 'Names this deployment to Web Push services, from npx parley push keys; unset, push is off (outside production a pair is made and kept in DATA_DIR).',
  }),
  VAPID_PRIVATE_KEY: bytesOf(32)({ default: undefined, desc: 'The secret half of that pair.' }),
  VAPID_SUBJECT: contact({
    default: undefined,
    desc: 'Whom push services turn to: mailto:somebody@example.com or an https:// URL; required with the pair.',
  }),
  PUSH_ALLOWED_HOSTS: hostList({
    default: [],
    desc: 'Push services of your own, as host or host:port: at these, endpoints may be private, and http.',
  }),
  PUSH_DELAY_SECONDS: wholeNumber({ min: 0, max: 3_600 })({
    default: 5,
    desc: 'Seconds from a message to its push, which those who have it by then are spared.',
  }),
  PUSH_RETRY_SECONDS: wholeNumber({ min: 0, max: 86_400 })({
    default: 3_600,
    desc: 'Seconds for which a push is tried again that its service does not take.',
  }),
  PUSH_RETENTION_DAYS: wholeNumber({ min: 1, max: 36_500 })({
    default: 7,
    desc: 'Days for which it is known what became of each push.',
  }),
  SERVE_DOCS: switchOnOff({
    default: undefined,
    desc: 'Serve this documentation and the contract at /docs; unset, outside production only.',
  }),
  WEB_CLIENT: switchOnOff({
    default: undefined,
    desc: 'Serve the web client at /; unset, outside production only.',
  }),
  SHUTDOWN_SECONDS: wholeNumber({ min: 1, max: 300 })({
    default: 10,
    desc: 'Seconds from SIGTERM to the exit at the most.',
  }),
  LOG_LEVEL: text({
    default: 'log',
    choices: ['error', 'warn', 'log', 'debug'],
    desc: 'The least that is logged: error, warn, log or debug.',
  }),
  LOG_FORMAT: text({
    default: undefined,
    choices: ['json', 'pretty'],
    desc: 'json, one object a line, or pretty, for people; unset, json in production only.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], { credentials: false })({
    default: undefined,
    desc: 'The OpenTelemetry collector that gets traces, by OTLP over HTTP: http://host:4318; unset, nothing is traced.',
  }),
  OTEL_SERVICE_NAME: text({ default: 'parley', desc: 'What traces call this service.' }),
  OTEL_TRACES_SAMPLER_ARG: share({
    default: 1,
    desc: 'Of the traces that begin here, the share that is recorded, from 0 to 1; whoever calls decides for theirs.',
  }),
};

/** What ALLOWED_HOSTS is outside production where nobody sets it. */
export const loopbackHosts = LOOPBACK_NAMES.split(',');
