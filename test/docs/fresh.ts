import { join } from 'node:path';

import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';

/** A database without users, so that the first users have the ids 1 and 2, as on the pages. */
export async function freshPlace(): Promise<Place> {
  const place = await newPlace();
  return { ...place, env: { ...place.env, DATA_DIR: join(place.folder, 'fresh') } };
}
