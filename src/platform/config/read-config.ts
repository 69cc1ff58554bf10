import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { customCleanEnv } from 'envalid';

import { CannotStart } from './config.js';
import type { Config, ForeignIssuer, Settings } from './config.js';
import { keptSecret } from './data-folder.js';
import { bulkEntriesIn } from './limit-variables.js';
import { oidcFaults } from './oidc-config.js';
import { WrongValue } from './parsers.js';
import { pushFaults, pushOf } from './push-config.js';
import { auditFaults, auditOf } from './audit-variables.js';
import { moderationFaults, moderationOf } from './moderation-config.js';
import { messageDaysOf } from './retention-variables.js';
import { scannerFaults, scannerOf } from './scanner-config.js';
import { reactionsOf } from './reactions-variable.js';
import { s3Of, storageFaults } from './storage-config.js';
import { foreignIssuer, shortSecrets, tokensOf, lookupFaults } from './token-config.js';
import { loopbackHosts, variables } from './variables.js';

type Values = ReturnType<typeof read>['values'];
type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, which overrides the `.env` file of its folder. */
export function processEnvironment(): Environment {
  return { ...dotEnv(), ...process.env };
}

function dotEnv(): Environment {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CannotStart('The file .env exists but cannot be read.');
  }
}

/** The environment without a fault. */
interface Validated {
  readonly values: Values;
  readonly production: boolean;
  readonly allowedHosts: readonly string[] | undefined;
  readonly foreign: ForeignIssuer | undefined;
}

/**
 * Reads and validates the environment. No other code reads it. Outside production, missing secrets are created and
 * stored in the data folder.
 * @throws CannotStart with all faults, without values
 */
export function readConfig(environment: Environment = processEnvironment()): Config {
  const validated = validatedOf(environment);
  const { values, production, foreign } = validated;
  const secrets = values.JWT_SECRET ?? (production ? [] : [keptSecret(values.DATA_DIR)]);
  return {
    ...settingsOf(validated),
    cluster: { secrets: values.CLUSTER_SECRET ?? secrets },
    tokens: tokensOf(values, secrets, foreign),
    push: pushOf(values, production),
  };
}

/**
 * Reads and validates the environment, and creates no file.
 * @throws CannotStart with all faults, without values
 */
export const readSettings = (environment: Environment = processEnvironment()): Settings =>
  settingsOf(validatedOf(environment));

function validatedOf(environment: Environment): Validated {
  const { values, faults } = read(environment);
  const production = values.NODE_ENV === 'production';
  const foreign = foreignIssuer(values);
  const allowedHosts = values.ALLOWED_HOSTS ?? (environment.ALLOWED_HOSTS === undefined ? undefined : []);
  faults.push(...contradictions(values), ...pushFaults(values), ...storageFaults(values), ...scannerFaults(values));
  faults.push(
    ...lookupFaults(values),
    ...auditFaults(values),
    ...moderationFaults(values),
    ...oidcFaults(values, production),
  );
  if (production) faults.push(...missingInProduction(values, allowedHosts, foreign));
  if (faults.length > 0) {
    throw new CannotStart(`The configuration has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  return { values, production, allowedHosts, foreign };
}

/** Without a slash at its end; empty for the root. */
const publicPathOf = ({ PUBLIC_URL: url }: Values): string =>
  url === undefined ? '' : new URL(url).pathname.replace(/\/$/, '');

const metricsOf = ({ METRICS_PORT: port, METRICS_HOST: host, HOST }: Values): Settings['http']['metrics'] =>
  port === undefined ? undefined : { host: host ?? HOST, port };

function settingsOf({ values, production, allowedHosts }: Validated): Settings {
  return {
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
      allowedHosts: allowedHosts ?? loopbackHosts,
      requireOrigin: values.REQUIRE_ORIGIN,
      closeOnTokenExpiry: values.CLOSE_ON_TOKEN_EXPIRY,
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
    links: {
      previews: values.LINK_PREVIEWS,
      imageProxy: values.IMAGE_PROXY,
      allowedHosts: values.FETCH_ALLOWED_HOSTS,
    },
    audit: auditOf(values),
    retention: { messageDays: messageDaysOf(values), deliveryRecordDays: values.DELIVERY_RECORD_DAYS },
    moderation: moderationOf(values),
    features: featuresOf(values, production),
    shutdownSeconds: values.SHUTDOWN_SECONDS,
    tracing: tracingOf(values),
    log: logOf(values, production),
  };
}

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

/** An empty variable counts as unset, except ALLOWED_HOSTS, for which it is an empty list. */
function read(environment: Environment) {
  const faults: string[] = [];
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const values = customCleanEnv({ NODE_ENV: 'development', ...given }, variables, (cleaned) => cleaned, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) faults.push(`${name}: ${explain(name, error)}`);
    },
  });
  return { values, faults };
}

/** Uses only the messages of our own validators, which contain no value. */
function explain(name: string, error: unknown): string {
  if (error instanceof WrongValue) return error.message;
  return `must be one of: ${(variables[name as keyof typeof variables].choices ?? []).join(', ')}`;
}

function contradictions({ JWT_PUBLIC_KEY: pem, JWT_JWKS_URL: url, PORT, METRICS_PORT }: Values): string[] {
  return [
    ...(pem !== undefined && url !== undefined ? ['JWT_PUBLIC_KEY and JWT_JWKS_URL: give one of the two'] : []),
    ...(METRICS_PORT !== undefined && METRICS_PORT === PORT && PORT !== 0
      ? ['METRICS_PORT: must not be that of PORT']
      : []),
  ];
}

/** Variables without a default in production, and secrets that are too short for it. */
function missingInProduction(
  values: Values,
  allowedHosts: readonly string[] | undefined,
  foreign: ForeignIssuer | undefined,
): string[] {
  const missing: string[] = [];
  if (allowedHosts === undefined) missing.push('ALLOWED_HOSTS: required in production');
  const ownTokens = values.TOKEN_ENDPOINTS || foreign === undefined;
  if (values.JWT_SECRET === undefined && ownTokens) {
    missing.push('JWT_SECRET: required in production, unless TOKEN_ENDPOINTS=off and another issuer is set');
  }
  missing.push(...missingClusterSecret(values), ...shortSecrets(values));
  // One key signs the tokens of many applications, which this service must not accept.
  for (const name of ['JWT_ISSUER', 'JWT_AUDIENCE'] as const) {
    if (foreign && values[name] === undefined) missing.push(`${name}: required in production with another issuer`);
  }
  return missing;
}

/** Nodes that share no secret cannot know that a packet of Redis is from one of them. */
function missingClusterSecret({ REDIS_URL, CLUSTER_SECRET, JWT_SECRET }: Values): string[] {
  if (REDIS_URL === undefined || CLUSTER_SECRET !== undefined || JWT_SECRET !== undefined) return [];
  return ['CLUSTER_SECRET: required in production with REDIS_URL, unless JWT_SECRET is set'];
}
