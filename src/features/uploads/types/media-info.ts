/** The format of audio or video. Null: unknown, as all of AVI, Ogg video and broken files are. */
export interface MediaInfo {
  readonly seconds: number | null;
  /** Pixels of a video as it is shown: turned, and with square pixels. */
  readonly width: number | null;
  readonly height: number | null;
}

export const UNKNOWN_MEDIA: MediaInfo = { seconds: null, width: null, height: null };
