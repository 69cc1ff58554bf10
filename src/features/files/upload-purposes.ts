import { Injectable } from '@nestjs/common';
import { invalid, notPermitted } from '@parley/protocol';
import { Choice, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Actor } from '@parley/realtime/requests';

import { MessagePolicy } from '../messages/message.policy.js';
import { RoomPolicy } from '../rooms/room.policy.js';
import { deploymentLogo, ownAvatar } from '../uploads/upload-grant.js';
import type { UploadGrant } from '../uploads/upload-grant.js';
import { DeploymentPolicy } from '../users/roles/deployment.policy.js';

/** In code points. A message with ten files shows ten names. */
const LONGEST_FILENAME = 400;
const LONGEST_TYPE = 100;
const KINDS = ['message', 'avatar', 'room_avatar', 'logo'] as const;

const NAMES = { avatar: 'an avatar', logo: 'a logo' } as const;

export class UploadRequest {
  @Text({ min: 1, max: LONGEST_FILENAME })
  filename!: string;

  /** Bytes. */
  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  size!: number;

  @Text({ min: 1, max: LONGEST_TYPE })
  mime_type!: string;

  /** The place that shows the file: a message, the profile of the user, a room, or the log-in. Default: a message. */
  @Optional({ nullable: false })
  @Choice(KINDS)
  kind?: (typeof KINDS)[number];

  /** The room in which a message is to show the file, or which is to show it. Not for an `avatar` or a `logo`. */
  @Optional({ nullable: false })
  @Id()
  room_id?: string;
}

/** Decides whether a user may upload a file of a kind to a place. */
@Injectable()
export class UploadPurposes {
  constructor(
    private readonly messages: MessagePolicy,
    private readonly rooms: RoomPolicy,
    private readonly deployment: DeploymentPolicy,
  ) {}

  /** @throws Refusal 4003 if the place is not one of the kind, 4004 for a room without the user, 4002 */
  async grant(actor: Actor, { kind = 'message', room_id: room }: UploadRequest): Promise<UploadGrant> {
    if (kind === 'avatar' || kind === 'logo') {
      if (actor.rooms) throw notPermitted('A token that is limited to rooms may not do this.');
      if (room !== undefined) throw invalid({ room_id: [`Must not be given for ${NAMES[kind]}.`] });
      return kind === 'avatar'
        ? ownAvatar(actor.user.id)
        : deploymentLogo(this.deployment.require('settings.manage', actor));
    }
    if (room === undefined) throw invalid({ room_id: ['This field is required.'] });
    const roomId = room.toLowerCase();
    return kind === 'message' ? this.messages.mayUpload(actor, roomId) : this.rooms.mayUploadAvatar(actor, roomId);
  }
}
