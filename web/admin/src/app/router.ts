import { computed, signal } from '@preact/signals';

import { partsOf, withQuery } from './addresses.js';
import type { QueryValues } from './addresses.js';

const BASE = import.meta.env.BASE_URL;

interface Address {
  readonly pathname: string;
  readonly search: string;
}

const read = (): Address => ({ pathname: location.pathname, search: location.search });

const address = signal(read());

addEventListener('popstate', () => {
  address.value = read();
});

/** The parts of the address below the page. */
export const parts = computed(() => partsOf(address.value.pathname, BASE));

/** The query of the address: the filters of a list. */
export const query = computed(() => new URLSearchParams(address.value.search));

/** The address of a part of the page. @param path such as `users/ada` */
export const hrefOf = (path: string): string => BASE + path;

/** Shows a part of the page. @param path such as `users/ada` */
export function go(path: string): void {
  history.pushState(null, '', hrefOf(path));
  address.value = read();
}

/** Shows the same part with other filters. */
export function filterBy(values: QueryValues): void {
  history.pushState(null, '', withQuery(address.value.pathname, values));
  address.value = read();
}
