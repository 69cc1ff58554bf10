/** The styles that an application gives a part. Parts have none, and name their elements by `data-parley-…`. */
export interface Styling {
  readonly className?: string | undefined;
}
