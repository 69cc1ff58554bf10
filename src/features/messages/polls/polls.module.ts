import { Module } from '@nestjs/common';

import { TimersModule } from '../../../platform/timers/timers.module.js';
import { RoomsModule } from '../../rooms/rooms.module.js';
import { MessageHistoryModule } from '../history/message-history.module.js';
import { ClosePoll } from './close-poll.js';
import { PollCloseEvent } from './poll-close.event.js';
import { PollEnding } from './poll-ending.js';
import { PollInsert } from './poll-insert.repository.js';
import { PollVoteEvent } from './poll-vote.event.js';
import { PollVotesRepository } from './poll-votes.repository.js';
import { PollsRepository } from './polls.repository.js';
import { VoteInPoll } from './vote-in-poll.js';

@Module({
  imports: [MessageHistoryModule, RoomsModule, TimersModule],
  providers: [
    ClosePoll,
    PollCloseEvent,
    PollEnding,
    PollInsert,
    PollVoteEvent,
    PollVotesRepository,
    PollsRepository,
    VoteInPoll,
  ],
  exports: [PollInsert, PollVotesRepository],
})
export class PollsModule {}
