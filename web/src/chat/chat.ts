import { Parley } from '@parley/client';
import type { ParleyError, State } from '@parley/client';
import { Pins, Polls } from '@parley/client/conversations';
import { Channels, Sessions, Users } from '@parley/client/people';
import { effect, signal } from '@preact/signals';

import { ComposerDrafts } from '../composer/drafts.js';
import { OpenRooms } from '../conversation/open-rooms.js';
import { APP_NAME, SOCKET_PATH } from '../deployment.js';
import { toast } from '../design/toasts.js';
import { errorMessage } from '../error-message.js';
import type { ChosenFiles } from '../files/chosen-file.js';
import { shownRoomId } from '../location.js';
import { notifyOnDemand } from '../notifications/notifications-on-demand.js';
import { roomName } from '../rooms/names.js';
import { RoomList } from '../rooms/room-list.js';
import { RoomPreferences } from '../rooms/room-preferences.js';
import { accessToken, logOut } from '../session/session.js';
import type { Self } from '../session/session.js';
import { Acknowledgements } from './acknowledgements.js';
import { Invitations } from './invitations.js';
import { Limits } from './limits.js';
import { JoinRequests } from './join-requests.js';
import { keptChat } from './kept-chat.js';
import type { KeptChat } from './kept-chat.js';
import { MemberMarks } from './member-marks.js';
import { MessageAnnouncer } from './message-announcer.js';
import { Notices } from './notices.js';
import { pageTitle } from './page-title.js';
import { Presences } from './presences.js';
import { Threads } from './threads.js';
import { TypingUsers } from './typing-users.js';
import { UnreadThreads } from './unread-threads.js';

function socketAddress(): string {
  const url = new URL(SOCKET_PATH, document.baseURI);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

/** In the title of the page, and at the icon of an installed page. */
function showUnread(count: number, room?: string): void {
  document.title = pageTitle(APP_NAME, count, room);
  (navigator as Partial<Navigator>).setAppBadge?.(count).catch(() => undefined);
}

/** The connection of the logged-in user and the state that its events update. */
export class Chat {
  readonly state = signal<State>('offline');
  /** The reason why the client does not reconnect by itself. */
  readonly stopError = signal<ParleyError | null>(null);
  readonly parley: Parley;
  readonly users: Users;
  readonly channels: Channels;
  readonly sessions: Sessions;
  readonly pins: Pins;
  readonly threads: Threads;
  readonly polls: Polls;
  readonly rooms: RoomList;
  readonly preferences: RoomPreferences;
  readonly drafts: ComposerDrafts;
  readonly unreadThreads: UnreadThreads;
  readonly marks: MemberMarks;
  readonly presences: Presences;
  readonly typing: TypingUsers;
  readonly joinRequests: JoinRequests;
  readonly invitations: Invitations;
  readonly limits: Limits;
  readonly openRooms: OpenRooms;
  /** The files that the user has chosen to send, of all rooms. */
  readonly files: ChosenFiles = signal([]);
  private readonly kept: KeptChat;
  private readonly disposers: (() => void)[];

  constructor(readonly self: Self) {
    this.kept = keptChat(self.id);
    this.parley = new Parley({ url: socketAddress(), token: accessToken, ...this.kept.options });
    this.users = new Users(this.parley);
    this.channels = new Channels(this.parley);
    this.sessions = new Sessions(this.parley);
    this.pins = new Pins(this.parley);
    this.threads = new Threads(this.parley);
    this.polls = new Polls(this.parley);
    this.rooms = new RoomList(this.parley, self);
    this.preferences = new RoomPreferences(this.parley);
    this.kept.attach(this.parley, this.preferences.state);
    this.drafts = new ComposerDrafts(this.preferences.drafts, self.id);
    this.unreadThreads = new UnreadThreads(this.parley, this.threads.requests, this.preferences, self.id);
    this.marks = new MemberMarks(this.parley);
    this.presences = new Presences(this.parley, this.rooms, this.state);
    this.typing = new TypingUsers(this.parley);
    this.joinRequests = new JoinRequests(this.parley, self);
    this.invitations = new Invitations(this.parley);
    this.limits = new Limits(this.parley);
    this.openRooms = new OpenRooms(this.parley, (roomId) => this.kept.messages(roomId));
    const acknowledgements = new Acknowledgements(this.parley, self);
    const announcer = new MessageAnnouncer(this.parley, this.rooms, this.preferences, self);
    const notices = new Notices(this.parley, this.rooms);
    this.disposers = [
      this.parley.on('state', (state) => {
        this.state.value = state;
      }),
      this.parley.on('error', (error) => this.handleError(error)),
      effect(() => {
        const shown = this.rooms.entry(shownRoomId.value ?? '');
        showUnread(this.rooms.unread.value, shown && roomName(shown));
      }),
      effect(() => {
        if (this.rooms.isLoaded.value) this.kept.keepUnread(this.rooms.sorted.value);
      }),
      notifyOnDemand(this.parley, this.rooms, this.preferences, self),
      () => {
        acknowledgements.dispose();
        notices.dispose();
        announcer.dispose();
        this.presences.dispose();
      },
    ];
  }

  /** Connects, also after the client has stopped. */
  connect(): void {
    this.stopError.value = null;
    void this.showStored();
    // `state` and `error` events report the result.
    this.parley.connect().catch(() => undefined);
  }

  /** Ends the connection, after which the chat cannot be used again. */
  async close(): Promise<void> {
    for (const dispose of this.disposers.splice(0)) dispose();
    showUnread(0);
    await this.parley.close();
    await this.kept.close();
  }

  /** Ends the log-in, and removes what the browser keeps of the user. */
  async logOut(): Promise<void> {
    for (const file of this.files.value) file.cancel();
    await this.parley.close();
    // The log-in ends also where the browser refuses to remove it.
    await this.kept.remove().catch(() => undefined);
    await logOut();
  }

  private async showStored(): Promise<void> {
    this.rooms.showStored(await this.kept.rooms());
  }

  private handleError(error: ParleyError): void {
    if (error.code === 'stopped') this.stopError.value = error;
    // The banner shows a lost connection.
    else if (error.code !== 'token' && error.code !== 'offline') toast(errorMessage(error), true);
  }
}
