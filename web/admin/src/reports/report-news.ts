import type { Report } from '@parley/protocol';

/** The changes since the shown reports were read. */
export interface ReportNews {
  /** Reports that are not shown yet, the newest first. */
  readonly fresh: readonly Report[];
  /** The ids of shown reports that are not in the list any more. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Compares the shown reports with the first page of the list, the newest first. Ids are in the order of time.
 * @param isWhole whether the first page is the whole list
 */
export function newsOf(shown: readonly Report[], first: readonly Report[], isWhole: boolean): ReportNews {
  const known = new Set(shown.map(({ report_id }) => report_id));
  const present = new Set(first.map(({ report_id }) => report_id));
  const oldest = isWhole ? '' : (first.at(-1)?.report_id ?? '');
  const newestShown = shown[0]?.report_id ?? '';
  const gone = shown.filter(({ report_id: id }) => id >= oldest && !present.has(id));
  return {
    fresh: first.filter(({ report_id: id }) => !known.has(id) && id > newestShown),
    gone: new Set(gone.map(({ report_id }) => report_id)),
  };
}
