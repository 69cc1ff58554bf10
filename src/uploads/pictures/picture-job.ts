/** The longest side of a thumbnail in pixels. */
export const THUMBNAIL_SIDE = 480;

/** What the process of pictures is asked: one job at a time. */
export interface PictureJob {
  readonly source: string;
  readonly target: string;
  /** Undefined: the target becomes an avatar. */
  readonly rewrite:
    | { readonly thumbnail: string; readonly mimeType: string; readonly keepMetadata: boolean }
    | undefined;
}

/** A picture as it is stored. Width and height are those that a person sees, with the orientation applied. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly hasThumbnail: boolean;
}

/** What that process reports: its use of resources many times, and once what became of the job. */
export type PictureReport = { readonly name: 'usage'; readonly rss: number; readonly cpuMs: number } | PictureOutcome;

/** Refused: the picture is at fault. Failed: a file cannot be read or written, or the library cannot be loaded. */
export type PictureOutcome =
  | { readonly name: 'done'; readonly picture: Picture }
  | { readonly name: 'refused'; readonly reason: string }
  | { readonly name: 'failed'; readonly reason: string };
