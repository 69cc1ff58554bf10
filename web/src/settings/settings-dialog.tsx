import type { RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { BlockButton } from '../blocking/block-button.js';
import { useChat } from '../chat/chat-context.js';
import { useLoad } from '../chat/use-load.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Button } from '../design/button.js';
import { copyText } from '../design/clipboard.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { Dialog } from '../design/dialog.js';
import { Icon } from '../design/icon.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { roomLink, showList } from '../location.js';
import { RestrictionsSection } from '../moderation/restrictions-section.js';
import { ReportButton } from '../reports/report-button.js';
import { peerOf } from '../rooms/names.js';
import { AboutSection } from './about-section.js';
import { JoinRequestsSection } from './join-requests-section.js';
import { leaveQuestion } from './leave-question.js';
import { MembersSection } from './members-section.js';
import { NotificationsSection } from './notifications-section.js';
import { PreferencesSection } from './preferences-section.js';
import { RulesSection } from './rules-section.js';

interface SettingsProps {
  readonly entry: RoomListEntry;
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly onClose: () => void;
}

/** Actions that need a confirmation. */
type Question = 'leave' | 'destroy' | 'forget';

export function SettingsDialog({ entry, open, rights, onClose }: SettingsProps): JSX.Element {
  const { joinRequests } = useChat();
  const question = useSignal<Question | null>(null);
  const room = open.info.value;
  const isGroup = room?.type === 'GroupChat';
  useLoad(() => open.loadMembers(), open.id);
  useEffect(() => {
    // A refused request leaves the list empty.
    if (isGroup && rights.isLeader) void joinRequests.load(open.id).catch(() => undefined);
  }, [isGroup, rights.isLeader]);

  if (question.value) return <ConfirmQuestion question={question.value} open={open} onClose={onClose} />;
  return (
    <Dialog title={t('settings.roomSettings')} onClose={onClose} isWide>
      {room && room.type !== 'OneToOneChat' && (
        <>
          <AboutSection open={open} room={room} isLeader={rights.isLeader} />
          {rights.isLeader && <RulesSection open={open} room={room} />}
          {rights.isLeader && <RestrictionsSection roomId={open.id} />}
          {isGroup && rights.isLeader && <JoinRequestsSection roomId={open.id} />}
        </>
      )}
      <NotificationsSection roomId={entry.id} />
      <PreferencesSection entry={entry} />
      <MembersSection open={open} rights={rights} />
      <LeaveSection {...{ entry, open, rights, question }} />
    </Dialog>
  );
}

interface LeaveSectionProps {
  readonly entry: RoomListEntry;
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly question: Signal<Question | null>;
}

function LeaveSection({ entry, open, rights, question }: LeaveSectionProps): JSX.Element {
  const ask = (what: Question) => () => {
    question.value = what;
  };
  const peer = peerOf(entry);
  const isOfTwo = open.info.value?.type === 'OneToOneChat';
  return (
    <section class="settings-section settings-end" aria-label={t('settings.leaveOrDelete')}>
      {rights.mayLeave && (
        <>
          <Button onClick={() => void copyText(roomLink(open.id), t('settings.linkCopied'))}>
            <Icon name="link" /> {t('settings.copyLink')}
          </Button>
          <Button kind="danger" onClick={ask('leave')}>
            <Icon name="logOut" /> {t('settings.leave')}
          </Button>
        </>
      )}
      {peer && <ReportButton user={peer} />}
      {peer && <BlockButton user={peer} />}
      {rights.mayDestroy && (
        <Button kind="danger" onClick={ask(isOfTwo ? 'forget' : 'destroy')}>
          <Icon name="trash" /> {isOfTwo ? t('settings.deleteConversation') : t('settings.deleteRoom')}
        </Button>
      )}
    </section>
  );
}

const QUESTIONS = {
  leave: () => ({ title: t('settings.leaveRoomQuestion'), verb: t('settings.leave') }),
  destroy: () => ({
    title: t('settings.deleteRoomQuestion'),
    question: t('settings.deleteRoomEffect'),
    verb: t('settings.deleteRoom'),
  }),
  forget: () => ({
    title: t('settings.deleteConversationQuestion'),
    question: t('settings.deleteConversationEffect'),
    verb: t('settings.deleteConversation'),
  }),
};

interface ConfirmQuestionProps {
  readonly question: Question;
  readonly open: OpenRoom;
  readonly onClose: () => void;
}

function ConfirmQuestion({ question, open, onClose }: ConfirmQuestionProps): JSX.Element {
  const { self } = useChat();
  const confirm = async (): Promise<void> => {
    if (await attempt(() => (question === 'leave' ? open.room.leave() : open.room.destroy()))) showList();
  };
  const room = open.info.value;
  const isNamed = room !== null && room.type !== 'OneToOneChat';
  const text = isNamed && question === 'leave' ? leaveQuestion(room, open.members.value, self.id) : '';
  return (
    <ConfirmDialog question={text} {...QUESTIONS[question]()} onConfirm={() => void confirm()} onClose={onClose} />
  );
}
