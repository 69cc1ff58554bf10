import type { CleanedEnv } from 'envalid';

import { auditFaults, auditOf } from './audit-variables.js';
import { Config } from './config.js';
import { bulkEntriesIn } from './limit-variables.js';
import { moderationFaults, moderationOf } from './moderation-config.js';
import { reactionsOf } from './reactions-variable.js';
import { messageDaysOf } from './retention-variables.js';
import { scannerFaults, scannerOf } from './scanner-config.js';
import { settingsPart } from './settings-part.js';
import { s3Of, storageFaults } from './storage-config.js';
import { LOOPBACK_HOSTS, platformVariables } from './variables.js';

type Values = CleanedEnv<typeof platformVariables>;

/** Without a slash at its end; empty for the root. */
const publicPathOf = ({ PUBLIC_URL: url }: Values): string =>
  url === undefined ? '' : new URL(url).pathname.replace(/\/$/, '');

const metricsOf = ({ METRICS_PORT: port, METRICS_HOST: host, HOST }: Values): Config['http']['metrics'] =>
  port === undefined ? undefined : { host: host ?? HOST, port };

const settingsOf = (values: Values, production: boolean): Config => ({
  production,
  http: {
    host: values.HOST,
    port: values.PORT,
    publicPath: publicPathOf(values),
    metrics: metricsOf(values),
    trustedProxies: values.TRUST_PROXY,
    maxPipelinedRequests: values.MAX_PIPELINED_REQUESTS,
    stalledAnswerSeconds: values.STALLED_ANSWER_SECONDS,
  },
  database: { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL_SIZE, pooler: values.DATABASE_POOLER },
  dataDir: values.DATA_DIR,
  redisUrl: values.REDIS_URL,
  sockets: {
    allowedHosts: values.ALLOWED_HOSTS ?? LOOPBACK_HOSTS,
    requireOrigin: values.REQUIRE_ORIGIN,
    maxFrameBytes: values.MAX_FRAME_BYTES,
    inactivityThreshold: values.INACTIVITY_THRESHOLD,
    path: values.WEBSOCKET_PATH.replace(/\/$/, ''),
    maxUnsentBytes: values.MAX_UNSENT_BYTES,
    maxUnsentBytesPerUser: Math.max(values.MAX_UNSENT_BYTES_PER_USER, values.MAX_UNSENT_BYTES),
    stalledReaderSeconds: values.STALLED_READER_SECONDS,
    perUser: values.CONNECTIONS_PER_USER,
    handshakesPerSecond: values.HANDSHAKES_PER_SECOND,
    eventsPerSecond: values.EVENTS_PER_SECOND,
    eventsBurst: values.EVENTS_BURST,
  },
  perUser: {
    eventsPerSecond: values.EVENTS_PER_SECOND_PER_USER,
    eventsBurst: values.EVENTS_BURST_PER_USER,
    storedBytesPerDay: values.STORED_BYTES_PER_DAY,
    memberships: values.MEMBERSHIPS_PER_USER,
  },
  api: {
    enabled: values.API,
    requestsPerSecond: values.API_REQUESTS_PER_SECOND,
    requestsBurst: values.API_REQUESTS_BURST,
  },
  users: { minPasswordLength: values.PASSWORD_MIN_LENGTH },
  limits: {
    contentLength: values.MAX_CONTENT_LENGTH,
    jsonBytes: values.MAX_JSON_BYTES,
    answerBytes: values.MAX_ANSWER_BYTES,
    notificationsPerRoom: values.MAX_NOTIFICATIONS_PER_ROOM,
    notifications: values.MAX_NOTIFICATIONS,
    attachments: values.MAX_ATTACHMENTS,
    mentions: values.MAX_MENTIONS,
    roomMention: values.MAX_ROOM_MENTION,
    pins: values.MAX_PINS,
    saved: values.MAX_SAVED,
    blocks: values.MAX_BLOCKS,
    drafts: values.MAX_DRAFTS,
    scheduled: values.MAX_SCHEDULED,
    scheduleSeconds: values.SCHEDULE_MIN_SECONDS,
    bulkIds: Math.min(values.MAX_BULK_IDS, bulkEntriesIn(values.MAX_ANSWER_BYTES)),
  },
  consent: {
    addPolicy: values.ADD_POLICY,
    strangersPerHour: values.STRANGERS_PER_HOUR,
    invitationsPerRoom: values.MAX_INVITATIONS_PER_ROOM,
    invitationsPerUser: values.MAX_INVITATIONS_PER_USER,
  },
  directory: { users: values.USER_DIRECTORY, channels: values.CHANNEL_DIRECTORY },
  search: {
    words: values.MAX_SEARCH_WORDS,
    seconds: values.SEARCH_SECONDS,
    waitSeconds: values.SEARCH_WAIT_SECONDS,
  },
  reactions: reactionsOf(values.REACTIONS_ALLOWED),
  webhooks: {
    allowedHosts: values.WEBHOOK_ALLOWED_HOSTS,
    attempts: values.WEBHOOK_ATTEMPTS,
    retrySeconds: values.WEBHOOK_RETRY_SECONDS,
    deliveredDays: values.WEBHOOK_DELIVERED_DAYS,
    deadDays: values.WEBHOOK_DEAD_DAYS,
  },
  storage: { s3: s3Of(values) },
  uploads: {
    mostBytes: values.MAX_UPLOAD_BYTES,
    quotaBytes: values.UPLOAD_QUOTA_BYTES,
    mostOpen: values.MAX_OPEN_UPLOADS,
    blockedTypes: values.UPLOAD_TYPES_BLOCKED,
    urlSeconds: values.FILE_URL_SECONDS,
    keepImageMetadata: values.KEEP_IMAGE_METADATA,
    scanner: scannerOf(values),
  },
  audit: auditOf(values),
  retention: { messageDays: messageDaysOf(values), deliveryRecordDays: values.DELIVERY_RECORD_DAYS },
  moderation: moderationOf(values),
  features: featuresOf(values, production),
  shutdownSeconds: values.SHUTDOWN_SECONDS,
  tracing: tracingOf(values),
  log: logOf(values, production),
});

const logOf = (values: Values, production: boolean): Config['log'] => ({
  level: values.LOG_LEVEL,
  format: values.LOG_FORMAT ?? (production ? 'json' : 'pretty'),
});

const tracingOf = (values: Values): Config['tracing'] =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: values.OTEL_SERVICE_NAME,
        share: values.OTEL_TRACES_SAMPLER_ARG,
      };

const featuresOf = (values: Values, production: boolean): Config['features'] => ({
  notifications: values.ENABLE_NOTIFICATION,
  softDelete: values.MESSAGE_SOFT_DELETE,
  sanitizeHtml: values.SANITIZE_HTML,
  docs: values.SERVE_DOCS ?? !production,
  webClient: values.WEB_CLIENT ?? !production,
  adminPage: values.ADMIN_PAGE ?? !production,
});

const faultsOf = (values: Values, production: boolean): string[] => [
  ...(values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT !== 0
    ? ['METRICS_PORT: must not be that of PORT']
    : []),
  ...(production && values.ALLOWED_HOSTS === undefined ? ['ALLOWED_HOSTS: required in production'] : []),
  ...storageFaults(values),
  ...scannerFaults(values),
  ...auditFaults(values),
  ...moderationFaults(values),
];

/** The part of what the platform itself needs. */
export const platformPart = settingsPart({
  token: Config,
  variables: platformVariables,
  faults: faultsOf,
  settings: settingsOf,
});
