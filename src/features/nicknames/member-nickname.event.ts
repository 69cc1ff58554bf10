import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Name, Optional, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { SetNickname } from './set-nickname.js';

const LONGEST_NICKNAME = 50;

class MemberNicknameRequest {
  @Id()
  room_id!: string;

  /** Empty: the member has none any more. */
  @Name({ min: 0, max: LONGEST_NICKNAME })
  nickname!: string;

  /** By default the user of the request. Leaders of the room name others, to remove their nicknames. */
  @Optional()
  @UserId()
  user_id?: number | null;
}

/** `member.nickname`: gives the user another name in one room, or removes the nickname of a member. */
@Injectable()
@ClientEvent({
  name: 'member.nickname',
  summary: 'Sets the nickname of the user in a room, or removes that of a member.',
  request: MemberNicknameRequest,
  roomTokens: 'open',
  emits: ['membernickname.dispatch'],
})
export class MemberNicknameEvent implements EventHandler<MemberNicknameRequest> {
  constructor(private readonly act: SetNickname) {}

  handle({ room_id, nickname, user_id }: MemberNicknameRequest, context: EventContext): Promise<Answer | undefined> {
    return this.act.set(context, { roomId: room_id.toLowerCase(), nickname, userId: user_id ?? undefined });
  }
}
