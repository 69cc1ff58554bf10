import { useEffect } from 'preact/hooks';

/**
 * Runs work at once and then again some time after each end, but not while the page is hidden.
 * @param work must not throw
 * @param key the work begins anew when it changes
 */
export function usePolling(work: () => Promise<void>, milliseconds: number, key: unknown = null): void {
  useEffect(() => {
    let isEnded = false;
    let isRunning = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (): Promise<void> => {
      if (isEnded || isRunning || document.hidden) return;
      isRunning = true;
      clearTimeout(timer);
      await work();
      isRunning = false;
      timer = setTimeout(() => void run(), milliseconds);
    };
    const whenShown = (): void => void run();
    document.addEventListener('visibilitychange', whenShown);
    void run();
    return () => {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenShown);
    };
  }, [key]);
}
