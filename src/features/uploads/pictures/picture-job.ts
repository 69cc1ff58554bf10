/** The format of audio or video. Null: unknown, as all of AVI, Ogg video and broken files are. */
export interface MediaInfo {
  readonly seconds: number | null;
  /** Pixels of a video as it is shown: turned, and with square pixels. */
  readonly width: number | null;
  readonly height: number | null;
}

export const UNKNOWN_MEDIA: MediaInfo = { seconds: null, width: null, height: null };

/** The longest side of a thumbnail in pixels. */
export const THUMBNAIL_SIDE = 480;

/** A job of the picture process for a picture. */
export interface PictureJob {
  readonly source: string;
  readonly target: string;
  /** Whether it becomes a logo, which keeps its proportions. */
  readonly isLogo?: boolean | undefined;
  /** Undefined: the target becomes an avatar, or a logo. */
  readonly rewrite:
    | { readonly thumbnail: string; readonly mimeType: string; readonly keepMetadata: boolean }
    | undefined;
  /** Of all frames together; undefined: as many as an upload may have. */
  readonly mostPixels?: number | undefined;
}

/** A job of the picture process for audio or video. */
export interface MediaJob {
  readonly media: string;
}

/** One job at a time. */
export type FileJob = PictureJob | MediaJob;

/** A picture as it is stored. Width and height are those that a person sees, with the orientation applied. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly hasThumbnail: boolean;
}

/** A report of the picture process: its use of resources many times, and the outcome of the job once. */
export type FileReport = { readonly name: 'usage'; readonly rss: number; readonly cpuMs: number } | FileOutcome;

/** Refused: the file is at fault. Failed: a file cannot be read or written, or the library cannot be loaded. */
export type FileOutcome =
  | { readonly name: 'done'; readonly result: Picture | MediaInfo }
  | { readonly name: 'refused'; readonly reason: string }
  | { readonly name: 'failed'; readonly reason: string };

/** The bytes are not a picture of their type, or a damaged one. */
export class Unreadable extends Error {}

/** Of pictures that take too much memory. */
export const TOO_MANY_PIXELS = 'too many pixels';
