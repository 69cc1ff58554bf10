import { join } from 'node:path';

import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';

/** As a reader of the pages finds it: a database in which nobody is yet, so that the first users are 1 and 2. */
export async function freshPlace(): Promise<Place> {
  const place = await newPlace();
  return { ...place, env: { ...place.env, DATA_DIR: join(place.folder, 'fresh') } };
}
