/** The load generator, a process of its own: runs one job, reports its result, and stays until it is disconnected. */
import { admit } from './admit.js';
import { ask } from './ask.js';
import { comeBack } from './come-back.js';
import { ranges, storing, uploads } from './files.js';
import { flood } from './flood.js';
import { handshakes } from './handshakes.js';
import { idle } from './idle.js';
import { bystander, readers } from './readers.js';
import { oneAtATime } from './one-at-a-time.js';
import { paced } from './paced.js';
import { resident } from './resident.js';
import { rush, visit } from './rush.js';
import { stand } from './stand.js';

const jobs = {
  admit,
  ask,
  comeBack,
  flood,
  handshakes,
  idle,
  oneAtATime,
  paced,
  ranges,
  resident,
  rush,
  stand,
  uploads,
  bystander,
  readers,
  storing,
  visit,
};

/** @typedef {typeof jobs} Jobs */

// Also if the parent process has died.
process.once('disconnect', () => process.exit());
process.once('message', (/** @type {{ job: keyof Jobs, load: never }} */ { job, load }) => {
  jobs[job](load).then(
    (result) => process.send?.({ result }),
    (/** @type {unknown} */ error) => process.send?.({ error: String(error) }),
  );
});
