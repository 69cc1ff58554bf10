import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { DatabaseKind } from '../../../platform/database/distribution/database-kind.js';
import { COMMIT_TOGETHER } from '../../../platform/database/distribution/mark.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { SignedFile } from '../file-address.js';
import type { UploadState } from '../upload.entity.js';
import type { AvatarGrant } from '../upload-grant.js';

/** An upload that its author may use as an avatar. */
export interface ClaimableAvatar extends SignedFile {
  readonly state: UploadState;
}

/**
 * Which uploads users and rooms show as their avatars. One in use has no time at which its bytes are deleted. The
 * statements run in the transaction that changes the row of the user or the room, which is locked.
 */
@Injectable()
export class AvatarClaims {
  constructor(private readonly kind: DatabaseKind) {}

  /** Locks an upload of the author for this place. Undefined: there is none. */
  async lock(
    manager: EntityManager,
    { userId, kind, roomId }: AvatarGrant,
    id: string,
  ): Promise<ClaimableAvatar | undefined> {
    const [upload] = await manager.query<ClaimableAvatar[]>(LOCK, [id, userId, kind, roomId]);
    return upload;
  }

  /** Keeps a locked upload until it is released. */
  async keep(manager: EntityManager, id: string): Promise<void> {
    await this.commitTogether(manager);
    await manager.query(KEEP, [id]);
  }

  /** Gives back an avatar in use: nobody may read it from the commit on, and its bytes are deleted. */
  async release(manager: EntityManager, id: string): Promise<void> {
    await this.commitTogether(manager);
    await manager.query(RELEASE, [id]);
  }

  /** The row of a room may be on another server. */
  private async commitTogether(manager: EntityManager): Promise<void> {
    if (this.kind.isDistributed) await manager.query(COMMIT_TOGETHER);
  }
}

const LOCK = prepared(`
  SELECT id, secret, state FROM uploads
  WHERE id = $1 AND user_id = $2 AND kind = $3 AND room_id IS NOT DISTINCT FROM $4::uuid AND state <> 'removing'
    AND (expires_at IS NULL OR expires_at > statement_timestamp())
  FOR UPDATE`);

const KEEP = prepared('UPDATE uploads SET expires_at = NULL WHERE id = $1');

const RELEASE = prepared(`
  UPDATE uploads SET expires_at = statement_timestamp()
  WHERE id = $1 AND kind IN ('avatar', 'room_avatar') AND expires_at IS NULL`);
