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
  const { state } = useChat();
  const question = useSignal<Question | null>(null);
  const room = open.info.value;
  const hasRequests = room?.type === 'GroupChat' && rights.isLeader;
  const areRequestsKnown = useRequests(open.id, hasRequests);
  useLoad(() => open.loadMembers(), open.id);

  if (question.value) return <ConfirmQuestion question={question.value} open={open} onClose={onClose} />;
  // What is loaded later would move what a user points at. Without a connection, what is known is shown.
  const isShown = (room !== null && open.members.value !== null && areRequestsKnown) || state.value !== 'online';
  return (
    <Dialog title={t('settings.roomSettings')} onClose={onClose} isWide>
      {isShown && <Sections {...{ entry, open, rights, question, hasRequests }} />}
    </Dialog>
  );
}

interface SectionsProps extends LeaveSectionProps {
  readonly hasRequests: boolean;
}

const Sections = ({ entry, open, rights, question, hasRequests }: SectionsProps): JSX.Element => (
  <>
    <RoomSections open={open} rights={rights} />
    {hasRequests && <JoinRequestsSection roomId={open.id} />}
    <NotificationsSection roomId={entry.id} />
    <PreferencesSection entry={entry} />
    <MembersSection open={open} rights={rights} />
    <LeaveSection {...{ entry, open, rights, question }} />
    {rights.isLeader && <RestrictionsSection roomId={open.id} />}
  </>
);

/** What a room has and a direct message has not. */
function RoomSections({ open, rights: { isLeader } }: Pick<SettingsProps, 'open' | 'rights'>): JSX.Element | null {
  const room = open.info.value;
  if (!room || room.type === 'OneToOneChat') return null;
  return (
    <>
      <AboutSection open={open} room={room} isLeader={isLeader} />
      {isLeader && <RulesSection open={open} room={room} />}
    </>
  );
}

/** Loads the requests to join. @returns whether they are known, or there are none */
function useRequests(roomId: string, hasRequests: boolean): boolean {
  const { joinRequests } = useChat();
  const areKnown = useSignal(false);
  useEffect(() => {
    if (!hasRequests) return;
    const show = (): void => {
      areKnown.value = true;
    };
    // A refused request leaves the list empty.
    joinRequests.load(roomId).then(show, show);
  }, [hasRequests]);
  return areKnown.value || !hasRequests;
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
