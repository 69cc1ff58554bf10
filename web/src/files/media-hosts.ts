import { signal } from '@preact/signals';

const KEY = 'parley:media-hosts';

/** The hosts whose media the user has asked for, in this session of the browser. */
const shownHosts = signal<ReadonlySet<string>>(new Set(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]));

/** The host of a medium; null for the service itself, which learns nothing new from a request. */
export function foreignHost(url: string): string | null {
  const { host } = new URL(url, location.href);
  return host === location.host ? null : host;
}

/** Whether media of this host are loaded without a further question: its owner learns who reads, and when. */
export const isShownHost = (host: string): boolean => shownHosts.value.has(host);

export function showHost(host: string): void {
  shownHosts.value = new Set([...shownHosts.value, host]);
  sessionStorage.setItem(KEY, JSON.stringify([...shownHosts.value]));
}
