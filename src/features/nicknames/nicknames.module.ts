import { Module } from '@nestjs/common';

import { ModerationModule } from '../moderation/moderation.service.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { MemberNicknameEvent } from './member-nickname.event.js';
import { NicknameReplayer } from './nickname-replayer.js';
import { NicknamePolicy } from './nickname.policy.js';
import { NicknamesRepository } from './nicknames.repository.js';
import { SetNickname } from './set-nickname.js';

@Module({
  imports: [ModerationModule, RoomsModule],
  providers: [MemberNicknameEvent, NicknamePolicy, NicknameReplayer, NicknamesRepository, SetNickname],
})
export class NicknamesModule {}
