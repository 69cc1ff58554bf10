import { servePages } from './pages.js';
import { DevService } from './service.js';
import { watchProgram } from './watch-program.js';

/** Runs until the process is asked to stop. A `PORT` is that of the service. */
export async function dev() {
  const port = process.env.PORT ?? '3000';
  const service = new DevService();
  const watcher = await watchProgram(() => void service.restart());
  const pages = await servePages(`http://127.0.0.1:${port}`);
  process.stderr.write(`Development: ${pages.url} and ${pages.url}admin/\n`);

  let stops = false;
  const stop = async () => {
    // The terminal signals the whole group, and npm passes its own signal on.
    if (stops) return;
    stops = true;
    await Promise.all([watcher.close(), pages.close(), service.stop()]);
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
}
