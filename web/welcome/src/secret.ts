import { signal } from '@preact/signals';

/** The key or the token of the opened address, which is in the memory of this page alone. Empty: it has none. */
export const secret = signal(take());

// Another address of this page is opened in the same tab.
addEventListener('hashchange', () => {
  secret.value = take() || secret.value;
});

/** Takes it out of the address, also of that in the history. */
function take(): string {
  const taken = location.hash.slice(1);
  if (location.href.includes('#')) history.replaceState(null, '', location.pathname);
  return taken;
}
