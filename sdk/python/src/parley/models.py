"""The objects of the wire, as `docs/protocol.md` describes them.

Generated from the contract by `npm run contract`. A later version of the service may add keys to any of them.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AcceptedInvitation(TypedDict):
    """What an accepted invitation has led to."""

    #: The ids of its rooms in which the user is now.
    rooms: list[str]


class Account(TypedDict):
    """A user as operators and administrators see it."""

    id: int
    username: str
    first_name: str
    last_name: str
    email: str | None
    is_active: bool
    #: The rank of who has deactivated the user; `user`: nobody, the time of a guest is over. Null: the user is
    #: active, or it is not known.
    deactivated_by: Rank | None
    is_bot: bool
    kind: UserKind
    #: When the access of a guest ends; null: it has no end.
    guest_until: str | None
    role: DeploymentRole
    created_at: str


class AccountDetail(TypedDict):
    """A user, and whether there is a second factor."""

    id: int
    username: str
    first_name: str
    last_name: str
    email: str | None
    is_active: bool
    #: The rank of who has deactivated the user; `user`: nobody, the time of a guest is over. Null: the user is
    #: active, or it is not known.
    deactivated_by: Rank | None
    is_bot: bool
    kind: UserKind
    #: When the access of a guest ends; null: it has no end.
    guest_until: str | None
    role: DeploymentRole
    created_at: str
    second_factor: SecondFactorState


class AccountPage(TypedDict):
    """A page of users. It can have fewer users than requested, and others follow nevertheless."""

    users: list[ListedAccount]
    next_cursor: str | None


class AccountRightsView(TypedDict):
    """What the deployment lets a user do, for a client that offers only that."""

    #: Whether the user may invite people to the deployment.
    invite: bool
    create_groups: bool
    create_channels: bool
    #: Whether the user may search the public Channels.
    channel_directory: bool
    #: By what `user.search` finds others; `none`: the user is a guest.
    user_directory: Literal['exact', 'shared', 'everyone', 'none']


class AdministrationUser(TypedDict):
    """The user of the administration page, with the rights of the role."""

    user: User
    role: DeploymentRole
    #: The names of the rights in the whole deployment.
    rights: list[str]
    rights_on_users: RightsOnUsers
    #: Whether the service serves the web client, to which the page leads back.
    has_web_client: bool


class ApiKeyView(TypedDict):
    """A key as operators see it."""

    id: str
    name: str
    prefix: str
    scopes: list[str]
    #: Null: it acts for the user that a request names.
    username: str | None
    #: The usernames of the only users that a request may name; null: all.
    only: list[str] | None
    #: The administrator who made it; null: an operator did.
    created_by: str | None
    #: Whether it is not valid because the administrator who made it is none any more.
    is_stopped: bool
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None


class Attachment(TypedDict):
    """A file of a message: one that was uploaded to the service, or the address of a file elsewhere. `state` and the
    fields after it are null for an address.
    """

    id: str
    #: An http or https URL of a file elsewhere. For an uploaded file: a path of the service, which needs no token
    #: for `FILE_URL_SECONDS`; after that time `GET /api/files/{id}` with a token goes on working.
    media_url: str
    media_type: Literal['image', 'video', 'audio', 'file']
    mime_type: str
    file_size: int
    caption: str
    metadata: dict[str, Any]
    #: As its sender has named the file: text, never a path.
    filename: str | None
    #: Of an uploaded file. `pending`: the service has it scanned, and nobody can read it yet; its addresses are
    #: those at which it can be read then. `blocked`: the scanner has found something in it, it has no addresses,
    #: and its bytes are deleted.
    state: Literal['pending', 'ready', 'blocked', None]
    #: Pixels, of a picture that stands upright, or of a video.
    width: float | None
    height: float | None
    #: Seconds.
    duration: float | None
    #: A WebP picture of at most 480 pixels a side, at an address as `media_url`; null: there is none.
    thumbnail_url: str | None
    #: Of the bytes that are served: lower-case hexadecimal digits.
    sha256: str | None


class AttachmentUpdate(TypedDict):
    message_id: str
    attachment: Attachment


class AuditEntry(TypedDict):
    """An entry as operators see it."""

    id: int
    at: str
    #: Null: an operator, a program without a user, or an unknown person ( `isByOperator` ).
    actor: AuditedUser | None
    #: The API key with which a program acted for the user; null: there was none.
    key: AuditedKey | None
    #: From where the actor did it; null: by a command, or it is not known any more.
    origin: AuditOrigin | None
    action: str
    room_id: str | None
    subject: AuditedUser | None
    details: dict[str, Any]


class AuditOrigin(TypedDict):
    """The address of the actor, of IPv6 the network, and the id of the log-in."""

    address: str
    session_id: str | None


class AuditPage(TypedDict):
    """A page of the audit log, the newest first. It can have fewer entries than requested, and others follow
    nevertheless.
    """

    entries: list[AuditEntry]
    next_cursor: str | None


class AuditVerificationPartHead(TypedDict):
    """The last seal that holds, to be compared with an earlier one: the end of a chain can be cut off."""

    seq: int
    hash: str


class AuditVerificationPart(TypedDict):
    """The verification of a part of the chain. `unsealed` counts entries next to this part."""

    #: The number of entries whose seals hold.
    verified: int
    unsealed: int
    #: The last seal that holds, to be compared with an earlier one: the end of a chain can be cut off.
    head: AuditVerificationPartHead
    #: Null: the chain holds.
    broken: BrokenSeal | None
    #: Null: this is the end of the chain, or it is broken.
    next_cursor: str | None


class AuditedKey(TypedDict):
    """An API key. The name is null if the key was removed, as with its user."""

    id: str
    name: str | None


class AuditedUser(TypedDict):
    """A user with the current name."""

    id: int
    username: str


class BackendToken(TypedDict):
    """The access token of a user of a product, by its backend."""

    access: str
    expires_at: str


class BackupState(TypedDict):
    """What the service knows of backups."""

    #: False: the database is a PostgreSQL, of whose backups the service does not hear.
    is_known: bool
    #: When the last one was completed; null: none is known.
    at: str | None


class BrokenSeal(TypedDict):
    """The first link of the chain that does not hold."""

    seq: int
    entry_id: int
    reason: Literal['changed', 'removed', 'seal_missing']


class CancelledSchedule(TypedDict):
    """A scheduled message that its author has cancelled."""

    id: str
    room_id: str
    #: The id of the sent message.
    message_id: NotRequired[str]
    removed: Literal[True]
    reason: None


class ChangedMembership(TypedDict):
    """What a change of members has done."""

    room: ProductRoom
    #: How many users are new members, are members no longer, and have another role.
    added: int
    removed: int
    roles: int


class ChangedProfiles(TypedDict):
    """The profiles of users who share a room with the user and have changed, as they are now."""

    users: list[Profile]
    #: `profiles_since` of the next sync.
    until: str
    #: Whether changes are missing: a client reads again the profiles that it shows.
    reset: bool


class ChangedThread(TypedDict):
    """A thread that has changed, with its summary after the change; null: no replies are left."""

    id: str
    summary: ThreadSummary | None


class ChannelProperty(TypedDict):
    preferences: Preferences


class Channel(TypedDict):
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool
    id: str
    created_at: str
    updated_at: str
    property: ChannelProperty
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    type: Literal['Channel']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    subscribers: list[User]
    moderators: list[User]
    max_subscribers: int
    is_public: bool
    #: Who may write: all members, or moderators and members with `can_send_messages`.
    posting: Literal['everyone', 'moderators']


class ChannelPage(TypedDict):
    """A page of the public Channels that a search finds, in the order of their names."""

    channels: list[ListedChannel]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class ClosedSessions(TypedDict):
    """How many open connections were closed."""

    closed: int


class ComposerDraft(TypedDict):
    """A text that the user is writing in a room or in a thread, and has not sent."""

    room_id: str
    #: The message that starts the thread; null: the text is for the room.
    thread_id: str | None
    #: Empty: there is no draft.
    content: str
    #: When the user has changed it last; null: there is none.
    updated_at: str | None
    #: Present if there is none.
    removed: NotRequired[Literal[True]]


class CreatedKey(TypedDict):
    id: str
    #: Never shown again.
    key: str


class CreatedWebhook(TypedDict):
    """A new webhook."""

    id: str
    #: Signs deliveries, and is never shown again.
    secret: str


class DeletedMessage(TypedDict):
    """A message whose row was deleted."""

    id: str
    is_deleted: Literal[True]


class Delivery(TypedDict):
    """A delivery as operators see it: without its data."""

    id: str
    webhook_id: str
    event: str
    room_id: str | None
    seq: float | None
    state: DeliveryState
    attempts: int
    #: Null if no attempt is scheduled.
    next_attempt_at: str | None
    last_status: float | None
    last_error: str | None
    created_at: str
    ended_at: str | None


class DeliveryPage(TypedDict):
    """A page of deliveries, the newest first. It can have fewer than requested, and others follow nevertheless."""

    deliveries: list[Delivery]
    next_cursor: str | None


class DeliveryTraceViewVerdict(TypedDict):
    kind: VerdictKind
    text: str


class DeliveryTraceViewMessage(TypedDict):
    id: str
    room_id: str
    room_type: str
    #: Null: it was deleted before numbers of deleted messages were kept.
    seq: float | None
    sender_id: float | None
    sender: str | None
    committed_at: str | None
    #: In characters; null if the text is deleted.
    length: float | None
    edited_at: str | None
    is_deleted: bool
    deleted_seq: float | None
    deleted_at: str | None


class DeliveryTraceViewUser(TypedDict):
    id: int
    username: str
    is_active: bool
    deleted_at: str | None
    last_seen_at: str | None


class DeliveryTraceViewRecorded(TypedDict):
    """Since when records are complete; null: none are kept."""

    since: str | None
    syncs_since: str | None


class DeliveryTraceViewStory(TypedDict):
    at: str | None
    text: str


class DeliveryTraceViewUnknown(TypedDict):
    what: str
    known: Literal[False]
    reason: str


class DeliveryTraceView(TypedDict):
    """The JSON output of a trace, for programs. Times are in ISO 8601, in UTC."""

    verdict: DeliveryTraceViewVerdict
    message: DeliveryTraceViewMessage
    user: DeliveryTraceViewUser
    #: Since when records are complete; null: none are kept.
    recorded: DeliveryTraceViewRecorded
    #: The events in the order of time; lines without a time are last.
    story: list[DeliveryTraceViewStory]
    #: The facts that are not known, with the reasons.
    unknown: list[DeliveryTraceViewUnknown]


class DeploymentCountsUsers(TypedDict):
    total: int
    active: int
    online: int
    guests: int
    bots: int


class DeploymentCounts(TypedDict):
    """The numbers of `parley stats`."""

    users: DeploymentCountsUsers
    #: The number of rooms by type, without types that have no rooms.
    rooms: dict[str, int]
    messages: int
    #: The files that messages show or may show, and their bytes.
    files: int
    file_bytes: int
    sessions: int
    nodes: int
    #: Of all servers of the database.
    database_bytes: int
    pending_migrations: int
    #: When they were counted.
    counted_at: str


class DeploymentView(TypedDict):
    """What everybody may know of a deployment."""

    name: str
    #: A path of the service at which the picture is read without a token; null: there is none.
    logo: str | None
    welcome: str
    #: Who may make an account.
    sign_up: SignUpMode
    #: The ways to log in.
    log_in: list[Literal['password', 'oidc']]
    #: The codes of the languages of the web client and of mails.
    languages: list[str]
    #: The id of the present epoch of the database.
    epoch: str


DoNotDisturb = TypedDict(
    'DoNotDisturb',
    {
        'from': 'str',
        'to': 'str',
        'timezone': 'str',
    },
)


class Enrolment(TypedDict):
    """A secret that an authenticator app reads, and that log-ins require once a code of it was confirmed."""

    secret: str
    #: The `otpauth:` address of the secret, which apps read as a QR code.
    uri: str


class ErasedItems(TypedDict):
    """The number of removed items of each kind. Of the parts of a message, only attachments are counted separately."""

    messages: int
    attachments: int
    files: int
    chats: int
    rooms_left: int
    rooms_ended: int
    reactions: int
    poll_votes: int
    receipts: int
    mentions: int
    join_requests: int
    log_ins: int
    api_keys: int
    pushes: int
    push_subscriptions: int
    reports_made: int
    reports_about: int


class ErasedProductUser(TypedDict):
    """The answer of an erasure."""

    receipt: ErasureReceipt


class ErasureReceipt(TypedDict):
    """The result of an erasure, which is returned and not stored."""

    user_id: int
    #: The name that was given.
    username: str
    erased_at: str
    #: By this run and by earlier interrupted runs.
    removed: ErasedItems


class ErrorFrameError(TypedDict):
    code: ErrorCode
    detail: ErrorDetail
    event_type: NotRequired[str]
    request_id: NotRequired[str]
    #: Seconds until the next event is accepted, not always whole. Present with code 4029, and with 4006 while the
    #: database is unavailable: then a client doubles its delay with each refusal.
    retry_after: NotRequired[float]


class ErrorFrame(TypedDict):
    error: ErrorFrameError


FigureHistory = TypedDict(
    'FigureHistory',
    {
        'step_seconds': 'int',
        'from': 'str',
        'nodes': 'list[int]',
        'series': 'FigureSeries',
    },
)


class FigureSeries(TypedDict):
    """A value for each step."""

    connections: list[float | None]
    users: list[float | None]
    messages: list[float | None]
    events: list[float | None]
    events_refused: list[float | None]
    events_failed: list[float | None]
    frames: list[float | None]
    limited: list[float | None]
    event_loop_seconds: list[float | None]
    memory_bytes: list[float | None]
    unsent_bytes: list[float | None]
    database_up: list[float | None]
    database_seconds: list[float | None]
    database_busy: list[float | None]
    database_waiting: list[float | None]
    redis_up: list[float | None]
    redis_seconds: list[float | None]
    frames_waiting: list[float | None]
    sends_waiting: list[float | None]
    moderation_waiting: list[float | None]
    outbox_pending: list[float | None]
    webhooks_pending: list[float | None]
    pushes_pending: list[float | None]
    timers_due: list[float | None]
    scans_waiting: list[float | None]


class Figures(TypedDict):
    """The measurements of a node, taken every ten seconds. Null: it is not known, or the node does not have it, such
    as Redis. Counts are those of the ten seconds before. `outbox_pending`, `webhooks_pending`, `pushes_pending`,
    `timers_due` and `scans_waiting` are of the whole deployment, which one node counts.
    """

    #: Open connections.
    connections: float | None
    #: Users with open connections. A user of two nodes counts for each of them.
    users: float | None
    #: Messages that were stored.
    messages: float | None
    #: Frames of clients that were handled.
    events: float | None
    events_refused: float | None
    events_failed: float | None
    #: Frames that were delivered to connections.
    frames: float | None
    #: Times that a limit was exceeded.
    limited: float | None
    #: The 99th percentile of the delay of the event loop.
    event_loop_seconds: float | None
    #: The resident memory of the process.
    memory_bytes: float | None
    #: Bytes that clients have not read yet.
    unsent_bytes: float | None
    #: Whether the database responds: 1 or 0.
    database_up: float | None
    #: The time of a response of the database.
    database_seconds: float | None
    #: Database connections in use.
    database_busy: float | None
    #: Statements that wait for a database connection.
    database_waiting: float | None
    #: Whether Redis responds: 1 or 0.
    redis_up: float | None
    #: The time of a response of Redis.
    redis_seconds: float | None
    #: Frames of clients that wait to be handled.
    frames_waiting: float | None
    #: Messages that wait to be stored.
    sends_waiting: float | None
    #: Messages that wait for a call of the before-send hook.
    moderation_waiting: float | None
    #: Changes of rooms in the outbox, counted to 10,000.
    outbox_pending: float | None
    #: Deliveries to webhooks that are not made yet, counted to 10,000.
    webhooks_pending: float | None
    #: Push notifications that are not sent yet, counted to 10,000.
    pushes_pending: float | None
    #: Due timers that have not run, such as those of scheduled messages, counted to 10,000.
    timers_due: float | None
    #: Files that wait for their scan, counted to 10,000.
    scans_waiting: float | None


class FileDetail(TypedDict):
    """A file, and whether its bytes are stored."""

    id: str
    user_id: int
    #: The present name of the author; null: the user is gone.
    username: str | None
    kind: UploadKind
    #: Null: the avatar of a user.
    room_id: str | None
    #: Null: no message shows the file.
    message_id: str | None
    state: UploadState
    filename: str
    mime_type: str
    #: The bytes that are served, or those that were declared while it is not ready.
    bytes: int
    width: float | None
    height: float | None
    duration: float | None
    has_thumbnail: bool
    #: The scanner's name of its finding in a blocked file; null: there is no finding, or it has no name.
    signature: str | None
    sha256: str | None
    created_at: str
    #: From when on the bytes are deleted; null: a message, a user or a room shows the file.
    expires_at: str | None
    #: Null: they are not.
    stored_bytes: float | None
    stored_thumbnail_bytes: float | None


class FilePage(TypedDict):
    """A page of files, the newest first. It can have fewer files than requested, and others follow nevertheless."""

    files: list[ListedFile]
    next_cursor: str | None


class FilePurge(TypedDict):
    """Stored bytes that nothing needs, and bytes that are missing."""

    #: Stored objects that no file needs, older than a day.
    orphans: int
    orphan_bytes: int
    #: Files whose bytes are missing in the store. No purge restores them.
    missing: int
    #: The first 100 of them.
    missing_ids: list[str]


class GoneMessage(TypedDict):
    """A message that is deleted, or that the user may not read any more."""

    id: str
    gone: Literal[True]


class GroupChatProperty(TypedDict):
    preferences: Preferences


class GroupChat(TypedDict):
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool
    id: str
    created_at: str
    updated_at: str
    property: GroupChatProperty
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    type: Literal['GroupChat']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    participants: list[User]
    admins: list[User]
    max_participants: int
    join_approval_required: bool
    group_locked: bool


class HealthDetail(TypedDict):
    """The state of one dependency of the process."""

    #: `degraded` still serves.
    status: Literal['up', 'degraded', 'down']
    #: The problem, or the free space.
    message: NotRequired[str]
    #: The duration of the response.
    seconds: NotRequired[int]
    #: Of `redis`: packets that were dropped since the start, because no node of the deployment has sent them.
    dropped_packets: NotRequired[int]


class HealthReport(TypedDict):
    #: `degraded` still serves.
    status: Literal['ok', 'degraded', 'error', 'shutting_down']
    #: `database`, `dispatch` if nothing is dispatched, `redis` if there is one, `disk` if the database or the files
    #: of messages are on one, `scanner` if files are scanned.
    details: dict[str, HealthDetail]


class HeldDecision(TypedDict):
    """A held message or edit has been allowed or rejected."""

    message_id: str
    room_id: str
    sender: User
    client_message_id: str | None
    allowed: bool
    #: The user who has decided, or the sender who has withdrawn it; null: its time is over.
    by: User | None


class HeldMessage(TypedDict):
    """A message or an edit that a moderator has to allow first. Its sender and the leaders of the room see it."""

    #: The id that the message has, or will have.
    message_id: str
    room_id: str
    sender: User
    #: `edit`: the message is stored, and shows its text from before the edit.
    action: Literal['create', 'edit']
    #: Of an edit: the new text, or that of the message if the edit leaves it.
    content: str
    #: As in the request.
    extra_fields: dict[str, Any]
    client_message_id: str | None
    held_at: str
    #: When it is rejected by itself.
    held_until: str


class HeldOfAllRooms(TypedDict):
    """A page of the held messages and edits of all rooms, the oldest first."""

    held: list[HeldMessage]
    next_cursor: str | None


class HeldPage(TypedDict):
    """A page of the held messages of a room, the oldest first. Members who do not lead it see only their own."""

    room_id: str
    held: list[HeldMessage]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class HeldReport(TypedDict):
    """A message or an edit that is held, for moderators of the deployment: they decide by `message.release`, and hear
    by `messagerelease.dispatch` when it is decided. It is in no list of reports.
    """

    state: ReportState
    reason: ReportReason
    comment: str | None
    created_at: str
    #: The reported user: the sender of a reported message.
    user: User
    #: Null: it is open.
    resolution: ReportResolution | None
    report_id: None
    reporter: None
    message_id: str
    room_id: str
    seen: None
    held: HeldMessage


class HttpError(TypedDict):
    """The body of an answer other than success."""

    detail: str
    #: The code for programs.
    code: str


class ImageProxyStatus(TypedDict):
    """Whether the service fetches pictures of other hosts."""

    enabled: bool


class InvitationPage(TypedDict):
    """A page of the user's pending invitations, newest first."""

    invitations: list[RoomInvitation]
    #: The id with which the next page is requested; null on the last one.
    next_before: str | None


class InvitationPageView(TypedDict):
    """A page of invitations, the newest first."""

    invitations: list[InvitationView]
    next_cursor: str | None


class InvitationUse(TypedDict):
    """Somebody who came by an invitation."""

    id: int
    username: str
    used_at: str


class InvitationView(TypedDict):
    """An invitation as its inviter and administrators see it, without its token."""

    id: str
    #: The username; null: an operator made it.
    inviter: str | None
    email: str | None
    #: The ids of its rooms.
    rooms: list[str]
    #: What people become who sign up by it.
    role: UserKind
    #: When the access of its guests ends; null: it has no end.
    guest_until: str | None
    uses: int
    used: int
    state: Literal['open', 'used', 'expired', 'revoked']
    created_at: str
    expires_at: str
    #: Who came by it, of many the first hundred.
    users: list[InvitationUse]


class InvitedRoom(TypedDict):
    """A room as users see it who are not members of it: those who are invited, or may join or ask to."""

    id: str
    type: Literal['GroupChat', 'Channel']
    name: str
    description: str
    avatar: str | None
    member_count: int


class JoinRequest(TypedDict):
    room_id: str
    user: User
    status: Literal['pending', 'approved', 'denied']


class JoinRequestPage(TypedDict):
    """A page of the pending join requests of a group, in the order of user ids."""

    room_id: str
    join_requests: list[PendingRequest]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class JoinedRoom(TypedDict):
    """A room of a user, and what the user is in it."""

    id: str
    type: RoomTypeName
    name: str
    creator: str | None
    members: int
    last_seq: int
    created_at: str
    #: The beginning of a legal hold; null: there is none.
    held_at: str | None
    hold_reason: str | None
    #: 0: messages are kept permanently; null: as long as in other rooms of its type.
    retention_days: float | None
    role: Role
    joined_at: str


class JoinedRoomPage(TypedDict):
    """A page of the rooms of a user, the newest first."""

    rooms: list[JoinedRoom]
    next_cursor: str | None


class KeyPage(TypedDict):
    """A page of API keys, revoked ones too, the oldest first."""

    keys: list[ApiKeyView]
    next_cursor: str | None


class LinkPreview(TypedDict):
    """The page to which a link in a message leads, as the page describes itself. An empty text: it does not say."""

    #: The link as the message has it.
    url: str
    #: At most 200 code points.
    title: str
    #: At most 500 code points.
    description: str
    #: The name of the site, at most 100 code points.
    site: str
    #: A WebP picture of at most 480 pixels a side: `GET /api/files/{id}`. Null: there is none, as the next three.
    image_upload_id: str | None
    #: An address as the `media_url` of an `Attachment`.
    image_url: str | None
    #: Pixels.
    image_width: float | None
    image_height: float | None


class ListedAccount(TypedDict):
    """A user in a list of the administration."""

    id: int
    username: str
    first_name: str
    last_name: str
    email: str | None
    is_active: bool
    #: The rank of who has deactivated the user; `user`: nobody, the time of a guest is over. Null: the user is
    #: active, or it is not known.
    deactivated_by: Rank | None
    is_bot: bool
    kind: UserKind
    #: When the access of a guest ends; null: it has no end.
    guest_until: str | None
    role: DeploymentRole
    created_at: str
    #: The last heartbeat of a connection; null: the user was never connected.
    last_active_at: str | None
    #: Whether a connection is open.
    is_online: bool
    #: How many log-ins give access; 100 stands for more too.
    log_ins: int


class ListedChannel(TypedDict):
    """A public Channel in the directory."""

    id: str
    type: Literal['Channel']
    name: str
    description: str
    avatar: str | None
    member_count: int
    #: Whether the user is a member.
    joined: bool


class ListedFile(TypedDict):
    """A file as operators see it."""

    id: str
    user_id: int
    #: The present name of the author; null: the user is gone.
    username: str | None
    kind: UploadKind
    #: Null: the avatar of a user.
    room_id: str | None
    #: Null: no message shows the file.
    message_id: str | None
    state: UploadState
    filename: str
    mime_type: str
    #: The bytes that are served, or those that were declared while it is not ready.
    bytes: int
    width: float | None
    height: float | None
    duration: float | None
    has_thumbnail: bool
    #: The scanner's name of its finding in a blocked file; null: there is no finding, or it has no name.
    signature: str | None
    sha256: str | None
    created_at: str
    #: From when on the bytes are deleted; null: a message, a user or a room shows the file.
    expires_at: str | None


class ListedMail(TypedDict):
    """A mail as operators see it: without what it says."""

    id: str
    kind: str
    #: Null: the address is of nobody who has an account.
    username: str | None
    address: str
    state: MailState
    attempts: int
    #: Why the last attempt failed, in the words of the SMTP server.
    error: str | None
    created_at: str
    #: Null after its end.
    due_at: str | None
    ended_at: str | None


class ListedPush(TypedDict):
    """A push as operators see it: without the content of the message, and with only the host of the endpoint."""

    id: int
    at: str
    #: Null: not resolved yet, or the row stands for many members.
    username: str | None
    #: The number of members that it stands for.
    members: int
    room_id: str
    message_id: str
    seq: int
    #: Null if there is no browser, or its subscription has ended.
    host: str | None
    state: PushState
    reason: UnsentReason | None
    #: The last status of the push service.
    status: float | None
    attempts: int
    due_at: str | None
    done_at: str | None


class LivenessReport(TypedDict):
    status: Literal['ok']


class MadeInvitation(TypedDict):
    id: str
    #: The address that the invited people open. It has the token, which is shown only now.
    url: str
    token: str
    expires_at: str
    #: Whether it goes to its address by mail.
    is_mailed: bool


class MailListPage(TypedDict):
    """A page of mails, the newest first."""

    mails: list[ListedMail]
    next_cursor: str | None


class MemberMark(TypedDict):
    """The positions of a member in a room: everything up to these numbers of its log was delivered, and read."""

    user_id: int
    delivered_seq: int
    read_seq: int


class MemberNickname(TypedDict):
    room_id: str
    user: User
    #: Null: the member has none any more.
    nickname: str | None
    #: The member, or the leader who removed it; null: the user was deleted.
    by: User | None


class MemberPage(TypedDict):
    """A page of a room's members, in the order of joining."""

    room_id: str
    members: list[RoomMember]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class MemberSummary(TypedDict):
    """A member as operators see one."""

    id: int
    username: str
    #: The name of the member in the room; null: that of the user.
    nickname: str | None
    role: Role
    permissions: list[str]
    joined_at: str


class MemberSummaryPage(TypedDict):
    """A page of the members of a room, in the order of their ids."""

    members: list[MemberSummary]
    next_cursor: str | None


class MembersAdded(TypedDict):
    room: Room
    #: Usernames.
    new_members: list[str]
    #: A username, or `self` for a user who joined.
    added_by: str
    #: The number of new members, if `new_members` does not list all of them.
    count: NotRequired[int]
    #: Of the members whom the same change removed; absent: it removed nobody.
    removed_members: NotRequired[list[str]]
    #: The number of removed members, if `removed_members` does not list all of them.
    removed_count: NotRequired[int]
    #: The new roles of members, by their usernames; absent: none has changed.
    roles: NotRequired[MemberRoles]


class MembersRemoved(TypedDict):
    room: Room
    #: Usernames.
    removed_members: list[str]
    #: A username, or `self` for a user who left.
    removed_by: str
    #: The number of removed members, if `removed_members` does not list all of them.
    count: NotRequired[int]
    #: The new roles of members by the same change, by their usernames; absent: none has changed.
    roles: NotRequired[MemberRoles]


class MessageRoom(TypedDict):
    id: str


class Message(TypedDict):
    id: str
    room: MessageRoom
    sender: User
    content: str
    is_deleted: bool
    is_edited: bool
    is_forwarded: bool
    #: Embedded one level deep: its own `forwarded_from` and `parent_message` are null.
    forwarded_from: Message | None
    parent_message: Message | None
    delivered_to: list[str]
    read_receipts: list[ReadReceipt]
    reactions: list[Reaction]
    attachments: list[Attachment]
    created_at: str
    updated_at: str
    #: The position of the message in the log of its room.
    seq: int
    client_message_id: str | None
    #: `text`, or a type of the integrator's own.
    kind: str
    #: The integrator's own.
    metadata: dict[str, Any]
    #: The time of the latest edit.
    edited_at: str | None
    #: In the order of their ids. Some may have left the room since.
    mentions: list[User]
    #: Whether it mentions the whole room.
    mention_room: bool
    pinned: Pin | None
    #: The thread in which the message is a reply.
    thread: ThreadOfReply | None
    #: Whether a reply in a thread stands among the messages of the room too.
    also_to_room: bool
    #: Of a message that has started a thread. Null: it has no replies.
    thread_summary: ThreadSummary | None
    #: Null also in a message that another one contains.
    poll: Poll | None
    #: Of the first links in the content, in their order; those that lead to nothing that can be shown are missing.
    link_previews: list[LinkPreview]


class MessageEdited(TypedDict):
    status: Literal['successful']
    action: Literal['update']
    message: Message


class MessagePageData(TypedDict):
    room_id: str
    messages: list[Message]


class MessagePage(TypedDict):
    """One page of a room's history, newest message first."""

    has_next: bool
    has_previous: bool
    next_page_number: float | None
    prev_page_number: float | None
    #: Null when the page was requested by a number of the log.
    page: float | None
    size: int
    data: MessagePageData


class MessagePinned(TypedDict):
    message: ShortMessage
    #: Whether the message is pinned now.
    pinned: bool


class MessagePreviews(TypedDict):
    """All previews that a message shows now."""

    message_id: str
    link_previews: list[LinkPreview]


class MessageReference(TypedDict):
    """A message that another one refers to."""

    id: str


class MessagesDeleted(TypedDict):
    status: Literal['successful']
    action: Literal['delete']
    message_ids: list[str]
    #: The threads of which replies were deleted; absent if there are none.
    threads: NotRequired[list[ChangedThread]]


class NodeFigures(TypedDict):
    """A running node with its last sample. The last three are null while no sample of the node arrives here."""

    id: str
    started_at: str
    version: str | None
    sampled_at: str | None
    last: Figures | None


class Notification(TypedDict):
    id: str
    notification_type: NotificationType
    #: Of a `SCHEDULE_REFUSED`, which is about no message: a deleted one without content, with the `seq` 0.
    message: Message
    created_at: str
    #: Only of a `SCHEDULE_REFUSED`.
    scheduled: NotRequired[NotifiedSchedule]


class NotifiedSchedule(TypedDict):
    """A scheduled message that was not sent, in its notification. Its text is in the private state of its author."""

    id: str
    room_id: str
    send_at: str
    refused: ScheduleRefusal


class NotifyChoice(TypedDict):
    """Of which messages of a room the user is notified."""

    #: Null: as everywhere, by the user's own level.
    level: NotifyLevel | None
    #: Until then the user is notified of nothing in the room; null: the room is not muted for a time.
    muted_until: str | None


class OneToOneChatProperty(TypedDict):
    preferences: Preferences


class OneToOneChat(TypedDict):
    id: str
    created_at: str
    updated_at: str
    property: OneToOneChatProperty
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    type: Literal['OneToOneChat']
    participants: list[User]


class OpenInvitationView(TypedDict):
    """An invitation as whoever has its token sees it."""

    #: The name of the deployment.
    deployment: str
    #: The username; null: an operator made it.
    inviter: str | None
    #: The names of its rooms.
    rooms: list[str]
    #: What becomes who signs up by it; who has an account stays what it is.
    role: UserKind
    #: When the access of its guests ends; null: it has no end.
    guest_until: str | None
    #: The only address with which an account may be made; null: any.
    email: str | None
    expires_at: str


class OpenedUpload(TypedDict):
    """The answer to the creation of an upload."""

    upload_id: str
    upload: UploadTarget
    #: Unless a message shows the upload by then, it is removed.
    expires_at: str


class OverviewReports(TypedDict):
    """Open ones, of the newest 1000. Of those about the own user there is the number alone."""

    open: int
    about_you: int


class Overview(TypedDict):
    """The state of the deployment, with what needs attention."""

    version: str
    #: Of the process that answers. Without `redis` none is used.
    health: HealthReport
    #: Of the disk with the data folder, in bytes; null: no data is stored there.
    disk: Space | None
    backup: BackupState
    #: Open ones, of the newest 1000. Of those about the own user there is the number alone.
    reports: OverviewReports
    #: The counts of the database; null while it is counted for the first time.
    deployment: DeploymentCounts | None
    #: What an administrator should do. A moderator sees none.
    warnings: list[Warning]


class OwnAddress(TypedDict):
    """The address of a user, which only the user sees."""

    #: Null: the user has none.
    email: str | None
    #: Whether the user has shown to receive mail there.
    email_verified: bool


class OwnSettings(TypedDict):
    """The settings that only their user sees."""

    user: Profile
    add_policy: AddPolicy
    #: Of a moderator or an administrator of the deployment; absent for all others.
    role: NotRequired[Literal['moderator', 'admin']]
    #: Of mails, as a code such as `de`; null: none is chosen.
    language: str | None


class PendingAccount(TypedDict):
    """A mail tells what to do next."""

    code: Literal['verify_email']


class PendingRequest(TypedDict):
    """A pending request to join a group."""

    user: User
    created_at: str


class PendingUpload(TypedDict):
    """An upload that no message shows yet."""

    upload_id: str
    #: `open`: its bytes are not complete. `pending`: they are, and the service has them scanned; a message may show
    #: it already. `ready`: it can be read. `blocked`: the scanner has found something in it, and no message may
    #: show it.
    state: Literal['open', 'pending', 'ready', 'blocked']
    filename: str
    #: As declared while it is open, then as found in the bytes.
    mime_type: str
    #: Bytes: as declared while it is open, then as served.
    file_size: int
    width: float | None
    height: float | None
    duration: float | None
    sha256: str | None
    expires_at: str


class Pin(TypedDict):
    """The user who pinned a message in its room, and the time."""

    by: User
    at: str


class PinPage(TypedDict):
    """A page of the pinned messages of a room, the newest pin first."""

    room_id: str
    messages: list[Message]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class Poll(TypedDict):
    """A poll, of which the content of its message is the question."""

    options: list[PollOption]
    #: Whether a user may choose several options.
    multiple: bool
    #: Whether nobody sees who voted for what.
    anonymous: bool
    #: Whether no more votes are accepted.
    closed: bool
    #: When it closes by itself, or has closed.
    closes_at: str | None
    #: The options that the reader has chosen, by their position. Missing in a frame that does not tell: they are as
    #: they were.
    own_votes: NotRequired[list[int]]


class PollOption(TypedDict):
    text: str
    #: The number of users who have chosen it.
    votes: int
    #: The first of them, at most `MAX_LISTED_VOTERS` and as many as fit; null in an anonymous poll.
    voters: list[User] | None


class PollUpdate(TypedDict):
    message_id: str
    poll: Poll


class Presence(TypedDict):
    user_id: int
    status: PresenceStatus
    #: The last activity, accurate to some seconds; null when there was none yet.
    last_seen: str | None


class PresentFigures(TypedDict):
    """The figures of this moment."""

    at: str
    #: The oldest first.
    nodes: list[NodeFigures]
    #: Of all nodes together.
    total: Figures
    #: The counts of the database; null while it is counted for the first time.
    deployment: DeploymentCounts | None


class PresentRestriction(TypedDict):
    """A restriction that is in force."""

    kind: RestrictionKind
    #: Null: it has no end.
    until: str | None
    reason: str | None
    #: The user who made it; null: the user was deleted.
    by: User | None


class PrivateState(TypedDict):
    """The private state of a user, or the part of it that a client missed."""

    #: The position of a client that has this part; null: further parts follow, which it needs too.
    seq: float | None
    #: Whether this and the following parts replace everything that the client has of the private state.
    reset: bool
    favourites: list[RoomFavourite]
    archived: list[RoomArchived]
    marks: list[UnreadMark]
    follows: list[ThreadFollow]
    #: The choices for rooms, and at most one item without `room_id`: the user's own.
    notify: list[RoomNotify | UserNotify]
    saved: list[SavedMessage]
    drafts: list[ComposerDraft]
    scheduled: list[ScheduledMessage | ScheduleEnd]
    blocks: list[UserBlock]


class ProductChannelProperty(TypedDict):
    preferences: Preferences


class ProductChannel(TypedDict):
    external_id: str
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool
    id: str
    created_at: str
    updated_at: str
    property: ProductChannelProperty
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    type: Literal['Channel']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    subscribers: list[User]
    moderators: list[User]
    max_subscribers: int
    is_public: bool
    #: Who may write: all members, or moderators and members with `can_send_messages`.
    posting: Literal['everyone', 'moderators']


class ProductGroupChatProperty(TypedDict):
    preferences: Preferences


class ProductGroupChat(TypedDict):
    external_id: str
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool
    id: str
    created_at: str
    updated_at: str
    property: ProductGroupChatProperty
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    type: Literal['GroupChat']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    participants: list[User]
    admins: list[User]
    max_participants: int
    join_approval_required: bool
    group_locked: bool


class ProductOneToOneChatProperty(TypedDict):
    preferences: Preferences


class ProductOneToOneChat(TypedDict):
    external_id: str
    id: str
    created_at: str
    updated_at: str
    property: ProductOneToOneChatProperty
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    type: Literal['OneToOneChat']
    participants: list[User]


class ProductUser(TypedDict):
    """A user of the product, as its backend sees it."""

    id: int
    username: str
    first_name: str
    last_name: str
    #: A URL of an image.
    avatar: str | None
    #: Null also if it has ended.
    status: UserStatus | None
    is_bot: bool
    #: True: a guest, who sees only the rooms it was added to and the people in them. Absent for members.
    is_guest: NotRequired[bool]
    #: Data of the deployment's own applications.
    custom: dict[str, Any]
    external_id: str
    email: str | None
    #: Of mails; null: none is chosen.
    language: str | None
    kind: UserKind
    is_active: bool


class ProductUserOutcome1(TypedDict):
    status: int
    user: ProductUser


class ProductUserOutcome2(TypedDict):
    status: int
    error: BodyRefusal


class ProductUserOutcomes(TypedDict):
    """In the order of the request."""

    users: list[ProductUserOutcome]


class Profile(TypedDict):
    """A user in an answer about people. Lists and messages have users without `custom`, which can be long."""

    id: int
    username: str
    first_name: str
    last_name: str
    #: A URL of an image.
    avatar: str | None
    #: Null also if it has ended.
    status: UserStatus | None
    is_bot: bool
    #: True: a guest, who sees only the rooms it was added to and the people in them. Absent for members.
    is_guest: NotRequired[bool]
    #: Data of the deployment's own applications.
    custom: dict[str, Any]


class ProfileList(TypedDict):
    """Users in an answer about people."""

    users: list[Profile]


class ProfilePage(TypedDict):
    """A page of the users whom a search finds, in the order of their usernames."""

    users: list[Profile]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class PushKey(TypedDict):
    """The `applicationServerKey` for browsers."""

    #: 65 bytes as base64url.
    public_key: str


class PushPage(TypedDict):
    """A page of push notifications, the newest first. It can have fewer than requested, and others follow
    nevertheless.
    """

    pushes: list[ListedPush]
    next_cursor: str | None


class PushSubscriptionList(TypedDict):
    """The subscriptions of one user, the oldest first."""

    subscriptions: list[PushSubscriptionView]


class PushSubscriptionView(TypedDict):
    """A browser that receives pushes. Its endpoint is secret; only the host is returned."""

    id: str
    host: str
    created_at: str
    #: When its push service last accepted a push.
    last_ok_at: str | None


class Reaction(TypedDict):
    user: User
    reaction_content: str
    created_at: str


class ReactionChange(TypedDict):
    status: Literal['successful']
    type: Literal['add', 'remove']
    #: The user who reacted; null if the frame was rebuilt from a record that does not name the user.
    user_id: float | None
    message: ShortMessage


class ReadReceipt(TypedDict):
    reader: User
    read_at: str


class ReadinessReport(TypedDict):
    #: `degraded` still serves.
    status: Literal['ok', 'degraded', 'unavailable', 'draining']
    checks: dict[str, Literal['ok', 'unreachable', 'read_only', 'stalled']]


class RecoveryCodes(TypedDict):
    """The recovery codes of a new second factor."""

    recovery_codes: list[str]


class RecoveryOffer(TypedDict):
    offered: bool


class RefusedResolution(TypedDict):
    """A report that was not resolved, and why."""

    report_id: str
    #: As in an answer to one report.
    code: str
    detail: ErrorDetail


class RefusedSchedule(TypedDict):
    """A scheduled message that the service did not send. Its author still has it."""

    #: The `client_message_id` that the sent message has.
    id: str
    room_id: str
    content: str
    #: As its author has given them.
    extra_fields: dict[str, Any]
    send_at: str
    created_at: str
    updated_at: str
    #: Why it was not sent at its time: it stays until its author sets another time or cancels it. Null: it is
    #: scheduled.
    refused: ScheduleRefusal | None
    #: As `refused`.
    reason: ScheduleRefusal


class ReplayedDeliveries(TypedDict):
    """Deliveries that are sent again."""

    replayed: int
    #: For the next request, with the same body beside it; null: these are all.
    next_cursor: str | None


class Report(TypedDict):
    """A report of a message or of a user, for those who may resolve it."""

    report_id: str
    state: ReportState
    reason: ReportReason
    comment: str | None
    created_at: str
    #: The reported user: the sender of a reported message.
    user: User
    #: Null for leaders of the room, who do not see who reported, and if the reporter was deleted.
    reporter: User | None
    #: Null: a report of a user. The message and its room may be gone.
    message_id: str | None
    room_id: str | None
    seen: SeenMessage | None
    #: Null: it is open.
    resolution: ReportResolution | None


class ReportDetail(TypedDict):
    """A report with what is known of its user."""

    report_id: str
    state: ReportState
    reason: ReportReason
    comment: str | None
    created_at: str
    #: The reported user: the sender of a reported message.
    user: User
    #: Null for leaders of the room, who do not see who reported, and if the reporter was deleted.
    reporter: User | None
    #: Null: a report of a user. The message and its room may be gone.
    message_id: str | None
    room_id: str | None
    seen: SeenMessage | None
    #: Null: it is open.
    resolution: ReportResolution | None
    subject: ReportedUser


class ReportPage(TypedDict):
    """A page of reports, the newest first."""

    reports: list[Report]
    next_cursor: str | None
    #: The open reports about the own user, of the last 1000: others resolve them, and see what they say.
    about_you: int


class ReportResolution(TypedDict):
    action: ReportAction
    note: str | None
    at: str
    #: Null: an operator, or a user who was deleted.
    by: User | None


class ReportResolutions(TypedDict):
    """The result for each of several reports."""

    resolved: int
    refused: list[RefusedResolution]


class ReportSummary(TypedDict):
    """A report in short, without its texts."""

    report_id: str
    state: ReportState
    reason: ReportReason
    created_at: str
    message_id: str | None
    room_id: str | None
    #: Null: it is open.
    action: ReportAction | None


class ReportedUser(TypedDict):
    """The reported user at present."""

    is_active: bool
    role: DeploymentRole
    created_at: str
    #: Of the last 1000 reports of the user.
    open_reports: int
    resolved_reports: int
    #: The newest first, at most 10.
    last_reports: list[ReportSummary]
    #: In the room of the report; null: there is none.
    restriction: PresentRestriction | None


class RequiredEnrolment(TypedDict):
    """The recovery codes of a new second factor, and what continues the log-in that required it."""

    recovery_codes: list[str]
    ticket: str


class RestrictionChange(TypedDict):
    """A user is restricted in a room, or no longer is."""

    room_id: str
    user: User
    #: `none`: the user is not restricted any more.
    kind: RestrictionKind | Literal['none']
    until: str | None
    #: The user who made the change; null: the time of the restriction is over.
    by: User | None
    #: Only leaders of the room and the user receive it; missing too if none was given.
    reason: NotRequired[str]


class RestrictionPage(TypedDict):
    """A page of the restrictions in a room, in the order of user ids. Members who do not lead it see only their own."""

    room_id: str
    restrictions: list[RoomRestriction]
    #: The cursor of the next page; null on the last one.
    next_cursor: str | None


class RestrictionSummary(TypedDict):
    """A restriction that is in force."""

    user_id: int
    username: str
    kind: RestrictionKind
    #: Null: it has no end.
    until: str | None
    reason: str | None
    #: The user who made it; null: an operator, or the user is gone.
    by: str | None
    created_at: str


class RestrictionSummaryPage(TypedDict):
    """A page of the restrictions in a room that are in force, in the order of the ids of the users."""

    restrictions: list[RestrictionSummary]
    next_cursor: str | None


class RightsOnUsers(TypedDict):
    """Names of rights on users, by the role of the user that they are about."""

    user: list[str]
    moderator: list[str]
    admin: list[str]


class RoomArchived(TypedDict):
    """Whether the user has archived a room. A message above `archived_seq` shows it again."""

    room_id: str
    archived: bool
    #: The number of the room's latest change when it was archived; null: it is not.
    archived_seq: float | None
    #: Present if it is not.
    removed: NotRequired[Literal[True]]


class RoomDeletion(TypedDict):
    """What the deletion of a room would delete."""

    id: str
    type: RoomTypeName
    name: str
    creator: str | None
    members: int
    last_seq: int
    created_at: str
    #: The beginning of a legal hold; null: there is none.
    held_at: str | None
    hold_reason: str | None
    #: 0: messages are kept permanently; null: as long as in other rooms of its type.
    retention_days: float | None
    messages: int


class RoomDetail(TypedDict):
    """A room with what its leaders have set."""

    id: str
    type: RoomTypeName
    name: str
    creator: str | None
    members: int
    last_seq: int
    created_at: str
    #: The beginning of a legal hold; null: there is none.
    held_at: str | None
    hold_reason: str | None
    #: 0: messages are kept permanently; null: as long as in other rooms of its type.
    retention_days: float | None
    description: str
    is_public: bool
    group_locked: bool
    join_approval_required: bool
    #: Null: as many as the deployment permits.
    max_members: float | None
    #: The seconds that a member waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which a message is deleted; null: never.
    message_ttl_seconds: float | None
    #: Null: as many as the deployment permits.
    max_message_length: float | None
    media_allowed: bool
    #: Whether one of the two users of a OneToOneChat blocks the other.
    is_closed: bool
    updated_at: str


class RoomFavourite(TypedDict):
    """Whether a room is one of the user's favourites."""

    room_id: str
    favourite: bool
    #: Present if it is not.
    removed: NotRequired[Literal[True]]


class RoomInvitation(TypedDict):
    """An invitation of a user to a room."""

    id: str
    room_id: str
    room: InvitedRoom
    #: The invited user.
    user: User
    invited_by: User
    status: Literal['pending', 'accepted', 'declined', 'withdrawn']
    created_at: str


class RoomListEntry1Property(TypedDict):
    preferences: Preferences


class RoomListEntry1(TypedDict):
    peer: User | None
    last_message: Message | None
    #: The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`.
    unread_count: int
    #: The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`.
    unread_mentions: int
    #: The user has read everything up to this number.
    last_read_seq: int
    favourite: bool
    #: Whether the user has archived the room since its latest message.
    archived: bool
    #: The user wants to see the room as unread from this number on; null: as it is.
    marked_unread_seq: float | None
    #: Of which messages of the room the user is notified; null: as everywhere.
    notify: NotifyChoice | None
    type: Literal['OneToOneChat']
    id: str
    created_at: str
    updated_at: str
    property: RoomListEntry1Property
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']


class RoomListEntry2Property(TypedDict):
    preferences: Preferences


class RoomListEntry2(TypedDict):
    last_message: Message | None
    #: The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`.
    unread_count: int
    #: The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`.
    unread_mentions: int
    #: The user has read everything up to this number.
    last_read_seq: int
    favourite: bool
    #: Whether the user has archived the room since its latest message.
    archived: bool
    #: The user wants to see the room as unread from this number on; null: as it is.
    marked_unread_seq: float | None
    #: Of which messages of the room the user is notified; null: as everywhere.
    notify: NotifyChoice | None
    type: Literal['GroupChat']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    max_participants: int
    join_approval_required: bool
    group_locked: bool
    id: str
    created_at: str
    updated_at: str
    property: RoomListEntry2Property
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool


class RoomListEntry3Property(TypedDict):
    preferences: Preferences


class RoomListEntry3(TypedDict):
    last_message: Message | None
    #: The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`.
    unread_count: int
    #: The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`.
    unread_mentions: int
    #: The user has read everything up to this number.
    last_read_seq: int
    favourite: bool
    #: Whether the user has archived the room since its latest message.
    archived: bool
    #: The user wants to see the room as unread from this number on; null: as it is.
    marked_unread_seq: float | None
    #: Of which messages of the room the user is notified; null: as everywhere.
    notify: NotifyChoice | None
    type: Literal['Channel']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    max_subscribers: int
    is_public: bool
    #: Who may write: all members, or moderators and members with `can_send_messages`.
    posting: Literal['everyone', 'moderators']
    id: str
    created_at: str
    updated_at: str
    property: RoomListEntry3Property
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool


class RoomLogReport(TypedDict):
    """Whether the numbered log of a room is complete."""

    room_id: str
    #: No number is missing, and none is above the last one.
    complete: bool
    #: The first number that was checked; null: none was, because nothing has changed in the last day.
    first_seq: float | None
    #: The number of the latest change, by the room.
    last_seq: int
    #: The highest number that a record has: a higher one than `last_seq` is a fault.
    highest_seq: int
    #: The numbers without a record, of those that were checked.
    missing_count: int
    #: The first 100 of them.
    missing: list[int]


class RoomMember(TypedDict):
    """A user as a member of one room."""

    id: int
    username: str
    first_name: str
    last_name: str
    #: A URL of an image.
    avatar: str | None
    #: Null also if it has ended.
    status: UserStatus | None
    is_bot: bool
    #: True: a guest, who sees only the rooms it was added to and the people in them. Absent for members.
    is_guest: NotRequired[bool]
    #: The name that the member has chosen for this room; null: there is none.
    nickname: str | None
    role: MemberRole
    #: Permissions granted in addition to the role.
    permissions: list[str]
    joined_at: str


class RoomNotice(TypedDict):
    """A change of a room that is shown among its messages."""

    #: The number of the change.
    seq: int
    kind: RoomNoticeKind
    #: The user who made the change; null if that user was deleted.
    actor: User | None
    #: The members that the change concerns, at most `MAX_NOTICED_USERS`; users who were deleted are missing.
    users: list[User]
    #: The number of members that the change concerns.
    user_count: int
    #: The new name of the room, of `renamed`.
    name: NotRequired[str]
    created_at: str


class RoomNoticePage(TypedDict):
    """The notices of a part of the log of a room."""

    room_id: str
    #: The newest of the requested part, in the order of their numbers.
    notices: list[RoomNotice]
    #: Whether the part has older ones.
    has_more: bool
    #: The service has removed messages of the room that were sent before this time; null: it has removed none.
    messages_removed_before: str | None


class RoomNotify(TypedDict):
    """The choice of the user for a room."""

    #: Null: as everywhere, by the user's own level.
    level: NotifyLevel | None
    #: Until then the user is notified of nothing in the room; null: the room is not muted for a time.
    muted_until: str | None
    room_id: str
    #: Present if there is no choice any more.
    removed: NotRequired[Literal[True]]


class RoomRestriction(TypedDict):
    """A restriction of a user in one room."""

    user: User
    kind: RestrictionKind
    #: The time at which it ends; null: it has no end.
    until: str | None
    #: The user who made it; null: no longer known.
    by: User | None
    created_at: str
    reason: str | None


class RoomSummary(TypedDict):
    """A room as operators see it."""

    id: str
    type: RoomTypeName
    name: str
    creator: str | None
    members: int
    last_seq: int
    created_at: str
    #: The beginning of a legal hold; null: there is none.
    held_at: str | None
    hold_reason: str | None
    #: 0: messages are kept permanently; null: as long as in other rooms of its type.
    retention_days: float | None


class RoomSummaryPage(TypedDict):
    """A page of rooms, the newest first. It can have fewer rooms than requested, and others follow nevertheless."""

    rooms: list[RoomSummary]
    next_cursor: str | None


class RoomWithoutMembers1Property(TypedDict):
    preferences: Preferences


class RoomWithoutMembers1(TypedDict):
    type: Literal['OneToOneChat']
    id: str
    created_at: str
    updated_at: str
    property: RoomWithoutMembers1Property
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']


class RoomWithoutMembers2Property(TypedDict):
    preferences: Preferences


class RoomWithoutMembers2(TypedDict):
    type: Literal['GroupChat']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    max_participants: int
    join_approval_required: bool
    group_locked: bool
    id: str
    created_at: str
    updated_at: str
    property: RoomWithoutMembers2Property
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool


class RoomWithoutMembers3Property(TypedDict):
    preferences: Preferences


class RoomWithoutMembers3(TypedDict):
    type: Literal['Channel']
    name: str
    description: str
    avatar: str | None
    creator: User | None
    max_subscribers: int
    is_public: bool
    #: Who may write: all members, or moderators and members with `can_send_messages`.
    posting: Literal['everyone', 'moderators']
    id: str
    created_at: str
    updated_at: str
    property: RoomWithoutMembers3Property
    member_count: int
    #: The number of the room's latest persistent change.
    last_seq: int
    #: Whether a member may have one reaction to a message, or several.
    reactions: Literal['one', 'many']
    #: The seconds that a member who does not lead the room waits between two messages; 0: none.
    slow_mode_seconds: int
    #: The seconds after which messages are deleted that are sent from then on; null: they are kept.
    message_ttl_seconds: float | None
    #: The most characters of a message; null: as many as the deployment permits.
    max_message_length: float | None
    #: Whether messages may have attachments.
    media_allowed: bool


class SavedMessage(TypedDict):
    """A message that the user has saved."""

    #: As it was when the item was sent; without the id of a message that it forwards from another room.
    message: ShortMessage | GoneMessage
    saved: bool
    #: When it was saved; null: it is not.
    saved_at: str | None
    #: When the user is to be reminded of it; null: never, or the user has been.
    remind_at: str | None
    #: Present if it is not saved any more.
    removed: NotRequired[Literal[True]]


class SavedPage(TypedDict):
    """A page of saved messages, the last saved first."""

    saved: list[SavedMessage]
    #: Null: there are no further ones.
    next_cursor: str | None


class ScheduleEnd(TypedDict):
    """A scheduled message that was sent, or that its author has cancelled."""

    id: str
    room_id: NotRequired[str]
    #: The id of the sent message.
    message_id: NotRequired[str]
    removed: Literal[True]


class SchedulePage(TypedDict):
    """A page of scheduled messages, the earliest first."""

    scheduled: list[ScheduledMessage]
    #: Null: there are no further ones.
    next_cursor: str | None


class ScheduleRefusal(TypedDict):
    """Why a scheduled message was not sent, as an error frame would name it."""

    code: ErrorCode
    message: str


class ScheduledMessage(TypedDict):
    """A message that is sent at a later time."""

    #: The `client_message_id` that the sent message has.
    id: str
    room_id: str
    content: str
    #: As its author has given them.
    extra_fields: dict[str, Any]
    send_at: str
    created_at: str
    updated_at: str
    #: Why it was not sent at its time: it stays until its author sets another time or cancels it. Null: it is
    #: scheduled.
    refused: ScheduleRefusal | None


class SearchFragment(TypedDict):
    """A part of the text of a message."""

    text: str
    #: The start and end (exclusive) of each match in the text, in UTF-16 code units, in order.
    matches: list[list[Any]]


class SearchPage(TypedDict):
    """A page of search results, best first."""

    results: list[SearchResult]
    #: The cursor of the next page; null on the last one.
    next_before: str | None


class SearchResult(TypedDict):
    message: Message
    #: In the order of the text.
    fragments: list[SearchFragment]


class SecondFactorState(TypedDict):
    """The second factor of a user, as the user and operators see it."""

    enabled: bool
    #: The recovery codes that were not used yet.
    recovery_codes: int


class SeenAttachment(TypedDict):
    """An attachment of a reported message."""

    #: Null: the attachment is an address.
    filename: str | None
    media_type: str
    mime_type: str


class SeenMessageRoom(TypedDict):
    type: Literal['OneToOneChat', 'GroupChat', 'Channel']
    name: str | None


class SeenMessage(TypedDict):
    """A message as it was when it was reported."""

    content: str
    created_at: str
    is_edited: bool
    room: SeenMessageRoom
    attachments: list[SeenAttachment]


class SenderPurge(TypedDict):
    """What a purge of the messages of a user has removed."""

    removed: int
    rooms: int
    #: Rooms that are held, whose messages stay.
    held_rooms: int


class SenderPurgePlan(TypedDict):
    """What a purge of the messages of a user would remove."""

    messages: int
    rooms: int
    #: Rooms that are held, whose messages stay.
    held_rooms: int


class Session(TypedDict):
    """A log-in of the user, with its open connections."""

    #: Null for the connections that belong to no log-in of this service, as those by tokens of another issuer.
    id: str | None
    #: How the client of the log-in described itself (`User-Agent`); null: unknown.
    device: str | None
    #: Where the log-in came from; null: unknown.
    address: str | None
    #: When it was made; null: unknown.
    since: str | None
    #: Its last log-in, refresh or heartbeat; null: unknown.
    active: str | None
    #: Whether the connection that asks belongs to it.
    current: bool
    connections: list[SessionConnection]


class SessionConnection(TypedDict):
    """An open connection of a session."""

    id: str
    #: How its client described itself; null: not at all.
    device: str | None
    since: str
    #: Its last heartbeat.
    active: str


class SessionsOfUser(TypedDict):
    """The log-ins of a user with their open connections, the newest activity first."""

    sessions: list[Session]


class SettingState(TypedDict):
    """A setting as administrators see it."""

    #: Null: it has none, and no default.
    value: StoredValue | None
    source: SettingSource
    #: The variable of the environment that fixes it.
    variable: str
    #: The values that it may have; null: they are not listed.
    choices: list[StoredValue] | None
    #: The last change of the stored value; null: none was ever stored.
    changed_at: str | None
    #: Null: an operator by a command, or a user who was deleted.
    changed_by: AuditedUser | None


class ShortAttachment(TypedDict):
    """An attachment without its metadata."""

    id: str
    #: An http or https URL of a file elsewhere. For an uploaded file: a path of the service, which needs no token
    #: for `FILE_URL_SECONDS`; after that time `GET /api/files/{id}` with a token goes on working.
    media_url: str
    media_type: Literal['image', 'video', 'audio', 'file']
    mime_type: str
    file_size: int
    caption: str
    #: As its sender has named the file: text, never a path.
    filename: str | None
    #: Of an uploaded file. `pending`: the service has it scanned, and nobody can read it yet; its addresses are
    #: those at which it can be read then. `blocked`: the scanner has found something in it, it has no addresses,
    #: and its bytes are deleted.
    state: Literal['pending', 'ready', 'blocked', None]
    #: Pixels, of a picture that stands upright, or of a video.
    width: float | None
    height: float | None
    #: Seconds.
    duration: float | None
    #: A WebP picture of at most 480 pixels a side, at an address as `media_url`; null: there is none.
    thumbnail_url: str | None
    #: Of the bytes that are served: lower-case hexadecimal digits.
    sha256: str | None


class ShortMessageRoom(TypedDict):
    id: str


class ShortMessage(TypedDict):
    """A message in the dispatch of a small change: at most 4 KiB of JSON. It has all keys of a `Message`, except
    `link_previews`, which stay as they were. What is too long is cut and marked; a mark is present only if it is
    true. The entry of the user who made the change is never cut.
    """

    id: str
    room: ShortMessageRoom
    sender: User
    content: str
    is_deleted: bool
    is_edited: bool
    is_forwarded: bool
    delivered_to: list[str]
    read_receipts: list[ReadReceipt]
    reactions: list[Reaction]
    created_at: str
    updated_at: str
    #: The position of the message in the log of its room.
    seq: int
    client_message_id: str | None
    #: `text`, or a type of the integrator's own.
    kind: str
    #: The integrator's own.
    metadata: dict[str, Any]
    #: The time of the latest edit.
    edited_at: str | None
    #: In the order of their ids. Some may have left the room since.
    mentions: list[User]
    #: Whether it mentions the whole room.
    mention_room: bool
    pinned: Pin | None
    #: The thread in which the message is a reply.
    thread: ThreadOfReply | None
    #: Whether a reply in a thread stands among the messages of the room too.
    also_to_room: bool
    #: Of a message that has started a thread. Null: it has no replies.
    thread_summary: ThreadSummary | None
    #: Null also in a message that another one contains.
    poll: Poll | None
    #: Of the first links in the content, in their order; those that lead to nothing that can be shown are missing.
    link_previews: list[LinkPreview]
    forwarded_from: MessageReference | None
    parent_message: MessageReference | None
    attachments: list[ShortAttachment]
    #: `content` is the beginning of the text.
    content_truncated: NotRequired[Literal[True]]
    delivered_to_truncated: NotRequired[Literal[True]]
    read_receipts_truncated: NotRequired[Literal[True]]
    reactions_truncated: NotRequired[Literal[True]]
    #: In `reaction.dispatch`: those of the user who reacted which the cut list does not have; undefined: none.
    unlisted_reactions: NotRequired[list[str]]
    attachments_truncated: NotRequired[Literal[True]]
    mentions_truncated: NotRequired[Literal[True]]
    #: `metadata` is empty.
    metadata_truncated: NotRequired[Literal[True]]
    #: `poll` is null, although the message has one.
    poll_truncated: NotRequired[Literal[True]]
    #: `pinned` is null, although the message is pinned.
    pinned_truncated: NotRequired[Literal[True]]
    #: `thread_summary` has no participants.
    thread_summary_truncated: NotRequired[Literal[True]]
    #: `link_previews` is empty, although the message has some: it always is in a short message.
    link_previews_truncated: NotRequired[Literal[True]]


class Space(TypedDict):
    """In bytes."""

    free: int
    size: int


class StatusFrame(TypedDict):
    """The answer to a heartbeat. It has no event name."""

    status: Literal['success']
    request_id: NotRequired[str]


class SyncPage(TypedDict):
    #: Whether this is the last page.
    complete: bool
    #: In the order of their ids, over all pages.
    rooms: list[SyncedRoom]
    #: The rooms that the client named and the user is not a member of: each once over all pages.
    left: list[str]
    #: A part of the private state, if the client has asked for it.
    private: NotRequired[PrivateState]
    #: The changed profiles of others, if the client has asked for them.
    profiles: NotRequired[ChangedProfiles]


class SyncedRoom(TypedDict):
    """The changes of one room that a client missed, or a part of them."""

    room_id: str
    #: A client that has processed this part has every change of the room up to this number.
    last_seq: int
    #: Whether this replaces everything that the client has of the room. Older history has to be requested.
    reset: bool
    #: Null when it has not changed.
    room: Room | None
    #: In the order of their last change, in their current state.
    messages: list[Message | DeletedMessage]
    #: The positions of all listed members; empty when more parts of the room follow.
    marks: list[MemberMark]


class TestDelivery(TypedDict):
    """A delivery that is being sent."""

    delivery_id: str


class TestedMail(TypedDict):
    """What the SMTP server said to a test."""

    outcome: Literal['sent', 'refused', 'away']
    #: The words of the server; null: it took the mail.
    error: str | None


class TestedPush(TypedDict):
    """The result of a test for each browser of the user."""

    subscriptions: list[TestedSubscription]


class TestedSubscription(TypedDict):
    """The result of a test push to one browser."""

    subscription_id: str
    host: str
    outcome: Literal['sent', 'gone', 'refused', 'not_public', 'away']
    status: float | None


class ThreadFollow(TypedDict):
    """Whether the user follows a thread."""

    room_id: str
    thread_id: str
    following: bool
    #: Present if the user does not.
    removed: NotRequired[Literal[True]]


class ThreadListEntry(TypedDict):
    """A thread that the user follows."""

    #: The message that started it. A deleted one has no content.
    thread: Message
    #: The number of replies of other users that the user has not read, at most `MAX_COUNTED_REPLIES`.
    unread_count: int
    #: The number of those of them that mention the user, or the whole room.
    unread_mentions: int
    #: The user has read all replies up to this number.
    last_read_seq: int


class ThreadOfReply(TypedDict):
    #: The message that started it.
    id: str
    #: In the dispatch of the reply: the summary of the thread with it.
    summary: NotRequired[ThreadSummary | None]


class ThreadPage(TypedDict):
    """A page of a thread, the newest message first, and the message that started it last."""

    room_id: str
    thread_id: str
    #: Whether there are older messages than these.
    has_next: bool
    #: Whether there are newer ones.
    has_previous: bool
    messages: list[Message]


class ThreadSummary(TypedDict):
    """The replies of a thread that are not deleted. They are counted among the newest `MAX_COUNTED_REPLIES`."""

    reply_count: int
    last_reply_at: str
    #: The latest of those who replied, the latest first, at most five.
    participants: list[User]


class TicketRefusal(TypedDict):
    """The answer to a right password that is not enough."""

    detail: str
    #: The code for programs.
    code: str
    #: Continues the log-in within five minutes.
    ticket: str


class TokenPair(TypedDict):
    access: str
    refresh: str


class Typing(TypedDict):
    username: str
    user_id: int
    room_id: str
    #: Seconds after which the typing state ends, unless it is renewed.
    expires_in: int


class UnreadMark(TypedDict):
    """The number from which on the user wants to see a room as unread, until the user reads in it again."""

    room_id: str
    #: Null: the mark was lifted.
    from_seq: float | None
    #: Present if it was lifted.
    removed: NotRequired[Literal[True]]


class UploadTarget1(TypedDict):
    protocol: Literal['tus']
    url: str


class UploadTarget2(TypedDict):
    protocol: Literal['put']
    url: str
    headers: dict[str, str]


class User(TypedDict):
    id: int
    username: str
    first_name: str
    last_name: str
    #: A URL of an image.
    avatar: str | None
    #: Null also if it has ended.
    status: UserStatus | None
    is_bot: bool
    #: True: a guest, who sees only the rooms it was added to and the people in them. Absent for members.
    is_guest: NotRequired[bool]


class UserBlock(TypedDict):
    """A user whom the user blocks."""

    user_id: int
    blocked: bool
    #: Null: the user is not blocked.
    user: User | None
    #: When the user was blocked; null: the user is not.
    blocked_at: str | None
    #: Present if the user is not blocked any more.
    removed: NotRequired[Literal[True]]


class UserBlockPage(TypedDict):
    """A page of the users whom the user blocks, in the order of their ids."""

    blocks: list[UserBlock]
    #: Null: there are no further ones.
    next_cursor: str | None


class UserHoldings(TypedDict):
    """The data of a user, counted by what a deletion of the user does to them."""

    id: int
    username: str
    first_name: str
    last_name: str
    #: Rooms that are deleted with the user: OneToOneChats, and rooms without other members.
    rooms_deleted: int
    #: Of all users.
    messages_in_rooms_deleted: int
    #: Rooms that continue without the user.
    rooms_left: int
    #: Messages of the user in all other rooms: an erasure removes them, too.
    messages_elsewhere: int
    #: Files of the user: those of messages that stay, stay too.
    files: int
    file_bytes: int


class UserNotify(TypedDict):
    """Of which messages the user is notified in rooms without a choice of their own, when the user gets no push, and
    which missed messages are mailed.
    """

    level: NotifyLevel
    #: Null: pushes are sent at all hours.
    do_not_disturb: DoNotDisturb | None
    #: Null: as the deployment decides.
    mail: MailNotices | None
    #: Present if all are as they are for a user who never set them.
    removed: NotRequired[Literal[True]]


class UserStatus(TypedDict):
    """A status that a user has set."""

    text: str
    emoji: str | None
    #: The end of the status; null: it has none.
    until: str | None


class UserUpdate2(TypedDict):
    user: Profile


class VerifiedAddress(TypedDict):
    #: Of the user whose address it is now, and who can log in.
    username: str


class Warning(TypedDict):
    """Something that an administrator should do, by its code, with details such as a number or an id."""

    code: str


class Webhook(TypedDict):
    """A webhook as operators see it: without its secret."""

    id: str
    url: str
    events: list[str]
    description: str
    is_active: bool
    created_at: str


class WebhookDeletion(TypedDict):
    """A webhook, and the number of its deliveries."""

    id: str
    url: str
    events: list[str]
    description: str
    is_active: bool
    created_at: str
    deliveries: int
    pending: int


class WebhookPage(TypedDict):
    """A page of webhooks without their secrets, the oldest first."""

    webhooks: list[Webhook]
    next_cursor: str | None


class ChannelsearchDispatch(TypedDict):
    eventType: Literal['channelsearch.dispatch']
    #: The answer to a search for public Channels.
    data: ChannelPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class DraftDispatch(TypedDict):
    eventType: Literal['draft.dispatch']
    data: ComposerDraft
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class HeldlistDispatch(TypedDict):
    eventType: Literal['heldlist.dispatch']
    #: The answer to a request for the held messages of a room.
    data: HeldPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class JoinrequestDispatch(TypedDict):
    eventType: Literal['joinrequest.dispatch']
    #: To the admins of a group and the requesting user: a new join request, or the decision about one.
    data: JoinRequest
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class JoinrequestsDispatch(TypedDict):
    eventType: Literal['joinrequests.dispatch']
    #: The answer to an admin's request for the pending join requests of a group.
    data: JoinRequestPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MembernicknameDispatch(TypedDict):
    eventType: Literal['membernickname.dispatch']
    #: To the room: the nickname of a member, or that it was removed.
    data: MemberNickname
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessageDispatch(TypedDict):
    eventType: Literal['message.dispatch']
    data: Message
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessageheldDispatch(TypedDict):
    eventType: Literal['messageheld.dispatch']
    #: To the sender and the leaders of the room: a message or an edit that a moderator has to allow first.
    data: HeldMessage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagemodificationDispatch(TypedDict):
    eventType: Literal['messagemodification.dispatch']
    data: MessageEdited | MessagesDeleted
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagepinDispatch(TypedDict):
    eventType: Literal['messagepin.dispatch']
    data: MessagePinned
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagepreviewDispatch(TypedDict):
    eventType: Literal['messagepreview.dispatch']
    #: Previews of links were added to a message, or one was removed.
    data: MessagePreviews
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagereleaseDispatch(TypedDict):
    eventType: Literal['messagerelease.dispatch']
    #: To the sender and the leaders of the room: a held message or edit was allowed or rejected.
    data: HeldDecision
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagereportDispatchData(TypedDict):
    """The answer to a report."""

    report_id: str
    state: ReportState


class MessagereportDispatch(TypedDict):
    eventType: Literal['messagereport.dispatch']
    #: The answer to a report.
    data: MessagereportDispatchData
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagesaveDispatch(TypedDict):
    eventType: Literal['messagesave.dispatch']
    data: SavedMessage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagescheduleDispatch(TypedDict):
    eventType: Literal['messageschedule.dispatch']
    #: A scheduled message, or that it was sent.
    data: ScheduledMessage | ScheduleEnd
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagesearchDispatch(TypedDict):
    eventType: Literal['messagesearch.dispatch']
    #: The answer to a search for messages.
    data: SearchPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class MessagetypingDispatch(TypedDict):
    eventType: Literal['messagetyping.dispatch']
    data: Typing
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class PollupdateDispatch(TypedDict):
    eventType: Literal['pollupdate.dispatch']
    data: PollUpdate
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ReactionDispatch(TypedDict):
    eventType: Literal['reaction.dispatch']
    data: ReactionChange
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ReadreceiptDispatch(TypedDict):
    eventType: Literal['readreceipt.dispatch']
    #: One message when the request named one, a list when it named a list.
    data: ShortMessage | list[ShortMessage]
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ReportDispatch(TypedDict):
    eventType: Literal['report.dispatch']
    #: To moderators, and leaders of the room: a report, when it is made and when it is resolved. To moderators:
    #: what is held.
    data: Report | HeldReport
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ReportlistDispatchData(TypedDict):
    """A page of reports, the newest first."""

    reports: list[Report]
    next_cursor: str | None


class ReportlistDispatch(TypedDict):
    eventType: Literal['reportlist.dispatch']
    #: A page of reports, the newest first.
    data: ReportlistDispatchData
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomaddmembersDispatch(TypedDict):
    eventType: Literal['roomaddmembers.dispatch']
    data: MembersAdded
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomanswerinviteDispatch(TypedDict):
    eventType: Literal['roomanswerinvite.dispatch']
    #: To the invited user's own connections: the answer to an invitation.
    data: RoomInvitation
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomarchiveDispatch(TypedDict):
    eventType: Literal['roomarchive.dispatch']
    data: RoomArchived
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomcreateDispatch(TypedDict):
    eventType: Literal['roomcreate.dispatch']
    data: Room
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomdeleteDispatchData(TypedDict):
    room_id: str


class RoomdeleteDispatch(TypedDict):
    eventType: Literal['roomdelete.dispatch']
    data: RoomdeleteDispatchData
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomexitDispatchData(TypedDict):
    """To a user who is no longer a member."""

    room: Room
    message: str


class RoomexitDispatch(TypedDict):
    eventType: Literal['roomexit.dispatch']
    #: To a user who is no longer a member.
    data: RoomexitDispatchData
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomfavouriteDispatch(TypedDict):
    eventType: Literal['roomfavourite.dispatch']
    #: To the user alone, as all changes of the private state.
    data: RoomFavourite
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoominfoDispatch(TypedDict):
    eventType: Literal['roominfo.dispatch']
    data: Room
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoominviteDispatch(TypedDict):
    eventType: Literal['roominvite.dispatch']
    #: To an invited user: the invitation, pending or withdrawn. To the user who invited or withdrew: a list of
    #: those that the request has made or ended.
    data: RoomInvitation | list[RoomInvitation]
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoominvitesDispatch(TypedDict):
    eventType: Literal['roominvites.dispatch']
    #: The answer to a request for the user's pending invitations.
    data: InvitationPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomlistDispatch(TypedDict):
    eventType: Literal['roomlist.dispatch']
    data: list[RoomListEntry]
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoommarkunreadDispatch(TypedDict):
    eventType: Literal['roommarkunread.dispatch']
    data: UnreadMark
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoommembersDispatch(TypedDict):
    eventType: Literal['roommembers.dispatch']
    data: MemberPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoommessagesDispatch(TypedDict):
    eventType: Literal['roommessages.dispatch']
    data: MessagePage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomnoticesDispatch(TypedDict):
    eventType: Literal['roomnotices.dispatch']
    data: RoomNoticePage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomnotifyDispatch(TypedDict):
    eventType: Literal['roomnotify.dispatch']
    data: RoomNotify
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoompinsDispatch(TypedDict):
    eventType: Literal['roompins.dispatch']
    #: The answer to a request for the pinned messages of a room.
    data: PinPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoompreviewDispatch(TypedDict):
    eventType: Literal['roompreview.dispatch']
    #: A room as users see it who may join it or ask to.
    data: InvitedRoom
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomremovemembersDispatch(TypedDict):
    eventType: Literal['roomremovemembers.dispatch']
    data: MembersRemoved
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomrestrictDispatch(TypedDict):
    eventType: Literal['roomrestrict.dispatch']
    #: A user is restricted in a room, or no longer is: to its members, and the reason to leaders and the user
    #: alone.
    data: RestrictionChange
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomrestrictionsDispatch(TypedDict):
    eventType: Literal['roomrestrictions.dispatch']
    #: The answer to a request for the restrictions in a room.
    data: RestrictionPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class RoomupdateDispatch(TypedDict):
    eventType: Literal['roomupdate.dispatch']
    #: With the member lists if roles have changed.
    data: Room | RoomWithoutMembers
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class SavedlistDispatch(TypedDict):
    eventType: Literal['savedlist.dispatch']
    data: SavedPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class SchedulecancelDispatch(TypedDict):
    eventType: Literal['schedulecancel.dispatch']
    data: ScheduleCancel
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class SchedulelistDispatch(TypedDict):
    eventType: Literal['schedulelist.dispatch']
    data: SchedulePage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class SessioncloseDispatchData(TypedDict):
    """The answer to a request that ends one of them."""

    session_id: str


class SessioncloseDispatch(TypedDict):
    eventType: Literal['sessionclose.dispatch']
    #: The answer to a request that ends one of them.
    data: SessioncloseDispatchData
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class SessionlistDispatchData(TypedDict):
    """The answer to a request for the user's own sessions, the newest activity first."""

    sessions: list[Session]


class SessionlistDispatch(TypedDict):
    eventType: Literal['sessionlist.dispatch']
    #: The answer to a request for the user's own sessions, the newest activity first.
    data: SessionlistDispatchData
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ThreadfollowDispatch(TypedDict):
    eventType: Literal['threadfollow.dispatch']
    #: To the user alone, as all changes of the private state.
    data: ThreadFollow
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ThreadlistDispatch(TypedDict):
    eventType: Literal['threadlist.dispatch']
    #: The answer to a request for the threads that the user follows, the latest reply first.
    data: list[ThreadListEntry]
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ThreadmessagesDispatch(TypedDict):
    eventType: Literal['threadmessages.dispatch']
    #: The answer to a request for the messages of a thread.
    data: ThreadPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UserblockDispatch(TypedDict):
    eventType: Literal['userblock.dispatch']
    data: UserBlock
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UserblocksDispatch(TypedDict):
    eventType: Literal['userblocks.dispatch']
    data: UserBlockPage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UserfindDispatch(TypedDict):
    eventType: Literal['userfind.dispatch']
    #: The answer to a search for a username.
    data: Profile
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UserinfoDispatch(TypedDict):
    eventType: Literal['userinfo.dispatch']
    #: The answer to a request for users who share a room with the requester.
    data: ProfileList
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UsernotifyDispatch(TypedDict):
    eventType: Literal['usernotify.dispatch']
    data: UserNotify
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UsersearchDispatch(TypedDict):
    eventType: Literal['usersearch.dispatch']
    #: The answer to a search for users.
    data: ProfilePage
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class UserupdateDispatch(TypedDict):
    eventType: Literal['userupdate.dispatch']
    #: To the connections of the user: the profile and the settings. To those of users who share a room with the
    #: user: the profile.
    data: UserUpdate
    request_id: NotRequired[str]
    #: With `seq`: the position of this change in the log of the room.
    room_id: NotRequired[str]
    seq: NotRequired[int]
    #: With `seq`: what to show of this change among the messages of the room.
    notice: NotRequired[RoomNotice]
    #: The position of this change in the private log of the user. Only the user receives it.
    private_seq: NotRequired[int]
    meta: NotRequired[dict[str, Any]]


class ChannelSearchData(TypedDict):
    query: NotRequired[str | None]
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class DraftSetData(TypedDict):
    room_id: str
    thread_id: NotRequired[str | None]
    content: str


class HeldListData(TypedDict):
    room_id: str
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class MemberNicknameData(TypedDict):
    room_id: str
    nickname: str
    user_id: NotRequired[int | None]


class MessageAcknowledgedData(TypedDict):
    message_id: str | list[str]
    room_id: NotRequired[str | None]


class MessageModifyData1ExtraFields(TypedDict):
    content: NotRequired[str]
    metadata: NotRequired[dict[str, Any] | None]
    mentions: NotRequired[list[int] | None]
    mention_room: NotRequired[bool | None]


class MessageModifyData1(TypedDict):
    action: Literal['update']
    message_id: str
    extra_fields: MessageModifyData1ExtraFields
    room_id: NotRequired[str | None]


class MessageModifyData2(TypedDict):
    action: Literal['delete']
    message_id: str | list[str]
    room_id: NotRequired[str | None]


class MessagePinData(TypedDict):
    message_id: str
    room_id: NotRequired[str | None]
    pinned: bool


class MessageReactData(TypedDict):
    type: Literal['add', 'remove']
    message_id: str
    room_id: NotRequired[str | None]
    reaction_content: str


class MessageReadData(TypedDict):
    message_id: NotRequired[str | list[str] | None]
    room_id: NotRequired[str | None]
    thread_id: NotRequired[str | None]
    up_to_seq: NotRequired[int | None]


class MessageReleaseData(TypedDict):
    message_id: str
    room_id: NotRequired[str | None]
    allow: bool


class MessageRemovePreviewData(TypedDict):
    message_id: str
    room_id: NotRequired[str | None]
    url: str


class MessageReportData(TypedDict):
    message_id: NotRequired[str | None]
    user_id: NotRequired[int | None]
    room_id: NotRequired[str | None]
    reason: Literal['spam', 'abuse', 'illegal', 'other']
    comment: NotRequired[str | None]


class MessageSaveData(TypedDict):
    message_id: str
    room_id: NotRequired[str | None]
    saved: bool
    remind_at: NotRequired[str | None]


class MessageScheduleDataExtraFieldsMedia(TypedDict):
    upload_id: NotRequired[str]
    media_url: NotRequired[str]
    media_type: NotRequired[Literal['image', 'audio', 'video', 'file']]
    mime_type: NotRequired[Literal['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/heic', 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/opus', 'video/mp4', 'video/quicktime', 'video/webm', 'video/ogg', 'video/x-msvideo', 'video/x-matroska', 'application/pdf', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'text/plain', 'text/csv']]
    file_size: NotRequired[int]
    caption: NotRequired[str | None]
    metadata: NotRequired[dict[str, Any] | None]


class MessageScheduleDataExtraFieldsPoll(TypedDict):
    options: list[str]
    multiple: NotRequired[bool | None]
    anonymous: NotRequired[bool | None]
    closes_at: NotRequired[str | None]


class MessageScheduleDataExtraFields(TypedDict):
    parent_message_id: NotRequired[str | None]
    forwarded_from_id: NotRequired[str | None]
    forwarded_from_room_id: NotRequired[str | None]
    thread_id: NotRequired[str | None]
    also_to_room: NotRequired[bool | None]
    media: NotRequired[list[MessageScheduleDataExtraFieldsMedia] | None]
    mentions: NotRequired[list[int] | None]
    mention_room: NotRequired[bool | None]
    kind: NotRequired[str | None]
    metadata: NotRequired[dict[str, Any] | None]
    silent: NotRequired[bool | None]
    poll: NotRequired[MessageScheduleDataExtraFieldsPoll | None]


class MessageScheduleData(TypedDict):
    send_at: str
    room_id: str
    content: str
    client_message_id: NotRequired[str | None]
    extra_fields: NotRequired[MessageScheduleDataExtraFields | None]


class MessageSearchData(TypedDict):
    query: NotRequired[str | None]
    room_id: NotRequired[str | None]
    from_user_id: NotRequired[int | None]
    since: NotRequired[str | None]
    until: NotRequired[str | None]
    has: NotRequired[list[Literal['link', 'file', 'image', 'poll', 'pin']] | None]
    before: NotRequired[str | None]
    limit: NotRequired[int | None]


class MessageSendDataExtraFieldsMedia(TypedDict):
    upload_id: NotRequired[str]
    media_url: NotRequired[str]
    media_type: NotRequired[Literal['image', 'audio', 'video', 'file']]
    mime_type: NotRequired[Literal['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/heic', 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/opus', 'video/mp4', 'video/quicktime', 'video/webm', 'video/ogg', 'video/x-msvideo', 'video/x-matroska', 'application/pdf', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'text/plain', 'text/csv']]
    file_size: NotRequired[int]
    caption: NotRequired[str | None]
    metadata: NotRequired[dict[str, Any] | None]


class MessageSendDataExtraFieldsPoll(TypedDict):
    options: list[str]
    multiple: NotRequired[bool | None]
    anonymous: NotRequired[bool | None]
    closes_at: NotRequired[str | None]


class MessageSendDataExtraFields(TypedDict):
    parent_message_id: NotRequired[str | None]
    forwarded_from_id: NotRequired[str | None]
    forwarded_from_room_id: NotRequired[str | None]
    thread_id: NotRequired[str | None]
    also_to_room: NotRequired[bool | None]
    media: NotRequired[list[MessageSendDataExtraFieldsMedia] | None]
    mentions: NotRequired[list[int] | None]
    mention_room: NotRequired[bool | None]
    kind: NotRequired[str | None]
    metadata: NotRequired[dict[str, Any] | None]
    silent: NotRequired[bool | None]
    poll: NotRequired[MessageSendDataExtraFieldsPoll | None]


class MessageSendData(TypedDict):
    room_id: str
    content: str
    client_message_id: NotRequired[str | None]
    extra_fields: NotRequired[MessageSendDataExtraFields | None]


class MessageTypingData(TypedDict):
    room_id: str


class NotificationAcknowledgeData(TypedDict):
    notification_id: str | list[str]
    room_id: NotRequired[str | None]


class PollCloseData(TypedDict):
    message_id: str
    room_id: NotRequired[str | None]


class PollVoteData(TypedDict):
    message_id: str
    room_id: NotRequired[str | None]
    options: list[int]


class PresenceSubscribeData(TypedDict):
    user_ids: list[int]


class ReportListData(TypedDict):
    state: NotRequired[Literal['open', 'resolved', None]]
    room_id: NotRequired[str | None]
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class ReportResolveData(TypedDict):
    report_id: str
    action: Literal['dismiss', 'delete_message', 'mute', 'ban', 'deactivate']
    note: NotRequired[str | None]
    until: NotRequired[str | None]


class RoomAddMembersData(TypedDict):
    room_id: str
    members: list[int]


class RoomAnswerInviteData(TypedDict):
    room_id: str
    accept: bool


class RoomArchiveData(TypedDict):
    room_id: str
    archived: bool


class RoomCreateData1(TypedDict):
    type: Literal['OneToOneChat']
    participants: list[int]


class RoomCreateData2ExtraFieldsProperty(TypedDict):
    preferences: NotRequired[dict[str, Any]]


class RoomCreateData2ExtraFields(TypedDict):
    avatar: NotRequired[str | None]
    join_approval_required: NotRequired[bool]
    group_locked: NotRequired[bool]
    max_participants: NotRequired[int]
    reactions: NotRequired[Literal['one', 'many']]
    property: NotRequired[RoomCreateData2ExtraFieldsProperty]


class RoomCreateData2(TypedDict):
    type: Literal['GroupChat']
    name: str
    participants: NotRequired[list[int]]
    description: NotRequired[str]
    extra_fields: NotRequired[RoomCreateData2ExtraFields]


class RoomCreateData3ExtraFieldsProperty(TypedDict):
    preferences: NotRequired[dict[str, Any]]


class RoomCreateData3ExtraFields(TypedDict):
    is_public: NotRequired[bool]
    avatar: NotRequired[str | None]
    max_subscribers: NotRequired[int]
    posting: NotRequired[Literal['everyone', 'moderators']]
    reactions: NotRequired[Literal['one', 'many']]
    property: NotRequired[RoomCreateData3ExtraFieldsProperty]


class RoomCreateData3(TypedDict):
    type: Literal['Channel']
    name: str
    subscribers: NotRequired[list[int]]
    participants: NotRequired[list[int]]
    description: NotRequired[str]
    extra_fields: NotRequired[RoomCreateData3ExtraFields]


class RoomFavouriteData(TypedDict):
    room_id: str
    favourite: bool


class RoomInfoData(TypedDict):
    room_id: str


class RoomInviteData(TypedDict):
    room_id: str
    user_ids: list[int]


class RoomInvitesData(TypedDict):
    limit: NotRequired[int | None]
    before: NotRequired[str | None]


class RoomJoinData(TypedDict):
    room_id: str


class RoomLeaveData(TypedDict):
    room_id: str


class RoomListData(TypedDict):
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]
    archived: NotRequired[bool | None]


class RoomMarkUnreadData(TypedDict):
    room_id: str
    from_seq: int


class RoomMembersData(TypedDict):
    room_id: str
    list: NotRequired[Literal['members', 'join_requests', None]]
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class RoomMessagesDataPaginate(TypedDict):
    page: NotRequired[int | None]
    size: NotRequired[int | None]
    before_seq: NotRequired[int | None]
    after_seq: NotRequired[int | None]
    limit: NotRequired[int | None]


class RoomMessagesData(TypedDict):
    room_id: str
    paginate: NotRequired[RoomMessagesDataPaginate | None]
    include_threads: NotRequired[bool | None]
    page: NotRequired[int | None]
    size: NotRequired[int | None]
    before_seq: NotRequired[int | None]
    after_seq: NotRequired[int | None]
    limit: NotRequired[int | None]


class RoomModifyData1DataProperty(TypedDict):
    preferences: NotRequired[dict[str, Any]]


class RoomModifyData1Data(TypedDict):
    description: NotRequired[str]
    avatar_upload_id: NotRequired[str]
    property: NotRequired[RoomModifyData1DataProperty]
    slow_mode_seconds: NotRequired[int]
    name: NotRequired[str]
    avatar: NotRequired[str | None]
    group_locked: NotRequired[bool]
    join_approval_required: NotRequired[bool]
    is_public: NotRequired[bool]
    max_participants: NotRequired[int]
    max_subscribers: NotRequired[int]
    posting: NotRequired[Literal['everyone', 'moderators']]
    reactions: NotRequired[Literal['one', 'many']]
    message_ttl_seconds: NotRequired[int | None]
    max_message_length: NotRequired[int | None]
    media_allowed: NotRequired[bool]


class RoomModifyData1(TypedDict):
    action: Literal['update']
    data: RoomModifyData1Data
    room_id: str


class RoomModifyData2(TypedDict):
    action: Literal['delete']
    room_id: str


class RoomModifyData3Data(TypedDict):
    users: list[int]


class RoomModifyData3(TypedDict):
    action: Literal['add_admin']
    data: RoomModifyData3Data
    room_id: str


class RoomModifyData4Data(TypedDict):
    users: list[int]


class RoomModifyData4(TypedDict):
    action: Literal['remove_admin']
    data: RoomModifyData4Data
    room_id: str


class RoomModifyData5Data(TypedDict):
    users: list[int]


class RoomModifyData5(TypedDict):
    action: Literal['add_moderator']
    data: RoomModifyData5Data
    room_id: str


class RoomModifyData6Data(TypedDict):
    users: list[int]


class RoomModifyData6(TypedDict):
    action: Literal['remove_moderator']
    data: RoomModifyData6Data
    room_id: str


class RoomModifyData7Data(TypedDict):
    users: list[int]
    permission: list[str]


class RoomModifyData7(TypedDict):
    action: Literal['add_permission']
    data: RoomModifyData7Data
    room_id: str


class RoomModifyData8Data(TypedDict):
    users: list[int]
    permission: list[str]


class RoomModifyData8(TypedDict):
    action: Literal['remove_permission']
    data: RoomModifyData8Data
    room_id: str


class RoomNoticesData(TypedDict):
    room_id: str
    after: NotRequired[int | None]
    before: NotRequired[int | None]
    limit: NotRequired[int | None]


class RoomNotifyData(TypedDict):
    room_id: str
    level: NotRequired[Literal['all', 'mentions', 'none', None]]
    muted_until: NotRequired[str | None]


class RoomPinsData(TypedDict):
    room_id: str
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class RoomPreviewData(TypedDict):
    room_id: str


class RoomRemoveMembersData(TypedDict):
    room_id: str
    members: list[int]


class RoomRestrictData(TypedDict):
    room_id: str
    user_id: int
    kind: Literal['mute', 'ban', 'none']
    until: NotRequired[str | None]
    reason: NotRequired[str | None]


class RoomRestrictionsData(TypedDict):
    room_id: str
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class RoomReviewJoinData(TypedDict):
    room_id: str
    user_id: int
    decision: Literal['approve', 'deny']


class RoomWithdrawInviteData(TypedDict):
    room_id: str
    user_ids: list[int]


class SavedListData(TypedDict):
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class ScheduleCancelData(TypedDict):
    id: str


class ScheduleListData(TypedDict):
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class ScheduleUpdateDataExtraFieldsMedia(TypedDict):
    upload_id: NotRequired[str]
    media_url: NotRequired[str]
    media_type: NotRequired[Literal['image', 'audio', 'video', 'file']]
    mime_type: NotRequired[Literal['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/heic', 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/opus', 'video/mp4', 'video/quicktime', 'video/webm', 'video/ogg', 'video/x-msvideo', 'video/x-matroska', 'application/pdf', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'text/plain', 'text/csv']]
    file_size: NotRequired[int]
    caption: NotRequired[str | None]
    metadata: NotRequired[dict[str, Any] | None]


class ScheduleUpdateDataExtraFieldsPoll(TypedDict):
    options: list[str]
    multiple: NotRequired[bool | None]
    anonymous: NotRequired[bool | None]
    closes_at: NotRequired[str | None]


class ScheduleUpdateDataExtraFields(TypedDict):
    parent_message_id: NotRequired[str | None]
    forwarded_from_id: NotRequired[str | None]
    forwarded_from_room_id: NotRequired[str | None]
    thread_id: NotRequired[str | None]
    also_to_room: NotRequired[bool | None]
    media: NotRequired[list[ScheduleUpdateDataExtraFieldsMedia] | None]
    mentions: NotRequired[list[int] | None]
    mention_room: NotRequired[bool | None]
    kind: NotRequired[str | None]
    metadata: NotRequired[dict[str, Any] | None]
    silent: NotRequired[bool | None]
    poll: NotRequired[ScheduleUpdateDataExtraFieldsPoll | None]


class ScheduleUpdateData(TypedDict):
    id: str
    content: NotRequired[str]
    extra_fields: NotRequired[ScheduleUpdateDataExtraFields | None]
    send_at: NotRequired[str]


class SessionAuthenticateData(TypedDict):
    token: str


class SessionCloseData(TypedDict):
    session_id: str


class SessionSyncData(TypedDict):
    rooms: NotRequired[dict[str, int] | None]
    epoch: NotRequired[str | None]
    private_seq: NotRequired[int | None]
    profiles_since: NotRequired[str | None]


class ThreadFollowData(TypedDict):
    thread_id: str
    room_id: NotRequired[str | None]
    follow: bool


class ThreadListData(TypedDict):
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]
    unread_only: NotRequired[bool | None]


class ThreadMessagesData(TypedDict):
    thread_id: str
    room_id: NotRequired[str | None]
    before_seq: NotRequired[int | None]
    after_seq: NotRequired[int | None]
    limit: NotRequired[int | None]


class UserBlockData(TypedDict):
    user_id: int
    blocked: bool


class UserBlocksData(TypedDict):
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class UserFindData(TypedDict):
    username: str


class UserInfoData(TypedDict):
    user_ids: list[int]


UserNotifyDataDoNotDisturb = TypedDict(
    'UserNotifyDataDoNotDisturb',
    {
        'from': 'str',
        'to': 'str',
        'timezone': 'str',
    },
)


class UserNotifyData(TypedDict):
    level: NotRequired[Literal['all', 'mentions', 'none']]
    do_not_disturb: NotRequired[UserNotifyDataDoNotDisturb | None]
    mail: NotRequired[Literal['never', 'mentions', 'all', None]]


class UserSearchData(TypedDict):
    query: str
    limit: NotRequired[int | None]
    cursor: NotRequired[str | None]


class UserUpdateDataStatus(TypedDict):
    text: str
    emoji: NotRequired[str | None]
    until: NotRequired[str | None]


class UserUpdateData(TypedDict):
    add_policy: NotRequired[Literal['everyone', 'shared', 'nobody', None]]
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    avatar: NotRequired[str | None]
    avatar_upload_id: NotRequired[str]
    status: NotRequired[UserUpdateDataStatus | None]
    email: NotRequired[str | None]
    language: NotRequired[Literal['ar', 'de', 'en', 'es', 'ja', None]]
    custom: NotRequired[dict[str, Any]]


AddPolicy: TypeAlias = Literal['everyone', 'shared', 'nobody']
"""The users who may add a user to a room: every user, users who share a room with the user, or nobody. Others can
invite.
"""


AvatarKind: TypeAlias = Literal['avatar', 'room_avatar', 'logo']
"""The pictures of users and of rooms, and the logo of the deployment: everybody who has their address may read them."""


BodyRefusal: TypeAlias = HttpError | dict[str, list[str]]
"""The answer to an invalid body: reasons by field, or an error for the whole body."""


DeliveryState: TypeAlias = Literal['pending', 'delivered', 'dead']


DeploymentRole: TypeAlias = Literal['user', 'moderator', 'admin']
"""The role of a user in the whole deployment. Other users do not see it."""


ErrorCode: TypeAlias = Literal[4002, 4003, 4004, 4005, 4006, 4029]
"""The codes of error frames. An error answers one request and keeps the connection; a `CloseCode` ends it."""


ErrorDetail: TypeAlias = str | dict[str, list[str]]
"""`{field: [reasons]}` for invalid fields, else one sentence."""


LogInRefusal: TypeAlias = HttpError | TicketRefusal
"""The answer to a log-in that did not succeed, or needs another step."""


MailNotices: TypeAlias = Literal['never', 'mentions', 'all']
"""Which missed messages are mailed: `mentions` are those that mention the user, answer the user, or are of a chat of
two.
"""


MailState: TypeAlias = Literal['pending', 'sent', 'dropped', 'failed']


MemberRole: TypeAlias = Literal['creator', 'admin', 'moderator', 'member']


MemberRoles: TypeAlias = dict[str, Literal['admin', 'moderator', 'member']]
"""Of as many members as a frame lists. The room names its leaders."""


Nothing: TypeAlias = dict[str, Any]
"""The empty body of a success."""


NotificationType: TypeAlias = Literal['NEW_MESSAGE', 'MENTION', 'REPLY', 'REACTION', 'REMINDER', 'SCHEDULE_REFUSED']


NotifyLevel: TypeAlias = Literal['all', 'mentions', 'none']
"""Of which messages a user is notified: of all, of mentions of the user or the room, or of none."""


Preferences: TypeAlias = dict[str, Any]


PresenceStatus: TypeAlias = Literal['online', 'away', 'offline']
"""`away`: connected, but without a recent heartbeat on any connection."""


ProductRoom: TypeAlias = ProductOneToOneChat | ProductGroupChat | ProductChannel
"""A room of the product, as its backend sees it."""


ProductUserOutcome: TypeAlias = ProductUserOutcome1 | ProductUserOutcome2
"""What became of one user of a batch: the status and the answer that a request for this user alone would get."""


PushState: TypeAlias = Literal['pending', 'sent', 'unsent']


ReportAction: TypeAlias = Literal['dismiss', 'delete_message', 'mute', 'ban', 'deactivate']


ReportReason: TypeAlias = Literal['spam', 'abuse', 'illegal', 'other']


ReportState: TypeAlias = Literal['open', 'resolved']


RestrictionKind: TypeAlias = Literal['mute', 'ban']
"""The right that a restricted user loses in a room: to write (`mute`), or to be a member (`ban`)."""


Role: TypeAlias = Literal['member', 'admin', 'moderator']


Room: TypeAlias = OneToOneChat | GroupChat | Channel


RoomListEntry: TypeAlias = RoomListEntry1 | RoomListEntry2 | RoomListEntry3


RoomNoticeKind: TypeAlias = Literal['created', 'joined', 'left', 'added', 'removed', 'renamed']
"""The kind of a change of a room that its history shows."""


RoomTypeName: TypeAlias = Literal['OneToOneChat', 'GroupChat', 'Channel']


RoomWithoutMembers: TypeAlias = RoomWithoutMembers1 | RoomWithoutMembers2 | RoomWithoutMembers3
"""A room without its lists of members and leaders."""


ScheduleCancel: TypeAlias = CancelledSchedule | RefusedSchedule
"""A scheduled message that is not sent."""


SettingSource: TypeAlias = Literal['default', 'stored', 'environment']
"""Where the value of a setting is from."""


SettingStates: TypeAlias = dict[str, SettingState]
"""Every setting by its name."""


SignUpMode: TypeAlias = Literal['off', 'invitation', 'domains', 'open']


StoredValue: TypeAlias = str | int | bool | list[str]


UnauthenticatedReason: TypeAlias = Literal['token_missing', 'token_invalid', 'token_expired', 'token_revoked', 'user_inactive']
"""The close reason of `CloseCode.unauthenticated`."""


UnsentReason: TypeAlias = Literal['online', 'read', 'notify_level', 'blocked', 'do_not_disturb', 'no_subscription', 'push_off', 'gone', 'refused', 'failed', 'not_public', 'left', 'deleted', 'silent']
"""Why a push was not sent."""


UploadState: TypeAlias = Literal['open', 'pending', 'ready', 'blocked', 'removing']
"""`open`: its bytes arrive. `removing`: they are being deleted, and nobody may read or use them. Between the two, the
states of a complete file.
"""


UploadTarget: TypeAlias = UploadTarget1 | UploadTarget2
"""Where the bytes of an upload are sent: by tus to a path of the service, or by one PUT to its store."""


UserKind: TypeAlias = Literal['member', 'guest']


UserUpdate: TypeAlias = OwnSettings | UserUpdate2
"""`OwnSettings`, or only the profile if it is of another user."""


VerdictKind: TypeAlias = Literal['own', 'acknowledged', 'acknowledged_by_mark', 'user_deleted', 'not_member', 'unknown_membership', 'healed_by_sync', 'told_by_sync', 'deleted', 'dropped_slow', 'announced', 'sent_live', 'unknown', 'reconnected', 'left', 'waits']


MessageModifyData: TypeAlias = MessageModifyData1 | MessageModifyData2


RoomCreateData: TypeAlias = RoomCreateData1 | RoomCreateData2 | RoomCreateData3


RoomModifyData: TypeAlias = RoomModifyData1 | RoomModifyData2 | RoomModifyData3 | RoomModifyData4 | RoomModifyData5 | RoomModifyData6 | RoomModifyData7 | RoomModifyData8


SessionHeartbeatData: TypeAlias = dict[str, Any]


SessionListData: TypeAlias = dict[str, Any]


ClientEventName: TypeAlias = Literal['channel.search', 'draft.set', 'held.list', 'member.nickname', 'message.acknowledged', 'message.modify', 'message.pin', 'message.react', 'message.read', 'message.release', 'message.remove_preview', 'message.report', 'message.save', 'message.schedule', 'message.search', 'message.send', 'message.typing', 'notification.acknowledge', 'poll.close', 'poll.vote', 'presence.subscribe', 'report.list', 'report.resolve', 'room.add_members', 'room.answer_invite', 'room.archive', 'room.create', 'room.favourite', 'room.info', 'room.invite', 'room.invites', 'room.join', 'room.leave', 'room.list', 'room.mark_unread', 'room.members', 'room.messages', 'room.modify', 'room.notices', 'room.notify', 'room.pins', 'room.preview', 'room.remove_members', 'room.restrict', 'room.restrictions', 'room.review_join', 'room.withdraw_invite', 'saved.list', 'schedule.cancel', 'schedule.list', 'schedule.update', 'session.authenticate', 'session.close', 'session.heartbeat', 'session.list', 'session.sync', 'thread.follow', 'thread.list', 'thread.messages', 'user.block', 'user.blocks', 'user.find', 'user.info', 'user.notify', 'user.search', 'user.update']
"""A request of docs/events.md."""


Rank: TypeAlias = DeploymentRole | Literal['operator']
"""The highest right of who acts: an operator at a command stands above every role."""


UploadKind: TypeAlias = Literal['message'] | AvatarKind | Literal['preview']
"""The place that shows the file: a message, the profile of a user, a room, the log-in of the deployment, or the
preview of a link in a message, whose picture the service has fetched.
"""
