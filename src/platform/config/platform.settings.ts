import type { CleanedEnv } from 'envalid';

import { Config } from './config.js';
import { settingsPart } from './settings-part.js';
import { LOOPBACK_HOSTS, platformVariables } from './variables.js';

type Values = CleanedEnv<typeof platformVariables>;

const publicUrlOf = ({ PUBLIC_URL: url }: Values): string | undefined => url?.replace(/\/$/, '');

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
    publicUrl: publicUrlOf(values),
    publicPath: publicPathOf(values),
    metrics: metricsOf(values),
    trustedProxies: values.TRUST_PROXY,
    maxPipelinedRequests: values.MAX_PIPELINED_REQUESTS,
    stalledAnswerSeconds: values.STALLED_ANSWER_SECONDS,
  },
  database: { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL_SIZE, pooler: values.DATABASE_POOLER },
  dataDir: values.DATA_DIR,
  keepsFiles: values.STORAGE === 'disk',
  redisUrl: values.REDIS_URL,
  sockets: {
    allowedHosts: values.ALLOWED_HOSTS ?? LOOPBACK_HOSTS,
    requireOrigin: values.REQUIRE_ORIGIN,
    maxFrameBytes: values.MAX_FRAME_BYTES,
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
  },
  pages: pagesOf(values, production),
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

const pagesOf = (values: Values, production: boolean): Config['pages'] => ({
  docs: values.SERVE_DOCS ?? !production,
  webClient: values.WEB_CLIENT ?? !production,
  adminPage: values.ADMIN_PAGE ?? !production,
});

const faultsOf = (values: Values, production: boolean): string[] => [
  ...(values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT !== 0
    ? ['METRICS_PORT: must not be that of PORT']
    : []),
  ...(production && values.ALLOWED_HOSTS === undefined ? ['ALLOWED_HOSTS: required in production'] : []),
];

/** The part of what the platform itself needs. */
export const platformPart = settingsPart({
  token: Config,
  variables: platformVariables,
  faults: faultsOf,
  settings: settingsOf,
  clientLimits: ({ sockets, perUser }) => ({
    max_frame_bytes: sockets.maxFrameBytes,
    events_per_second: sockets.eventsPerSecond,
    events_burst: sockets.eventsBurst,
    events_per_second_per_user: perUser.eventsPerSecond,
    events_burst_per_user: perUser.eventsBurst,
    stored_bytes_per_day: perUser.storedBytesPerDay,
  }),
});
