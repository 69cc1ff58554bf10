import { newPlace } from './place.js';
import type { Place } from './place.js';
import { Service } from './service.js';
import { StatementProxy } from './statement-proxy.js';

/** A service with its own PostgreSQL database. All its statements are recorded. */
export interface WatchedService {
  readonly place: Place;
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
  const place = await newPlace();
  const proxy = await StatementProxy.to(place.env.DATABASE_URL!);
  return { place, proxy, parley: await Service.startShared({ DATABASE_URL: proxy.databaseUrl }, place) };
}
