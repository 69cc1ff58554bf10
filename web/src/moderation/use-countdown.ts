import { useEffect, useState } from 'preact/hooks';

/** The seconds until a time, by the clock of this device; at most 0 after it. */
export function useCountdown(end: number): number {
  const [now, setNow] = useState(Date.now());
  const left = Math.ceil((end - now) / 1_000);
  useEffect(() => {
    setNow(Date.now());
    if (end <= Date.now() || end === Infinity) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [end, left > 0]);
  return left;
}
