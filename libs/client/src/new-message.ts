/** A file elsewhere, by its address. */
export interface NewAttachment {
  readonly media_url: string;
  readonly media_type: 'image' | 'video' | 'audio' | 'file';
  readonly mime_type: string;
  /** Bytes. */
  readonly file_size?: number;
  readonly caption?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A file that was uploaded to the service: see `FileUploads` of `@parley/client/files`. */
export interface UploadedFile extends Pick<NewAttachment, 'caption' | 'metadata'> {
  readonly upload_id: string;
}

/** A poll to send. */
export interface NewPoll {
  /** 2 to 12 different texts, of 1 to 200 characters. */
  readonly options: readonly string[];
  /** Whether a user may choose several options. */
  readonly multiple?: boolean;
  /** Whether nobody sees who voted for what. */
  readonly anonymous?: boolean;
  /** When it closes by itself, in ISO 8601 with an offset. */
  readonly closes_at?: string;
}
