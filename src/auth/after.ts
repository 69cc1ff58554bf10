/** The longest that a timer of Node can wait. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Calls back once the moment has come, however far away it is.
 * @returns stops waiting
 */
export function after(moment: Date, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = moment.getTime() - Date.now();
    timer = left > LONGEST_TIMER_MS ? setTimeout(wait, LONGEST_TIMER_MS) : setTimeout(callback, Math.max(0, left));
    timer.unref();
  };
  wait();
  return () => {
    clearTimeout(timer);
  };
}
