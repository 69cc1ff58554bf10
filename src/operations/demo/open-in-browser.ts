import { spawn } from 'node:child_process';

/** The programs that open a URL, on platforms without `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** @param say prints a hint if the program is missing */
export function openInBrowser(url: string, say: (line: string) => void): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  opener.on('error', () => {
    say(`There is no ${program} here: open ${url} yourself.\n`);
  });
  opener.unref();
}
