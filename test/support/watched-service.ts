import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { Service } from './service.js';
import { StatementProxy } from './statement-proxy.js';

/** A service with its own PostgreSQL database. All its statements are recorded. */
export interface WatchedService {
  readonly serviceData: ServiceData;
  readonly proxy: StatementProxy;
  readonly parley: Service;
}

let shared: Promise<WatchedService> | undefined;

/** The service that all specs of this worker share: each spec counts the statements of its own requests. */
export function watchedService(): Promise<WatchedService> {
  shared ??= start();
  return shared;
}

async function start(): Promise<WatchedService> {
  const serviceData = await newServiceData();
  const proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  // Few reach this limit, but strangers are counted.
  const env = { DATABASE_URL: proxy.databaseUrl, STRANGERS_PER_HOUR: '1000' };
  return { serviceData, proxy, parley: await Service.startShared(env, serviceData) };
}
