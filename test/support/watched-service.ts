import { newPlace } from './place.js';
import type { Place } from './place.js';
import { Service } from './service.js';
import { StatementProxy } from './statement-proxy.js';

/** A service on a PostgreSQL database of its own, each statement of which is written down. */
export interface WatchedService {
  readonly place: Place;
  readonly proxy: StatementProxy;
  readonly parley: Service;
  /** Ends the service and removes its data. */
  readonly stop: () => Promise<void>;
}

export async function watchedService(): Promise<WatchedService> {
  const place = await newPlace();
  const proxy = await StatementProxy.to(place.env.DATABASE_URL!);
  const parley = await Service.start({ DATABASE_URL: proxy.databaseUrl }, place);
  const stop = async (): Promise<void> => {
    await parley.stop();
    await proxy.close();
    await place.remove();
  };
  return { place, proxy, parley, stop };
}
