/** What an application gives a part for its styles. Parts have none, and name their elements by `data-parley-…`. */
export interface Styling {
  readonly className?: string | undefined;
}
