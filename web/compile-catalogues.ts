import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** A message without variables is its text: braces, quotes, tags and number signs mean something in ICU messages. */
const PLAIN = /^[^{}'<#]*$/;

/** The subject of the page for people who come in, which alone shows it. */
const WELCOME = 'welcome';

/** The subjects of which the first view of the web client shows nothing. */
const LATER_SUBJECTS: readonly string[] = [
  'blocking',
  'emoji',
  'inviting',
  'people',
  'reports',
  'saved',
  'search',
  'settings',
  'threads',
];

/**
 * Of other subjects, what their dialogs alone show: `languages/later-texts.spec.ts` knows what the first view shows.
 */
const LATER_KEYS: Readonly<Record<string, readonly string[]>> = {
  composer: [
    'anonymous',
    'anonymousHint',
    'attach',
    'attachFile',
    'audio',
    'closesAt',
    'file',
    'image',
    'mediaType',
    'options',
    'optionsHint',
    'preview',
    'question',
    'schedule',
    'severalChoices',
    'url',
    'urlHint',
    'video',
  ],
  conversation: [
    'closePoll',
    'closePollQuestion',
    'closePollTitle',
    'closeReactions',
    'copyText',
    'forward',
    'markUnread',
    'messageActions',
    'moreReactions',
    'oneChoice',
    'pin',
    'pollCloses',
    'pollIsClosed',
    'react',
    'removeFromSaved',
    'replyInThread',
    'report',
    'restrict',
    'saveForLater',
    'severalChoices',
    'tooManyPins',
    'tooManySaved',
    'unpin',
    'reply',
    'anonymous',
    'poll',
    'date',
    'deleteQuestion',
    'deleteTitle',
    'forwardTo',
    'jump',
    'loadingReceipts',
    'noPinnedMessages',
    'forwardAccess',
    'forwarded',
    'notDelivered',
    'readers',
    'receipts',
    'receivers',
  ],
  design: ['delete', 'more', 'remove'],
  files: ['downloadOf', 'more', 'noneInRoom', 'showInConversation'],
  rooms: [
    'accept',
    'acceptInvitation',
    'askToJoin',
    'backToRooms',
    'bannedUntil',
    'bannedWithoutEnd',
    'cannotBeOpened',
    'conversationBeginsAgain',
    'conversationWasDeleted',
    'decline',
    'declineInvitation',
    'declineInvitationQuestion',
    'declinedInvitationEffect',
    'endedWhileOffline',
    'invitationEnded',
    'invitations',
    'invitedBy',
    'join',
    'joinAtOnce',
    'joinByApprovalOfAdmin',
    'joinRefused',
    'joinRequestPending',
    'joinRequestSent',
    'messagesAreDeleted',
    'notInRoom',
    'onlyMembersCanAdd',
    'onlyMembersCanAddAfter',
    'roomFull',
    'roomWasDeleted',
    'unknownOrPrivate',
    'youAreNoLongerIn',
    'youLeft',
    'youWereBanned',
    'youWereRemoved',
    'byLink',
    'chatNotAccepted',
    'create',
    'description',
    'joinByApproval',
    'joinByApprovalHint',
    'link',
    'linkHint',
    'members',
    'messages',
    'mostRooms',
    'everyoneWrites',
    'moderatorsWrite',
    'whoMayWrite',
    'name',
    'open',
    'public',
    'publicHint',
    'removeUser',
    'scheduled',
    'optional',
    'typeChannelHint',
    'typeDirectHint',
    'typeGroupHint',
    'typeLinkHint',
    'selectedUsers',
    'type',
    'unknownUser',
    'userGone',
    'userName',
    'usersGone',
  ],
  scheduled: [
    'atAnotherTime',
    'attachment',
    'beingSent',
    'cancel',
    'cancelEffect',
    'cancelMessage',
    'cancelQuestion',
    'chooseEarlierTime',
    'chooseLaterTime',
    'chooseTime',
    'dayAndTime',
    'editMessage',
    'editRefused',
    'inAnHour',
    'leftRoom',
    'message',
    'messageCount',
    'messages',
    'mondayMorning',
    'none',
    'remove',
    'removeEffect',
    'removeMessage',
    'removeQuestion',
    'removeRefused',
    'replyInThread',
    'schedule',
    'sendNow',
    'sentOrCancelled',
    'thisEvening',
    'tomorrowMorning',
    'when',
    'writeMessage',
    'yourTimeZone',
  ],
  session: [
    'askForAccount',
    'askForInvitation',
    'forgotPassword',
    'makeAccount',
    'noOwnPassword',
    'noPasswords',
    'passwordNotChanged',
    'secondFactor',
    'secondFactorOff',
    'secondFactorOn',
    'turnOff',
  ],
  switcher: [
    'cancel',
    'editLast',
    'find',
    'keyControl',
    'keyEnter',
    'keyEscape',
    'keyShift',
    'newLine',
    'nextRoom',
    'nextUnread',
    'noneFound',
    'open',
    'pastePlain',
    'previousRoom',
    'previousUnread',
    'results',
    'send',
    'showShortcuts',
    'title',
    'toActions',
  ],
};

/** Whether a text is shown by a dialog, which is loaded together with its texts. */
const isLater = (key: string): boolean => {
  const [subject = '', name = ''] = key.split('.');
  return LATER_SUBJECTS.includes(subject) || (LATER_KEYS[subject]?.includes(name) ?? false);
};

/** The module of a catalogue that has a text; null: the program shows it nowhere. */
type Part = 'first' | 'later' | null;

/** The web client loads the texts of dialogs with them. */
export function partOfWebClient(key: string): Part {
  if (key.startsWith(`${WELCOME}.`)) return null;
  return isLater(key) ? 'later' : 'first';
}

/** The page for people who come in shares the log-in with the web client, and has none of its dialogs. */
export const partOfWelcomePage = (key: string): Part => (isLater(key) ? null : 'first');

/**
 * Parses the ICU messages of the catalogues, so that the page needs no parser. Plain messages stay texts. A message
 * that is invalid ends the build. A catalogue can become two modules, so that the first view does not load the texts of
 * dialogs.
 * @param partOf of the text with a key; by default all are in the first module
 */
export const compileCatalogues = (partOf: (key: string) => Part = () => 'first'): Plugin => ({
  name: 'compile-catalogues',
  // Before the plugin that makes modules of JSON.
  enforce: 'pre',
  transform: {
    filter: { id: /\/languages\/catalogues\/\w+\.json(\?later)?$/ },
    handler(text, id) {
      const messages = JSON.parse(text) as Readonly<Record<string, string>>;
      const isSecond = id.endsWith('?later');
      const compiled = Object.entries(messages)
        .filter(([key]) => partOf(key) === (isSecond ? 'later' : 'first'))
        .map(([key, message]) => [key, PLAIN.test(message) ? message : parse(message)] as const);
      const code = JSON.stringify(Object.fromEntries(compiled));
      // With a query it is no JSON for the plugins that follow.
      return { code: isSecond ? `export default ${code};` : code, map: null };
    },
  },
});
