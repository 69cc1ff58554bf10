import type { DataSource } from 'typeorm';

import { AttachedUploads } from '../../src/features/messages/attachments/attached-uploads.js';
import { SentDraftsRepository } from '../../src/features/messages/drafts/sent-drafts.repository.js';
import { PollInsert } from '../../src/features/messages/polls/poll-insert.repository.js';
import { BatchInsert } from '../../src/features/messages/sending/batch-insert.repository.js';
import { FurtherRows } from '../../src/features/messages/sending/inserted-rows.repository.js';
import { RoomInsert } from '../../src/features/messages/sending/room-insert.repository.js';
import type { HeldMessagesRepository } from '../../src/features/messages/held/held-messages.repository.js';
import { SlowModeRepository } from '../../src/features/messages/sending/slow-mode.repository.js';
import { ThreadRepliesRepository } from '../../src/features/messages/threads/thread-replies.repository.js';
import { PrivateLogRepository } from '../../src/features/private-log/private-log.repository.js';
import { findDatabaseKind } from '../../src/platform/database/distribution/database-kind.js';
import { derivedRows } from '../../src/platform/database/distribution/derived-rows.js';
import { TimersRepository } from '../../src/platform/timers/timers.repository.js';
import { UploadClaims } from '../../src/features/uploads/claims/upload-claims.repository.js';
import { Timers } from '../../src/platform/timers/timers.js';
import type { MessageInsert } from '../../src/features/messages/sending/message-insert.js';

// Nothing was held.
const held = { releaseStored: () => Promise.resolve() } as unknown as HeldMessagesRepository;

const further = (source: DataSource, isDistributed: boolean): FurtherRows =>
  new FurtherRows(
    new PollInsert(new Timers(new TimersRepository(source)), { isDistributed }),
    new AttachedUploads(new UploadClaims(source, { isDistributed })),
    new SlowModeRepository(source),
    held,
  );

/** The ways in which messages are stored, each made for a database. */
export const MESSAGE_INSERTS: readonly (readonly [
  name: string,
  make: (source: DataSource) => Promise<MessageInsert>,
])[] = [
  // Citus refuses the statement.
  ...(process.env.TEST_CITUS_URL
    ? []
    : [
        [
          'one statement',
          (source: DataSource) => Promise.resolve(new BatchInsert(source, further(source, false))),
        ] as const,
      ]),
  [
    'a transaction for each room',
    async (source) => {
      const kind = await findDatabaseKind(source, false);
      const privateLogs = new PrivateLogRepository(source);
      const threads = new ThreadRepliesRepository(privateLogs);
      const drafts = new SentDraftsRepository(privateLogs);
      return new RoomInsert(source, derivedRows(kind), threads, drafts, further(source, kind.isDistributed));
    },
  ],
];
