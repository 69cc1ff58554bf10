import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { connectRedis, Hub, pathReplacer, serveBelow, UnsuitableRedis } from '@parley/realtime/hub';
import type { RedisTransport } from '@parley/realtime/hub';

import { AppModule } from './app.module.js';
import { ChatWsAdapter } from './api/gateway/chat-ws.adapter.js';
import { OpenSockets } from './api/gateway/open-sockets.js';
import { SetUpDeployment } from './features/accounts/first-start/set-up-deployment.js';
import { SetupKey } from './features/accounts/first-start/setup-key.js';
import { entities } from './features.js';
import { ClusterSettings } from './platform/config/cluster.settings.js';
import { CannotStart, Config } from './platform/config/config.js';
import { storeOrigin, StoreSettings } from './features/uploads/store/store.settings.js';
import { parseRedisUrl } from './platform/config/redis-address.js';
import type { Settings } from './platform/config/settings.js';
import { migrateUp } from './platform/database/migrate.js';
import { databaseIdentity, openDatabase } from './platform/database/open-database.js';
import type { OpenDatabase } from './platform/database/open-database.js';
import { queryOf } from './platform/database/query.js';
import { WitnessFile } from './platform/database/history/witness-file.js';
import { MetricsListener } from './platform/health/metrics-listener.js';
import { Readiness } from './platform/health/readiness.js';
import { PublicAddress } from './platform/http/public-address.js';
import { configureHttp, finishRequests } from './platform/http/configure-http.js';
import { reasonOf } from './platform/logging/log-record.js';
import { ServerLogger } from './platform/logging/server-logger.js';
import { version } from './platform/package/package-info.js';
import { DroppedPackets } from './platform/redis/dropped-packets.js';
import { SharedRedis } from './platform/redis/shared-redis.js';
import { SharedWitness } from './platform/redis/shared-witness.js';
import { serveAdminPage } from './platform/site/admin-page.js';
import { docsSentence, serveDocs } from './platform/site/docs-site.js';
import { serveWebClient } from './platform/site/web-client.js';
import { serveWelcomePage } from './platform/site/welcome-page.js';

/** The share of the shutdown time for draining connections and requests; the rest is for closing everything else. */
const SHARE_OF_CLOSING = 0.6;

export interface RunningServer {
  readonly url: string;
  /** Accepts no new connections, finishes requests, closes all connections, and releases all resources. */
  stop(): Promise<void>;
}

/**
 * Opens and migrates the database, and starts the server.
 * @param nodeId the id of this process in the deployment
 * @throws CannotStart
 */
export async function startServer(settings: Settings, nodeId: string): Promise<RunningServer> {
  // Creates missing secrets, before the database is opened.
  settings.all();
  const config = settings.of(Config);
  const logger = new ServerLogger({ ...config.log, node: nodeId, version });
  logger.install();
  const log = new Logger('Server');
  warnOf(config, log);
  log.log(
    config.database.url === undefined
      ? `Opening the embedded database in ${config.dataDir}`
      : 'Opening the database of DATABASE_URL',
  );
  const database = await openDatabase(config, entities, 'server');
  await migrate(database, log);
  const dropped = new DroppedPackets();
  const redis = await redisOf(settings, database, dropped, log);
  const shared = new SharedRedis(redis);
  await startHistory(database, config, shared);
  const hub = new Hub({ adapter: redis?.factory, nodeId });
  const app = await NestFactory.create<NestExpressApplication>(
    await AppModule.with({
      settings,
      database,
      hub,
      redis: shared,
      transport: { healthy: redis?.healthy, dropped },
    }),
    { logger, bodyParser: false, forceCloseConnections: true, abortOnError: false },
  );
  configureHttp(app, config, logger.pino);
  serveBelow(config.http.publicPath);
  app.set('json replacer', pathReplacer());
  servePages(app, settings, log);
  app.useWebSocketAdapter(new ChatWsAdapter(app, app.getHttpServer()));
  const metrics = app.get(MetricsListener);
  const metricsUrl = await listenForMetrics(metrics, app, config);
  const isEmpty = await app.get(SetUpDeployment).isAwaited();
  const url = await listen(app, config.http);
  log.log(`Parley listens on ${url}`);
  if (metricsUrl !== undefined) log.log(`Metrics and health are at ${metricsUrl}`);
  app.get(PublicAddress).listens(url);
  logPages(url, config, log);
  if (isEmpty) logSetup(app, log);
  return {
    url,
    stop: async () => {
      log.log('Shutting down');
      app.get(Readiness).drain();
      const until = new Date(Date.now() + config.shutdownSeconds * 1_000 * SHARE_OF_CLOSING);
      await app.get(OpenSockets).drain(until);
      await finishRequests(app.getHttpServer(), until);
      await app.close();
      metrics.close();
      redis?.close();
      await database.close();
      log.log('Stopped');
    },
  };
}

function servePages(app: NestExpressApplication, settings: Settings, log: Logger): void {
  const { pages, http } = settings.of(Config);
  const { s3 } = settings.of(StoreSettings);
  if (pages.docs) serveDocs(app, undefined, http.publicPath);
  const store = s3 && storeOrigin(s3);
  if (pages.webClient) serveWebClient(app, log, { store });
  if (pages.adminPage) serveAdminPage(app, log, { publicPath: http.publicPath, store });
  serveWelcomePage(app, log);
}

function logPages(url: string, { pages }: Config, log: Logger): void {
  if (pages.webClient) log.log(`The web client is at ${url}/`);
  if (pages.adminPage) log.log(`The administration page is at ${url}/admin/`);
  if (pages.docs) log.log(docsSentence(url));
}

/** While the deployment has no user: the address of the page that makes the first. Its key is logged only here. */
function logSetup(app: NestExpressApplication, log: Logger): void {
  log.log(`Set up this deployment at ${app.get(PublicAddress).url}/setup#${app.get(SetupKey).text}`);
}

function warnOf(config: Config, log: Logger): void {
  if (config.sockets.allowedHosts.length === 0) log.warn('ALLOWED_HOSTS is empty: every handshake is refused');
}

async function migrate({ source }: OpenDatabase, log: Logger): Promise<void> {
  const applied = await migrateUp(source).catch((error: unknown) => {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`The tables cannot be migrated: ${String(error)}`);
  });
  if (applied.length > 0) log.log(`Applied migrations: ${applied.join(', ')}`);
}

async function startHistory({ source, history }: OpenDatabase, config: Config, redis: SharedRedis): Promise<void> {
  const witnesses = [new WitnessFile(config.dataDir), ...(redis.isConfigured ? [new SharedWitness(redis)] : [])];
  await history.start(queryOf(source), witnesses);
}

/** Logs one line per outage of Redis, and one at its end. */
async function redisOf(
  settings: Settings,
  database: OpenDatabase,
  dropped: DroppedPackets,
  log: Logger,
): Promise<RedisTransport | undefined> {
  const { redisUrl } = settings.of(Config);
  if (redisUrl === undefined) return undefined;
  return connectRedis({
    secrets: settings.of(ClusterSettings).secrets,
    address: parseRedisUrl(redisUrl),
    deployment: await databaseIdentity(database.source),
    log: (state) => log.warn(state),
    dropped: (reason) => dropped.record(reason),
  }).catch((error: unknown) => {
    if (error instanceof UnsuitableRedis) throw new CannotStart(error.message);
    throw new CannotStart(`The Redis of REDIS_URL cannot be reached: ${reasonOf(error)}.`);
  });
}

/** Before the public port, so that a node that serves has its metrics. */
async function listenForMetrics(
  metrics: MetricsListener,
  app: NestExpressApplication,
  { http }: Config,
): Promise<string | undefined> {
  await app.init();
  return metrics.listen(app.getHttpAdapter().getInstance() as RequestListener).catch((error: unknown) => {
    const { host = '', port = 0 } = http.metrics ?? {};
    throw new CannotStart(whyNotListening(error as NodeJS.ErrnoException, host, port, 'METRICS_PORT'));
  });
}

async function listen(app: NestExpressApplication, { host, port }: Config['http']): Promise<string> {
  try {
    await app.listen(port, host);
  } catch (error) {
    throw new CannotStart(whyNotListening(error as NodeJS.ErrnoException, host, port));
  }
  const address = app.getHttpServer().address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${shown}:${String(address.port)}`;
}

function whyNotListening(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  variable = 'PORT',
): string {
  if (code === 'EADDRINUSE') return `Port ${String(port)} of ${host} is in use: stop what uses it, or set ${variable}.`;
  if (code === 'EACCES') return `Port ${String(port)} of ${host} may not be opened by this user: set ${variable}.`;
  return `Cannot listen on ${host}, port ${String(port)}: ${message}.`;
}
