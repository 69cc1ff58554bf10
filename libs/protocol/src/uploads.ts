/** Where the bytes of an upload are sent: by tus to a path of the service, or by one PUT to its store. */
export type UploadTarget =
  | { readonly protocol: 'tus'; readonly url: string }
  | { readonly protocol: 'put'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The answer to the creation of an upload. */
export interface OpenedUpload {
  readonly upload_id: string;
  readonly upload: UploadTarget;
  /** Unless a message shows the upload by then, it is removed. */
  readonly expires_at: string;
}

/** An upload that no message shows yet. */
export interface PendingUpload {
  readonly upload_id: string;
  /**
   * `open`: its bytes are not complete. `pending`: they are, and the service has them scanned; a message may show it
   * already. `ready`: it can be read. `blocked`: the scanner has found something in it, and no message may show it.
   */
  readonly state: 'open' | 'pending' | 'ready' | 'blocked';
  readonly filename: string;
  /** As declared while it is open, then as found in the bytes. */
  readonly mime_type: string;
  /** Bytes: as declared while it is open, then as served. */
  readonly file_size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly sha256: string | null;
  readonly expires_at: string;
}
