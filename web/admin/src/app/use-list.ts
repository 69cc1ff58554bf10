import { useEffect, useMemo } from 'preact/hooks';

import { PagedList } from './paged-list.js';

/**
 * The list of a route, which is read when it is shown, and anew with other filters.
 * @param path of the route, with its filters
 * @param name of the items in its answer
 */
export function useList<Item>(path: string, name: string): PagedList<Item> {
  const list = useMemo(() => new PagedList<Item>(path, name), [path, name]);
  useEffect(() => void list.reload(), [list]);
  return list;
}
