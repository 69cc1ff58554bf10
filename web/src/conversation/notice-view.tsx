import type { User } from '@parley/client';
import type { RoomNotice } from '@parley/client/conversations';
import type { ComponentChild, JSX } from 'preact';

import { locale, t, textWithElements } from '../languages/translate.js';
import { PersonButton } from '../people/person-button.js';
import type { Self } from '../session/session.js';

/** The number of users whose names are shown. */
const MOST_NAMES = 5;

type Text = ComponentChild;

/** The parts of the text of a notice. */
interface Parts {
  readonly notice: RoomNotice;
  /** Elements for the tags of the texts. */
  readonly actor: () => JSX.Element;
  readonly users: () => JSX.Element;
  readonly isByUser: boolean;
  /** Whether the user is among those whom it concerns. */
  readonly isAboutUser: boolean;
}

const TEXTS: Readonly<Record<RoomNotice['kind'], (parts: Parts) => Text>> = {
  created: ({ actor, isByUser }) =>
    isByUser ? t('conversation.noticeYouCreated') : textWithElements('conversation.noticeCreated', { actor }),
  joined: ({ users, isAboutUser }) =>
    isAboutUser ? t('conversation.noticeYouJoined') : textWithElements('conversation.noticeJoined', { users }),
  left: ({ users, isAboutUser }) =>
    isAboutUser ? t('conversation.noticeYouLeft') : textWithElements('conversation.noticeLeft', { users }),
  added: ({ actor, users, isByUser, isAboutUser, notice: { user_count: count } }) => {
    if (isByUser) return textWithElements('conversation.noticeYouAdded', { users });
    if (!isAboutUser) return textWithElements('conversation.noticeAdded', { actor, users });
    return textWithElements('conversation.noticeAddedYou', { actor }, { others: count - 1 });
  },
  removed: ({ actor, users, isByUser, isAboutUser, notice: { user_count: count } }) => {
    if (isByUser) return textWithElements('conversation.noticeYouRemoved', { users });
    if (!isAboutUser) return textWithElements('conversation.noticeRemoved', { actor, users });
    return textWithElements('conversation.noticeRemovedYou', { actor }, { others: count - 1 });
  },
  renamed: ({ actor, isByUser, notice: { name = '' } }) =>
    isByUser
      ? t('conversation.noticeYouRenamed', { name })
      : textWithElements('conversation.noticeRenamed', { actor }, { name }),
};

interface NoticeProps {
  readonly notice: RoomNotice;
  readonly self: Self;
}

/** Shows a change of the room as a sentence. */
export function NoticeView({ notice, self }: NoticeProps): JSX.Element {
  const text = TEXTS[notice.kind]({
    notice,
    actor: () => <Person user={notice.actor} />,
    users: () => <People users={notice.users} count={notice.user_count} />,
    isByUser: notice.actor?.id === self.id,
    isAboutUser: notice.users.some(({ id }) => id === self.id),
  });
  return <p class="notice-line muted">{text}</p>;
}

const Person = ({ user }: { readonly user: User | null }): JSX.Element =>
  user ? <PersonButton user={user} isTabStop={false} /> : <>{t('conversation.noticeDeletedUser')}</>;

/** The names of the first users, and how many others there are. Of deleted users only the number is known. */
function People({ users, count }: { readonly users: readonly User[]; readonly count: number }): JSX.Element {
  const named = users.slice(0, MOST_NAMES);
  if (named.length === 0) return <>{t('conversation.noticeUserCount', { count })}</>;
  const names = named.map((user) => <Person key={user.id} user={user} />);
  const others = count - named.length;
  return <>{listed(others > 0 ? [...names, t('conversation.noticeOthers', { count: others })] : names)}</>;
}

/** Elements one after the other, as the language lists them. */
const listed = (elements: readonly (JSX.Element | string)[]): (JSX.Element | string)[] =>
  new Intl.ListFormat(locale.value, { type: 'conjunction' })
    .formatToParts(elements.map((_, at) => String(at)))
    .map(({ type, value }) => (type === 'element' ? (elements[Number(value)] ?? '') : value));
