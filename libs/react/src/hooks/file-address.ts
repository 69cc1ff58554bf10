import type { HookLibrary } from './bindings.js';

export function useFileAddressWith({ useAddress, useCallback }: HookLibrary): (url: string) => string | null {
  const address = useAddress();
  return useCallback(
    (url: string) => {
      const base = new URL(address ?? '/', document.baseURI);
      if (!URL.canParse(url, base)) return null;
      const { href, protocol } = new URL(url, base);
      return protocol === 'http:' || protocol === 'https:' ? href : null;
    },
    [address],
  );
}
