import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Button } from '../design/button.js';
import { copy } from '../design/copy.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { Dialog } from '../design/dialog.js';
import { Icon } from '../design/icon.js';
import { attempt } from '../errors.js';
import { linkTo, showList } from '../location.js';
import { AboutSection } from './about-section.js';
import { JoinRequestsSection } from './join-requests-section.js';
import { MembersSection } from './members-section.js';
import { RulesSection } from './rules-section.js';

interface SettingsProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly onClose: () => void;
}

/** What is asked before it is done. */
type Question = 'leave' | 'destroy';

export function SettingsDialog({ open, rights, onClose }: SettingsProps): JSX.Element {
  const { joinRequests } = useChat();
  const question = useSignal<Question | null>(null);
  const room = open.info.value;
  const isGroup = room?.type === 'GroupChat';
  useEffect(() => {
    void open.loadMembers();
    // Where it is refused there is nothing to show.
    if (isGroup && rights.isLeader) void joinRequests.load(open.id).catch(() => undefined);
  }, [isGroup, rights.isLeader]);

  if (question.value) return <Asking question={question.value} open={open} onClose={onClose} />;
  return (
    <Dialog title="Settings of the room" onClose={onClose} isWide>
      {room && room.type !== 'OneToOneChat' && (
        <>
          <AboutSection open={open} room={room} isLeader={rights.isLeader} />
          {rights.isLeader && <RulesSection open={open} room={room} />}
          {isGroup && rights.isLeader && <JoinRequestsSection roomId={open.id} />}
        </>
      )}
      <MembersSection open={open} rights={rights} />
      <EndSection open={open} rights={rights} question={question} />
    </Dialog>
  );
}

interface EndProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly question: Signal<Question | null>;
}

function EndSection({ open, rights, question }: EndProps): JSX.Element {
  const asks = (what: Question) => () => {
    question.value = what;
  };
  return (
    <section class="settings-section settings-end" aria-label="The room">
      {rights.mayLeave && (
        <>
          <Button onClick={() => void copy(linkTo(open.id), 'The link is copied.')}>
            <Icon name="link" /> Copy the link
          </Button>
          <Button kind="danger" onClick={asks('leave')}>
            <Icon name="logOut" /> Leave
          </Button>
        </>
      )}
      {rights.mayDestroy && (
        <Button kind="danger" onClick={asks('destroy')}>
          <Icon name="trash" /> Delete the room
        </Button>
      )}
    </section>
  );
}

const QUESTIONS = {
  leave: { title: 'Leave this room?', question: 'You hear nothing of it any more.', verb: 'Leave' },
  destroy: {
    title: 'Delete this room?',
    question: 'It is gone for everybody, with all that was said in it.',
    verb: 'Delete the room',
  },
} as const;

interface AskingProps {
  readonly question: Question;
  readonly open: OpenRoom;
  readonly onClose: () => void;
}

function Asking({ question, open, onClose }: AskingProps): JSX.Element {
  const goes = async (): Promise<void> => {
    if (await attempt(() => (question === 'leave' ? open.room.leave() : open.room.destroy()))) showList();
  };
  return <ConfirmDialog {...QUESTIONS[question]} onConfirm={() => void goes()} onClose={onClose} />;
}
