const SECONDS = /"heartbeat_seconds":(\d+)/;

/**
 * All members send heartbeats at the interval of the first frame, evenly spread, until the timer is cleared.
 * @param {import('./join.js').AnyMember[]} crowd
 * @returns {NodeJS.Timeout} the timer
 */
export function beating(crowd) {
  const seconds = Number(SECONDS.exec(crowd[0]?.welcome.toString() ?? '')?.[1]);
  if (!(seconds > 0)) throw new Error('The first frame does not say how often to send a heartbeat.');
  let beats = 0;
  return setInterval(
    () => {
      crowd[beats % crowd.length]?.beat();
      beats += 1;
    },
    (seconds * 1_000) / crowd.length,
  );
}
