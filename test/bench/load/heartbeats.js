const SECONDS = /"heartbeat_seconds":(\d+)/;

/**
 * Everybody sends the heartbeats that the first frame asks for, evenly spread, until they are told to stop.
 * @param {import('./member.js').Member[]} crowd
 * @returns {NodeJS.Timeout} the timer to stop it by
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
