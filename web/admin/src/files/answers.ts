export interface ListedFile {
  readonly id: string;
  readonly username: string | null;
  readonly room_id: string | null;
  readonly state: string;
  readonly filename: string;
  readonly mime_type: string;
  readonly bytes: number;
  /** The scanner's name of its finding. */
  readonly signature: string | null;
  readonly sha256: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** The bytes that a removal of unneeded bytes deletes, and the bytes that are missing. */
export interface FilePurge {
  readonly orphans: number;
  readonly orphan_bytes: number;
  readonly missing: number;
  readonly missing_ids: readonly string[];
}
