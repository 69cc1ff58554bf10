import { servePages } from './pages.js';
import { DevService } from './service.js';
import { watchProgram } from './watch-program.js';

/** Runs until the process is asked to stop. A `PORT` is that of the service. */
export async function dev() {
  const service = new DevService();
  const running = [() => service.stop()];
  let stops = false;
  const stop = async () => {
    // The terminal signals the whole group, and npm passes its own signal on.
    if (stops) return;
    stops = true;
    await Promise.all(running.map((end) => end()));
    process.exit();
  };
  // Before anything is started, which would go on without this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());

  const watcher = await watchProgram(() => void service.restart());
  running.push(() => watcher.close());
  const pages = await servePages(`http://127.0.0.1:${process.env.PORT ?? '3000'}`);
  running.push(() => pages.close());
  process.stderr.write(`Development: ${pages.url} and ${pages.url}admin/\n`);
}
