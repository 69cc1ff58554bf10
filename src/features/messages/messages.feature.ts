import type { Feature } from '../../platform/feature/feature.js';
import { Attachment } from './attachments/attachment.entity.js';
import { Reaction } from './changes/reaction.entity.js';
import { ComposerDraftRow } from './drafts/composer-draft.entity.js';
import { HeldMessageRow } from './held/held-message.entity.js';
import { Mention } from './mentions/mention.entity.js';
import { Message } from './message.entity.js';
import { PollRow, PollVote } from './polls/poll.entity.js';
import { Receipt } from './receipts/receipt.entity.js';
import { ThreadMember } from './threads/thread-member.entity.js';
import { messagesPersonalData } from './messages.personal-data.js';

export const messagesFeature: Feature = {
  entities: [
    Attachment,
    Reaction,
    ComposerDraftRow,
    HeldMessageRow,
    Mention,
    Message,
    PollRow,
    PollVote,
    Receipt,
    ThreadMember,
  ],
  personalData: messagesPersonalData,
  module: async () => (await import('./messages.module.js')).MessagesModule,
};
