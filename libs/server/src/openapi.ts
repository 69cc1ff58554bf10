// Generated from the contract by npm run contract.
export interface paths {
  '/api/files/{attachment_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a file of a message, or a part of it, to who may read the message now, or an avatar to every user. `?thumbnail` is the small picture of a file.
     * @description An API key requires the scope `messages:read`.
     */
    get: operations['get-api-files-attachment_id'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Deletes a message.
     * @description Runs the event `message.modify`. Requires the scope `messages:write`.
     */
    delete: operations['delete-api-messages-message_id'];
    options?: never;
    head?: never;
    /**
     * Edits a message.
     * @description Runs the event `message.modify`. Requires the scope `messages:write`.
     */
    patch: operations['patch-api-messages-message_id'];
    trace?: never;
  };
  '/api/messages/{message_id}/pin/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pins a message in its room, or unpins it.
     * @description Runs the event `message.pin`. Requires the scope `messages:write`.
     */
    post: operations['post-api-messages-message_id-pin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/poll/close/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Closes a poll.
     * @description Runs the event `poll.close`. Requires the scope `messages:write`.
     */
    post: operations['post-api-messages-message_id-poll-close'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/poll/votes/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replaces the user's votes in a poll. An empty list takes them back.
     * @description Runs the event `poll.vote`. Requires the scope `messages:write`.
     */
    post: operations['post-api-messages-message_id-poll-votes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/previews/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Removes the preview of a link from a message of the user.
     * @description Runs the event `message.remove_preview`. Requires the scope `messages:write`.
     */
    delete: operations['delete-api-messages-message_id-previews'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/reactions/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reacts to a message. Replaces the user's previous reaction unless the room has many.
     * @description Runs the event `message.react`. Requires the scope `messages:write`.
     */
    post: operations['post-api-messages-message_id-reactions'];
    /**
     * Removes a reaction.
     * @description Runs the event `message.react`. Requires the scope `messages:write`.
     */
    delete: operations['delete-api-messages-message_id-reactions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/release/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Allows or rejects a held message or edit.
     * @description Runs the event `message.release`. Requires the scope `messages:write`.
     */
    post: operations['post-api-messages-message_id-release'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/{message_id}/save/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Saves a message for the user, with a reminder or without, or ends that.
     * @description Runs the event `message.save`. Requires the scope `messages:write`.
     */
    post: operations['post-api-messages-message_id-save'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/saved/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the user's saved messages, the last saved first.
     * @description Runs the event `saved.list`. Requires the scope `messages:read`.
     */
    get: operations['get-api-messages-saved'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/scheduled/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the user's scheduled messages, the earliest first.
     * @description Runs the event `schedule.list`. Requires the scope `messages:read`.
     */
    get: operations['get-api-messages-scheduled'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/messages/scheduled/{id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Cancels a scheduled message.
     * @description Runs the event `schedule.cancel`. Requires the scope `messages:write`.
     */
    delete: operations['delete-api-messages-scheduled-id'];
    options?: never;
    head?: never;
    /**
     * Changes a scheduled message, or its time.
     * @description Runs the event `schedule.update`. Requires the scope `messages:write`.
     */
    patch: operations['patch-api-messages-scheduled-id'];
    trace?: never;
  };
  '/api/messages/search/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Searches the user's rooms, or one of them, by words and filters.
     * @description Runs the event `message.search`. Requires the scope `messages:read`.
     */
    get: operations['get-api-messages-search'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/reports/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the reports of their rooms to leaders, of all rooms and users to moderators.
     * @description Runs the event `report.list`. Requires the scope `reports:read`.
     */
    get: operations['get-api-reports'];
    put?: never;
    /**
     * Reports a message or a user to leaders of the room and to moderators.
     * @description Runs the event `message.report`. Requires the scope `reports:write`.
     */
    post: operations['post-api-reports'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/reports/{report_id}/resolve/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resolves a report, and deletes its message, or restricts or deactivates its user.
     * @description Runs the event `report.resolve`. Requires the scope `reports:write`.
     */
    post: operations['post-api-reports-report_id-resolve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the user's rooms, the one with the latest message first; `meta.next_cursor` requests the next page.
     * @description Runs the event `room.list`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms'];
    put?: never;
    /**
     * Creates a room. An existing OneToOneChat is returned with `meta.created: false`.
     * @description Runs the event `room.create`. Requires the scope `rooms:write`.
     */
    post: operations['post-api-rooms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a room and its members.
     * @description Runs the event `room.info`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-room_id'];
    put?: never;
    post?: never;
    /**
     * Deletes a room with everything in it; a OneToOneChat for the user of the request alone.
     * @description Runs the event `room.modify`. Requires the scope `rooms:write`.
     */
    delete: operations['delete-api-rooms-room_id'];
    options?: never;
    head?: never;
    /**
     * Changes the name, description, avatar and other properties of a room.
     * @description Runs the event `room.modify`. Requires the scope `rooms:write`.
     */
    patch: operations['patch-api-rooms-room_id'];
    trace?: never;
  };
  '/api/rooms/{room_id}/archive/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hides a room from the user's list of rooms until its next message, or shows it again.
     * @description Runs the event `room.archive`. Requires the scope `rooms:write`.
     */
    post: operations['post-api-rooms-room_id-archive'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/draft/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keeps the text that the user is writing in a room or in a thread, or clears it.
     * @description Runs the event `draft.set`. Requires the scope `messages:write`.
     */
    post: operations['post-api-rooms-room_id-draft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/favourite/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a room one of the user's favourites, or ends that.
     * @description Runs the event `room.favourite`. Requires the scope `rooms:write`.
     */
    post: operations['post-api-rooms-room_id-favourite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/held/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the held messages of a room; only their own to members who do not lead it.
     * @description Runs the event `held.list`. Requires the scope `messages:read`.
     */
    get: operations['get-api-rooms-room_id-held'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/invitations/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invites users to a GroupChat or Channel.
     * @description Runs the event `room.invite`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-invitations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/invitations/{user_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraws a pending invitation.
     * @description Runs the event `room.withdraw_invite`. Requires the scope `members:write`.
     */
    delete: operations['delete-api-rooms-room_id-invitations-user_id'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/invitations/answer/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accepts or declines an invitation of the user.
     * @description Runs the event `room.answer_invite`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-invitations-answer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/join-requests/{user_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approves or declines a join request.
     * @description Runs the event `room.review_join`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-join-requests-user_id'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/join/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Joins a public Channel, or requests to join a GroupChat.
     * @description Runs the event `room.join`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-join'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/leave/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Leaves a GroupChat or Channel.
     * @description Runs the event `room.leave`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-leave'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/mark-unread/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Shows a room as unread from a sequence number on, until the user reads in it again.
     * @description Runs the event `room.mark_unread`. Requires the scope `rooms:write`.
     */
    post: operations['post-api-rooms-room_id-mark-unread'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/members/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the members of a room, or with `list=join_requests` of its join requests.
     * @description Runs the event `room.members`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-room_id-members'];
    put?: never;
    /**
     * Adds members to a GroupChat or Channel.
     * @description Runs the event `room.add_members`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-members'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/members/{user_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Removes a member from a GroupChat or Channel.
     * @description Runs the event `room.remove_members`. Requires the scope `members:write`.
     */
    delete: operations['delete-api-rooms-room_id-members-user_id'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/messages/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the history, newest message first: the newest, or those next to a sequence number.
     * @description Runs the event `room.messages`. Requires the scope `messages:read`.
     */
    get: operations['get-api-rooms-room_id-messages'];
    put?: never;
    /**
     * Sends a message. A retry with the same `client_message_id` returns the first one, with `meta.duplicate`.
     * @description Runs the event `message.send`. Requires the scope `messages:write`.
     */
    post: operations['post-api-rooms-room_id-messages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/nickname/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sets the nickname of the user in a room, or removes that of a member.
     * @description Runs the event `member.nickname`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-nickname'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/notices/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns who made a room, joined, left, was added or removed, and renamed it.
     * @description Runs the event `room.notices`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-room_id-notices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/notify/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Chooses of which messages of a room the user is notified, and mutes it for a time.
     * @description Runs the event `room.notify`. Requires the scope `rooms:write`.
     */
    post: operations['post-api-rooms-room_id-notify'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/permissions/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Grants permissions to members, or revokes them.
     * @description Runs the event `room.modify`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-permissions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/pins/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the pinned messages of a room, the newest pin first.
     * @description Runs the event `room.pins`. Requires the scope `messages:read`.
     */
    get: operations['get-api-rooms-room_id-pins'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/preview/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns what a room is that the user may join or ask to join.
     * @description Runs the event `room.preview`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-room_id-preview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/read/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Marks a room as read up to a sequence number.
     * @description Runs the event `message.read`. Requires the scope `messages:write`.
     */
    post: operations['post-api-rooms-room_id-read'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/restrictions/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the restrictions in a room; only their own to members who do not lead it.
     * @description Runs the event `room.restrictions`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-room_id-restrictions'];
    put?: never;
    /**
     * Mutes a user in a GroupChat or Channel, bans the user from it, or lifts that.
     * @description Runs the event `room.restrict`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-restrictions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/roles/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes members admins or moderators, or removes these roles.
     * @description Runs the event `room.modify`. Requires the scope `members:write`.
     */
    post: operations['post-api-rooms-room_id-roles'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/scheduled/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Schedules a message. A retry with the same `client_message_id` returns the first one.
     * @description Runs the event `message.schedule`. Requires the scope `messages:write`.
     */
    post: operations['post-api-rooms-room_id-scheduled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/{room_id}/typing/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Notifies a room that the user is typing.
     * @description Runs the event `message.typing`. Requires the scope `messages:write`.
     */
    post: operations['post-api-rooms-room_id-typing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/channels/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the public Channels, by the beginning of their names; with `CHANNEL_DIRECTORY` alone.
     * @description Runs the event `channel.search`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-channels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/external/{external_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Makes the room with this id of the product, or brings it to the state that is named.
     * @description An API key requires the scope `rooms:manage`.
     */
    put: operations['put-api-rooms-external-external_id'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/external/{external_id}/members/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adds members to a room, removes others and gives roles, in one change: all or nothing.
     * @description An API key requires the scope `rooms:manage`.
     */
    post: operations['post-api-rooms-external-external_id-members'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/rooms/invitations/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of the user's pending invitations, newest first; `next_before` requests the next page.
     * @description Runs the event `room.invites`. Requires the scope `rooms:read`.
     */
    get: operations['get-api-rooms-invitations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the user's sessions: log-ins with their open connections, the newest activity first.
     * @description Runs the event `session.list`. Requires the scope `sessions:read`.
     */
    get: operations['get-api-sessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions/{session_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Ends one of the user's sessions: its tokens become invalid and its connections are closed.
     * @description Runs the event `session.close`. Requires the scope `sessions:write`.
     */
    delete: operations['delete-api-sessions-session_id'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/threads/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the threads that the user follows, the latest reply first; `meta.next_cursor` requests the next page.
     * @description Runs the event `thread.list`. Requires the scope `messages:read`.
     */
    get: operations['get-api-threads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/threads/{thread_id}/follow/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Lets the user follow a thread, or ends that.
     * @description Runs the event `thread.follow`. Requires the scope `messages:write`.
     */
    post: operations['post-api-threads-thread_id-follow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/threads/{thread_id}/messages/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a page of a thread, newest message first: the newest, or those next to a sequence number.
     * @description Runs the event `thread.messages`. Requires the scope `messages:read`.
     */
    get: operations['get-api-threads-thread_id-messages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/threads/{thread_id}/read/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Marks a thread as read up to a sequence number.
     * @description Runs the event `message.read`. Requires the scope `messages:write`.
     */
    post: operations['post-api-threads-thread_id-read'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/uploads/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates an upload, whose bytes are sent to the address in the answer.
     * @description An API key requires the scope `messages:write`.
     */
    post: operations['post-api-uploads'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/uploads/{upload_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns an upload that nothing shows yet.
     * @description An API key requires the scope `messages:write`.
     */
    get: operations['get-api-uploads-upload_id'];
    put?: never;
    post?: never;
    /**
     * Removes an upload that nothing shows.
     * @description An API key requires the scope `messages:write`.
     */
    delete: operations['delete-api-uploads-upload_id'];
    options?: never;
    /**
     * Returns how many bytes of an upload have arrived, as of tus 1.0.0.
     * @description An API key requires the scope `messages:write`.
     */
    head: operations['head-api-uploads-upload_id'];
    /**
     * Appends bytes to an upload, as of tus 1.0.0. The last ones are answered after the check of the file.
     * @description An API key requires the scope `messages:write`.
     */
    patch: operations['patch-api-uploads-upload_id'];
    trace?: never;
  };
  '/api/uploads/{upload_id}/complete/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Checks the bytes of an upload that was sent by a PUT to the store. After tus it changes nothing.
     * @description An API key requires the scope `messages:write`.
     */
    post: operations['post-api-uploads-upload_id-complete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns users by the beginning of a name, as far as `USER_DIRECTORY` permits it.
     * @description Runs the event `user.search`. Requires the scope `users:read`.
     */
    get: operations['get-api-users'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{username}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the user with a username, so that a room can be created with that user.
     * @description Runs the event `user.find`. Requires the scope `users:read`.
     */
    get: operations['get-api-users-username'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/external/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes or changes users, at most 100, each by itself. Of one id twice the later entry holds.
     * @description An API key requires the scope `users:manage`.
     */
    post: operations['post-api-users-external'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/external/{external_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Makes the user with this id of the product, or changes the fields that are named.
     * @description An API key requires the scope `users:manage`.
     */
    put: operations['put-api-users-external-external_id'];
    post?: never;
    /**
     * Deactivates the user, by default; with `mode=delete` deletes the user, with `mode=erase` all messages of the user too.
     * @description An API key requires the scope `users:manage`.
     */
    delete: operations['delete-api-users-external-external_id'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/external/{external_id}/tokens/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Issues an access token for an active user, whom the body may make at once.
     * @description An API key requires the scope `tokens:issue`.
     */
    post: operations['post-api-users-external-external_id-tokens'];
    /**
     * Ends every log-in of the user, also by password, and closes the connections of the user.
     * @description An API key requires the scope `tokens:issue`.
     */
    delete: operations['delete-api-users-external-external_id-tokens'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/info/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Returns the profiles of users who share a room with the user.
     * @description Runs the event `user.info`. Requires the scope `users:read`.
     */
    post: operations['post-api-users-info'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/me/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Changes the user's own settings and profile, and returns them.
     * @description Runs the event `user.update`. Requires the scope `users:write`.
     */
    patch: operations['patch-api-users-me'];
    trace?: never;
  };
  '/api/users/me/blocks/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the users whom the user blocks.
     * @description Runs the event `user.blocks`. Requires the scope `users:read`.
     */
    get: operations['get-api-users-me-blocks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/me/blocks/{user_id}/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Blocks another user.
     * @description Runs the event `user.block`. Requires the scope `users:write`.
     */
    post: operations['post-api-users-me-blocks-user_id'];
    /**
     * Ends the block of another user.
     * @description Runs the event `user.block`. Requires the scope `users:write`.
     */
    delete: operations['delete-api-users-me-blocks-user_id'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/me/notify/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Chooses of which messages the user is notified, and at which hours the user gets no push.
     * @description Runs the event `user.notify`. Requires the scope `users:write`.
     */
    patch: operations['patch-api-users-me-notify'];
    trace?: never;
  };
}
export interface components {
  schemas: {
    /**
     * @description The users who may add a user to a room: every user, users who share a room with the user, or nobody. Others can invite.
     * @enum {string}
     */
    AddPolicy: 'everyone' | 'shared' | 'nobody';
    /** @description A file of a message: one that was uploaded to the service, or the address of a file elsewhere. `state` and the fields after it are null for an address. */
    Attachment: {
      /** Format: uuid */
      id: string;
      /** @description An http or https URL of a file elsewhere. For an uploaded file: a path of the service, which needs no token for `FILE_URL_SECONDS`; after that time `GET /api/files/{id}` with a token goes on working. */
      media_url: string;
      /** @enum {string} */
      media_type: 'image' | 'video' | 'audio' | 'file';
      mime_type: string;
      file_size: number;
      caption: string;
      metadata: {
        [key: string]: unknown;
      };
      /** @description As its sender has named the file: text, never a path. */
      filename: string | null;
      /**
       * @description Of an uploaded file. `pending`: the service has it scanned, and nobody can read it yet; its addresses are those at which it can be read then. `blocked`: the scanner has found something in it, it has no addresses, and its bytes are deleted.
       * @enum {string|null}
       */
      state: 'pending' | 'ready' | 'blocked' | null;
      /** @description Pixels, of a picture that stands upright, or of a video. */
      width: number | null;
      height: number | null;
      /** @description Seconds. */
      duration: number | null;
      /** @description A WebP picture of at most 480 pixels a side, at an address as `media_url`; null: there is none. */
      thumbnail_url: string | null;
      /** @description Of the bytes that are served: lower-case hexadecimal digits. */
      sha256: string | null;
    };
    /** @description The access token of a user of a product, by its backend. */
    BackendToken: {
      access: string;
      /** Format: date-time */
      expires_at: string;
    };
    /** @description The answer to an invalid body: reasons by field, or an error for the whole body. */
    BodyRefusal:
      | components['schemas']['HttpError']
      | {
          [key: string]: string[];
        };
    /** @description A scheduled message that its author has cancelled. */
    CancelledSchedule: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      room_id: string;
      /**
       * Format: uuid
       * @description The id of the sent message.
       */
      message_id?: string;
      /** @constant */
      removed: true;
      reason: null;
    };
    /** @description What a change of members has done. */
    ChangedMembership: {
      room: components['schemas']['ProductRoom'];
      /** @description How many users are new members, are members no longer, and have another role. */
      added: number;
      removed: number;
      roles: number;
    };
    /** @description A thread that has changed, with its summary after the change; null: no replies are left. */
    ChangedThread: {
      /** Format: uuid */
      id: string;
      summary: components['schemas']['ThreadSummary'] | null;
    };
    Channel: {
      /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
      slow_mode_seconds: number;
      /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
      message_ttl_seconds: number | null;
      /** @description The most characters of a message; null: as many as the deployment permits. */
      max_message_length: number | null;
      /** @description Whether messages may have attachments. */
      media_allowed: boolean;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      property: {
        preferences: components['schemas']['Preferences'];
      };
      member_count: number;
      /** @description The number of the room's latest persistent change. */
      last_seq: number;
      /**
       * @description Whether a member may have one reaction to a message, or several.
       * @enum {string}
       */
      reactions: 'one' | 'many';
      /** @constant */
      type: 'Channel';
      name: string;
      description: string;
      avatar: string | null;
      creator: components['schemas']['User'] | null;
      subscribers: components['schemas']['User'][];
      moderators: components['schemas']['User'][];
      max_subscribers: number;
      is_public: boolean;
      /**
       * @description Who may write: all members, or moderators and members with `can_send_messages`.
       * @enum {string}
       */
      posting: 'everyone' | 'moderators';
    };
    /** @description A page of the public Channels that a search finds, in the order of their names. */
    ChannelPage: {
      channels: components['schemas']['ListedChannel'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    /** @description A text that the user is writing in a room or in a thread, and has not sent. */
    ComposerDraft: {
      /** Format: uuid */
      room_id: string;
      /**
       * Format: uuid
       * @description The message that starts the thread; null: the text is for the room.
       */
      thread_id: string | null;
      /** @description Empty: there is no draft. */
      content: string;
      /**
       * Format: date-time
       * @description When the user has changed it last; null: there is none.
       */
      updated_at: string | null;
      /**
       * @description Present if there is none.
       * @constant
       */
      removed?: true;
    };
    /** @description The hours of each day at which the user gets no push, by the clock of a time zone. */
    DoNotDisturb: {
      /** @description As `HH:MM`. The hours begin with this minute. */
      from: string;
      /** @description As `HH:MM`, not `from`: the first minute after the hours, on the next day if it is earlier than `from`. */
      to: string;
      /** @description A name of the IANA time zone database, such as `Europe/Paris`. */
      timezone: string;
    };
    /** @description The number of removed items of each kind. Of the parts of a message, only attachments are counted separately. */
    ErasedItems: {
      messages: number;
      attachments: number;
      files: number;
      chats: number;
      rooms_left: number;
      rooms_ended: number;
      reactions: number;
      poll_votes: number;
      receipts: number;
      mentions: number;
      join_requests: number;
      log_ins: number;
      api_keys: number;
      pushes: number;
      push_subscriptions: number;
      reports_made: number;
      reports_about: number;
    };
    /** @description The answer of an erasure. */
    ErasedProductUser: {
      receipt: components['schemas']['ErasureReceipt'];
    };
    /** @description The result of an erasure, which is returned and not stored. */
    ErasureReceipt: {
      user_id: number;
      /** @description The name that was given. */
      username: string;
      /** Format: date-time */
      erased_at: string;
      /** @description By this run and by earlier interrupted runs. */
      removed: components['schemas']['ErasedItems'];
    };
    /**
     * @description The codes of error frames. An error answers one request and keeps the connection; a `CloseCode` ends it.
     * @enum {integer}
     */
    ErrorCode: 4002 | 4003 | 4004 | 4005 | 4006 | 4029;
    /** @description A message that is deleted, or that the user may not read any more. */
    GoneMessage: {
      /** Format: uuid */
      id: string;
      /** @constant */
      gone: true;
    };
    GroupChat: {
      /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
      slow_mode_seconds: number;
      /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
      message_ttl_seconds: number | null;
      /** @description The most characters of a message; null: as many as the deployment permits. */
      max_message_length: number | null;
      /** @description Whether messages may have attachments. */
      media_allowed: boolean;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      property: {
        preferences: components['schemas']['Preferences'];
      };
      member_count: number;
      /** @description The number of the room's latest persistent change. */
      last_seq: number;
      /**
       * @description Whether a member may have one reaction to a message, or several.
       * @enum {string}
       */
      reactions: 'one' | 'many';
      /** @constant */
      type: 'GroupChat';
      name: string;
      description: string;
      avatar: string | null;
      creator: components['schemas']['User'] | null;
      participants: components['schemas']['User'][];
      admins: components['schemas']['User'][];
      max_participants: number;
      join_approval_required: boolean;
      group_locked: boolean;
    };
    /** @description A held message or edit has been allowed or rejected. */
    HeldDecision: {
      /** Format: uuid */
      message_id: string;
      /** Format: uuid */
      room_id: string;
      sender: components['schemas']['User'];
      /** Format: uuid */
      client_message_id: string | null;
      allowed: boolean;
      /** @description The user who has decided, or the sender who has withdrawn it; null: its time is over. */
      by: components['schemas']['User'] | null;
    };
    /** @description A message or an edit that a moderator has to allow first. Its sender and the leaders of the room see it. */
    HeldMessage: {
      /**
       * Format: uuid
       * @description The id that the message has, or will have.
       */
      message_id: string;
      /** Format: uuid */
      room_id: string;
      sender: components['schemas']['User'];
      /**
       * @description `edit`: the message is stored, and shows its text from before the edit.
       * @enum {string}
       */
      action: 'create' | 'edit';
      /** @description Of an edit: the new text, or that of the message if the edit leaves it. */
      content: string;
      /** @description As in the request. */
      extra_fields: {
        [key: string]: unknown;
      };
      /** Format: uuid */
      client_message_id: string | null;
      /** Format: date-time */
      held_at: string;
      /** @description When it is rejected by itself. */
      held_until: string;
    };
    /** @description A page of the held messages of a room, the oldest first. Members who do not lead it see only their own. */
    HeldPage: {
      /** Format: uuid */
      room_id: string;
      held: components['schemas']['HeldMessage'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    /** @description A message or an edit that is held, for moderators of the deployment: they decide by `message.release`, and hear by `messagerelease.dispatch` when it is decided. It is in no list of reports. */
    HeldReport: {
      state: components['schemas']['ReportState'];
      reason: components['schemas']['ReportReason'];
      comment: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description The reported user: the sender of a reported message. */
      user: components['schemas']['User'];
      /** @description Null: it is open. */
      resolution: components['schemas']['ReportResolution'] | null;
      report_id: null;
      reporter: null;
      /** Format: uuid */
      message_id: string;
      /** Format: uuid */
      room_id: string;
      seen: null;
      held: components['schemas']['HeldMessage'];
    };
    /** @description The body of an answer other than success. */
    HttpError: {
      detail: string;
      /** @description The code for programs. */
      code: string;
    };
    /** @description A page of the user's pending invitations, newest first. */
    InvitationPage: {
      invitations: components['schemas']['RoomInvitation'][];
      /** @description The id with which the next page is requested; null on the last one. */
      next_before: string | null;
    };
    /** @description A room as users see it who are not members of it: those who are invited, or may join or ask to. */
    InvitedRoom: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'GroupChat' | 'Channel';
      name: string;
      description: string;
      avatar: string | null;
      member_count: number;
    };
    JoinRequest: {
      /** Format: uuid */
      room_id: string;
      user: components['schemas']['User'];
      /** @enum {string} */
      status: 'pending' | 'approved' | 'denied';
    };
    /** @description A page of the pending join requests of a group, in the order of user ids. */
    JoinRequestPage: {
      /** Format: uuid */
      room_id: string;
      join_requests: components['schemas']['PendingRequest'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    /** @description The page to which a link in a message leads, as the page describes itself. An empty text: it does not say. */
    LinkPreview: {
      /** @description The link as the message has it. */
      url: string;
      /** @description At most 200 code points. */
      title: string;
      /** @description At most 500 code points. */
      description: string;
      /** @description The name of the site, at most 100 code points. */
      site: string;
      /**
       * Format: uuid
       * @description A WebP picture of at most 480 pixels a side: `GET /api/files/{id}`. Null: there is none, as the next three.
       */
      image_upload_id: string | null;
      /** @description An address as the `media_url` of an `Attachment`. */
      image_url: string | null;
      /** @description Pixels. */
      image_width: number | null;
      image_height: number | null;
    };
    /** @description A public Channel in the directory. */
    ListedChannel: {
      /** Format: uuid */
      id: string;
      /** @constant */
      type: 'Channel';
      name: string;
      description: string;
      avatar: string | null;
      member_count: number;
      /** @description Whether the user is a member. */
      joined: boolean;
    };
    /**
     * @description Which missed messages are mailed: `mentions` are those that mention the user, answer the user, or are of a chat of two.
     * @enum {string}
     */
    MailNotices: 'never' | 'mentions' | 'all';
    MemberNickname: {
      /** Format: uuid */
      room_id: string;
      user: components['schemas']['User'];
      /** @description Null: the member has none any more. */
      nickname: string | null;
      /** @description The member, or the leader who removed it; null: the user was deleted. */
      by: components['schemas']['User'] | null;
    };
    /** @description A page of a room's members, in the order of joining. */
    MemberPage: {
      /** Format: uuid */
      room_id: string;
      members: components['schemas']['RoomMember'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    /** @enum {string} */
    MemberRole: 'creator' | 'admin' | 'moderator' | 'member';
    /** @description Of as many members as a frame lists. The room names its leaders. */
    MemberRoles: {
      [key: string]: 'admin' | 'moderator' | 'member';
    };
    MembersAdded: {
      room: components['schemas']['Room'];
      /** @description Usernames. */
      new_members: string[];
      /** @description A username, or `self` for a user who joined. */
      added_by: string;
      /** @description The number of new members, if `new_members` does not list all of them. */
      count?: number;
      /** @description Of the members whom the same change removed; absent: it removed nobody. */
      removed_members?: string[];
      /** @description The number of removed members, if `removed_members` does not list all of them. */
      removed_count?: number;
      /** @description The new roles of members, by their usernames; absent: none has changed. */
      roles?: components['schemas']['MemberRoles'];
    };
    MembersRemoved: {
      room: components['schemas']['Room'];
      /** @description Usernames. */
      removed_members: string[];
      /** @description A username, or `self` for a user who left. */
      removed_by: string;
      /** @description The number of removed members, if `removed_members` does not list all of them. */
      count?: number;
      /** @description The new roles of members by the same change, by their usernames; absent: none has changed. */
      roles?: components['schemas']['MemberRoles'];
    };
    Message: {
      /** Format: uuid */
      id: string;
      room: {
        /** Format: uuid */
        id: string;
      };
      sender: components['schemas']['User'];
      content: string;
      is_deleted: boolean;
      is_edited: boolean;
      is_forwarded: boolean;
      /** @description Embedded one level deep: its own `forwarded_from` and `parent_message` are null. */
      forwarded_from: components['schemas']['Message'] | null;
      parent_message: components['schemas']['Message'] | null;
      delivered_to: string[];
      read_receipts: components['schemas']['ReadReceipt'][];
      reactions: components['schemas']['Reaction'][];
      attachments: components['schemas']['Attachment'][];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The position of the message in the log of its room. */
      seq: number;
      /** Format: uuid */
      client_message_id: string | null;
      /** @description `text`, or a type of the integrator's own. */
      kind: string;
      /** @description The integrator's own. */
      metadata: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description The time of the latest edit.
       */
      edited_at: string | null;
      /** @description In the order of their ids. Some may have left the room since. */
      mentions: components['schemas']['User'][];
      /** @description Whether it mentions the whole room. */
      mention_room: boolean;
      pinned: components['schemas']['Pin'] | null;
      /** @description The thread in which the message is a reply. */
      thread: components['schemas']['ThreadOfReply'] | null;
      /** @description Whether a reply in a thread stands among the messages of the room too. */
      also_to_room: boolean;
      /** @description Of a message that has started a thread. Null: it has no replies. */
      thread_summary: components['schemas']['ThreadSummary'] | null;
      /** @description Null also in a message that another one contains. */
      poll: components['schemas']['Poll'] | null;
      /** @description Of the first links in the content, in their order; those that lead to nothing that can be shown are missing. */
      link_previews: components['schemas']['LinkPreview'][];
    };
    MessageEdited: {
      /** @constant */
      status: 'successful';
      /** @constant */
      action: 'update';
      message: components['schemas']['Message'];
    };
    /** @description One page of a room's history, newest message first. */
    MessagePage: {
      has_next: boolean;
      has_previous: boolean;
      next_page_number: number | null;
      prev_page_number: number | null;
      /** @description Null when the page was requested by a number of the log. */
      page: number | null;
      size: number;
      data: {
        /** Format: uuid */
        room_id: string;
        messages: components['schemas']['Message'][];
      };
    };
    MessagePinned: {
      message: components['schemas']['ShortMessage'];
      /** @description Whether the message is pinned now. */
      pinned: boolean;
    };
    /** @description All previews that a message shows now. */
    MessagePreviews: {
      /** Format: uuid */
      message_id: string;
      link_previews: components['schemas']['LinkPreview'][];
    };
    /** @description A message that another one refers to. */
    MessageReference: {
      /** Format: uuid */
      id: string;
    };
    MessagesDeleted: {
      /** @constant */
      status: 'successful';
      /** @constant */
      action: 'delete';
      message_ids: string[];
      /** @description The threads of which replies were deleted; absent if there are none. */
      threads?: components['schemas']['ChangedThread'][];
    };
    /** @description The empty body of a success. */
    Nothing: {
      [key: string]: unknown;
    };
    /** @description Of which messages of a room the user is notified. */
    NotifyChoice: {
      /** @description Null: as everywhere, by the user's own level. */
      level: components['schemas']['NotifyLevel'] | null;
      /** @description Until then the user is notified of nothing in the room; null: the room is not muted for a time. */
      muted_until: string | null;
    };
    /**
     * @description Of which messages a user is notified: of all, of mentions of the user or the room, or of none.
     * @enum {string}
     */
    NotifyLevel: 'all' | 'mentions' | 'none';
    OneToOneChat: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      property: {
        preferences: components['schemas']['Preferences'];
      };
      member_count: number;
      /** @description The number of the room's latest persistent change. */
      last_seq: number;
      /**
       * @description Whether a member may have one reaction to a message, or several.
       * @enum {string}
       */
      reactions: 'one' | 'many';
      /** @constant */
      type: 'OneToOneChat';
      participants: components['schemas']['User'][];
    };
    /** @description The answer to the creation of an upload. */
    OpenedUpload: {
      /** Format: uuid */
      upload_id: string;
      upload: components['schemas']['UploadTarget'];
      /**
       * Format: date-time
       * @description Unless a message shows the upload by then, it is removed.
       */
      expires_at: string;
    };
    /** @description The settings that only their user sees. */
    OwnSettings: {
      user: components['schemas']['Profile'];
      add_policy: components['schemas']['AddPolicy'];
      /**
       * @description Of a moderator or an administrator of the deployment; absent for all others.
       * @enum {string}
       */
      role?: 'moderator' | 'admin';
      /** @description Of mails, as a code such as `de`; null: none is chosen. */
      language: string | null;
    };
    /** @description A pending request to join a group. */
    PendingRequest: {
      user: components['schemas']['User'];
      /** Format: date-time */
      created_at: string;
    };
    /** @description An upload that no message shows yet. */
    PendingUpload: {
      /** Format: uuid */
      upload_id: string;
      /**
       * @description `open`: its bytes are not complete. `pending`: they are, and the service has them scanned; a message may show it already. `ready`: it can be read. `blocked`: the scanner has found something in it, and no message may show it.
       * @enum {string}
       */
      state: 'open' | 'pending' | 'ready' | 'blocked';
      filename: string;
      /** @description As declared while it is open, then as found in the bytes. */
      mime_type: string;
      /** @description Bytes: as declared while it is open, then as served. */
      file_size: number;
      width: number | null;
      height: number | null;
      duration: number | null;
      sha256: string | null;
      /** Format: date-time */
      expires_at: string;
    };
    /** @description The user who pinned a message in its room, and the time. */
    Pin: {
      by: components['schemas']['User'];
      at: string;
    };
    /** @description A page of the pinned messages of a room, the newest pin first. */
    PinPage: {
      /** Format: uuid */
      room_id: string;
      messages: components['schemas']['Message'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    /** @description A poll, of which the content of its message is the question. */
    Poll: {
      options: components['schemas']['PollOption'][];
      /** @description Whether a user may choose several options. */
      multiple: boolean;
      /** @description Whether nobody sees who voted for what. */
      anonymous: boolean;
      /** @description Whether no more votes are accepted. */
      closed: boolean;
      /**
       * Format: date-time
       * @description When it closes by itself, or has closed.
       */
      closes_at: string | null;
      /** @description The options that the reader has chosen, by their position. Missing in a frame that does not tell: they are as they were. */
      own_votes?: number[];
    };
    PollOption: {
      text: string;
      /** @description The number of users who have chosen it. */
      votes: number;
      /** @description The first of them, at most `MAX_LISTED_VOTERS` and as many as fit; null in an anonymous poll. */
      voters: components['schemas']['User'][] | null;
    };
    PollUpdate: {
      /** Format: uuid */
      message_id: string;
      poll: components['schemas']['Poll'];
    };
    Preferences: {
      [key: string]: unknown;
    };
    ProductChannel: {
      external_id: string;
      /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
      slow_mode_seconds: number;
      /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
      message_ttl_seconds: number | null;
      /** @description The most characters of a message; null: as many as the deployment permits. */
      max_message_length: number | null;
      /** @description Whether messages may have attachments. */
      media_allowed: boolean;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      property: {
        preferences: components['schemas']['Preferences'];
      };
      member_count: number;
      /** @description The number of the room's latest persistent change. */
      last_seq: number;
      /**
       * @description Whether a member may have one reaction to a message, or several.
       * @enum {string}
       */
      reactions: 'one' | 'many';
      /** @constant */
      type: 'Channel';
      name: string;
      description: string;
      avatar: string | null;
      creator: components['schemas']['User'] | null;
      subscribers: components['schemas']['User'][];
      moderators: components['schemas']['User'][];
      max_subscribers: number;
      is_public: boolean;
      /**
       * @description Who may write: all members, or moderators and members with `can_send_messages`.
       * @enum {string}
       */
      posting: 'everyone' | 'moderators';
    };
    ProductGroupChat: {
      external_id: string;
      /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
      slow_mode_seconds: number;
      /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
      message_ttl_seconds: number | null;
      /** @description The most characters of a message; null: as many as the deployment permits. */
      max_message_length: number | null;
      /** @description Whether messages may have attachments. */
      media_allowed: boolean;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      property: {
        preferences: components['schemas']['Preferences'];
      };
      member_count: number;
      /** @description The number of the room's latest persistent change. */
      last_seq: number;
      /**
       * @description Whether a member may have one reaction to a message, or several.
       * @enum {string}
       */
      reactions: 'one' | 'many';
      /** @constant */
      type: 'GroupChat';
      name: string;
      description: string;
      avatar: string | null;
      creator: components['schemas']['User'] | null;
      participants: components['schemas']['User'][];
      admins: components['schemas']['User'][];
      max_participants: number;
      join_approval_required: boolean;
      group_locked: boolean;
    };
    ProductOneToOneChat: {
      external_id: string;
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      property: {
        preferences: components['schemas']['Preferences'];
      };
      member_count: number;
      /** @description The number of the room's latest persistent change. */
      last_seq: number;
      /**
       * @description Whether a member may have one reaction to a message, or several.
       * @enum {string}
       */
      reactions: 'one' | 'many';
      /** @constant */
      type: 'OneToOneChat';
      participants: components['schemas']['User'][];
    };
    /** @description A room of the product, as its backend sees it. */
    ProductRoom:
      | components['schemas']['ProductOneToOneChat']
      | components['schemas']['ProductGroupChat']
      | components['schemas']['ProductChannel'];
    /** @description A user of the product, as its backend sees it. */
    ProductUser: {
      id: number;
      username: string;
      first_name: string;
      last_name: string;
      /** @description A URL of an image. */
      avatar: string | null;
      /** @description Null also if it has ended. */
      status: components['schemas']['UserStatus'] | null;
      is_bot: boolean;
      /** @description True: a guest, who sees only the rooms it was added to and the people in them. Absent for members. */
      is_guest?: boolean;
      /** @description Data of the deployment's own applications. */
      custom: {
        [key: string]: unknown;
      };
      external_id: string;
      email: string | null;
      /** @description Of mails; null: none is chosen. */
      language: string | null;
      kind: components['schemas']['UserKind'];
      is_active: boolean;
    };
    /** @description What became of one user of a batch: the status and the answer that a request for this user alone would get. */
    ProductUserOutcome:
      | {
          status: number;
          user: components['schemas']['ProductUser'];
        }
      | {
          status: number;
          error: components['schemas']['BodyRefusal'];
        };
    /** @description In the order of the request. */
    ProductUserOutcomes: {
      users: components['schemas']['ProductUserOutcome'][];
    };
    /** @description A user in an answer about people. Lists and messages have users without `custom`, which can be long. */
    Profile: {
      id: number;
      username: string;
      first_name: string;
      last_name: string;
      /** @description A URL of an image. */
      avatar: string | null;
      /** @description Null also if it has ended. */
      status: components['schemas']['UserStatus'] | null;
      is_bot: boolean;
      /** @description True: a guest, who sees only the rooms it was added to and the people in them. Absent for members. */
      is_guest?: boolean;
      /** @description Data of the deployment's own applications. */
      custom: {
        [key: string]: unknown;
      };
    };
    /** @description Users in an answer about people. */
    ProfileList: {
      users: components['schemas']['Profile'][];
    };
    /** @description A page of the users whom a search finds, in the order of their usernames. */
    ProfilePage: {
      users: components['schemas']['Profile'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    Reaction: {
      user: components['schemas']['User'];
      reaction_content: string;
      /** Format: date-time */
      created_at: string;
    };
    ReactionChange: {
      /** @constant */
      status: 'successful';
      /** @enum {string} */
      type: 'add' | 'remove';
      /** @description The user who reacted; null if the frame was rebuilt from a record that does not name the user. */
      user_id: number | null;
      message: components['schemas']['ShortMessage'];
    };
    ReadReceipt: {
      reader: components['schemas']['User'];
      /** Format: date-time */
      read_at: string;
    };
    /** @description A scheduled message that the service did not send. Its author still has it. */
    RefusedSchedule: {
      /**
       * Format: uuid
       * @description The `client_message_id` that the sent message has.
       */
      id: string;
      /** Format: uuid */
      room_id: string;
      content: string;
      /** @description As its author has given them. */
      extra_fields: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      send_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Why it was not sent at its time: it stays until its author sets another time or cancels it. Null: it is scheduled. */
      refused: components['schemas']['ScheduleRefusal'] | null;
      /** @description As `refused`. */
      reason: components['schemas']['ScheduleRefusal'];
    };
    /** @description A report of a message or of a user, for those who may resolve it. */
    Report: {
      /** Format: uuid */
      report_id: string;
      state: components['schemas']['ReportState'];
      reason: components['schemas']['ReportReason'];
      comment: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description The reported user: the sender of a reported message. */
      user: components['schemas']['User'];
      /** @description Null for leaders of the room, who do not see who reported, and if the reporter was deleted. */
      reporter: components['schemas']['User'] | null;
      /**
       * Format: uuid
       * @description Null: a report of a user. The message and its room may be gone.
       */
      message_id: string | null;
      /** Format: uuid */
      room_id: string | null;
      seen: components['schemas']['SeenMessage'] | null;
      /** @description Null: it is open. */
      resolution: components['schemas']['ReportResolution'] | null;
    };
    /** @enum {string} */
    ReportAction: 'dismiss' | 'delete_message' | 'mute' | 'ban' | 'deactivate';
    /** @enum {string} */
    ReportReason: 'spam' | 'abuse' | 'illegal' | 'other';
    ReportResolution: {
      action: components['schemas']['ReportAction'];
      note: string | null;
      at: string;
      /** @description Null: an operator, or a user who was deleted. */
      by: components['schemas']['User'] | null;
    };
    /** @enum {string} */
    ReportState: 'open' | 'resolved';
    /** @description A user is restricted in a room, or no longer is. */
    RestrictionChange: {
      /** Format: uuid */
      room_id: string;
      user: components['schemas']['User'];
      /** @description `none`: the user is not restricted any more. */
      kind: components['schemas']['RestrictionKind'] | 'none';
      until: string | null;
      /** @description The user who made the change; null: the time of the restriction is over. */
      by: components['schemas']['User'] | null;
      /** @description Only leaders of the room and the user receive it; missing too if none was given. */
      reason?: string;
    };
    /**
     * @description The right that a restricted user loses in a room: to write (`mute`), or to be a member (`ban`).
     * @enum {string}
     */
    RestrictionKind: 'mute' | 'ban';
    /** @description A page of the restrictions in a room, in the order of user ids. Members who do not lead it see only their own. */
    RestrictionPage: {
      /** Format: uuid */
      room_id: string;
      restrictions: components['schemas']['RoomRestriction'][];
      /** @description The cursor of the next page; null on the last one. */
      next_cursor: string | null;
    };
    Room: components['schemas']['OneToOneChat'] | components['schemas']['GroupChat'] | components['schemas']['Channel'];
    /** @description Whether the user has archived a room. A message above `archived_seq` shows it again. */
    RoomArchived: {
      /** Format: uuid */
      room_id: string;
      archived: boolean;
      /** @description The number of the room's latest change when it was archived; null: it is not. */
      archived_seq: number | null;
      /**
       * @description Present if it is not.
       * @constant
       */
      removed?: true;
    };
    /** @description Whether a room is one of the user's favourites. */
    RoomFavourite: {
      /** Format: uuid */
      room_id: string;
      favourite: boolean;
      /**
       * @description Present if it is not.
       * @constant
       */
      removed?: true;
    };
    /** @description An invitation of a user to a room. */
    RoomInvitation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      room_id: string;
      room: components['schemas']['InvitedRoom'];
      /** @description The invited user. */
      user: components['schemas']['User'];
      invited_by: components['schemas']['User'];
      /** @enum {string} */
      status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
      /** Format: date-time */
      created_at: string;
    };
    RoomListEntry:
      | {
          peer: components['schemas']['User'] | null;
          last_message: components['schemas']['Message'] | null;
          /** @description The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`. */
          unread_count: number;
          /** @description The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`. */
          unread_mentions: number;
          /** @description The user has read everything up to this number. */
          last_read_seq: number;
          favourite: boolean;
          /** @description Whether the user has archived the room since its latest message. */
          archived: boolean;
          /** @description The user wants to see the room as unread from this number on; null: as it is. */
          marked_unread_seq: number | null;
          /** @description Of which messages of the room the user is notified; null: as everywhere. */
          notify: components['schemas']['NotifyChoice'] | null;
          /** @constant */
          type: 'OneToOneChat';
          /** Format: uuid */
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          updated_at: string;
          property: {
            preferences: components['schemas']['Preferences'];
          };
          member_count: number;
          /** @description The number of the room's latest persistent change. */
          last_seq: number;
          /**
           * @description Whether a member may have one reaction to a message, or several.
           * @enum {string}
           */
          reactions: 'one' | 'many';
        }
      | {
          last_message: components['schemas']['Message'] | null;
          /** @description The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`. */
          unread_count: number;
          /** @description The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`. */
          unread_mentions: number;
          /** @description The user has read everything up to this number. */
          last_read_seq: number;
          favourite: boolean;
          /** @description Whether the user has archived the room since its latest message. */
          archived: boolean;
          /** @description The user wants to see the room as unread from this number on; null: as it is. */
          marked_unread_seq: number | null;
          /** @description Of which messages of the room the user is notified; null: as everywhere. */
          notify: components['schemas']['NotifyChoice'] | null;
          /** @constant */
          type: 'GroupChat';
          name: string;
          description: string;
          avatar: string | null;
          creator: components['schemas']['User'] | null;
          max_participants: number;
          join_approval_required: boolean;
          group_locked: boolean;
          /** Format: uuid */
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          updated_at: string;
          property: {
            preferences: components['schemas']['Preferences'];
          };
          member_count: number;
          /** @description The number of the room's latest persistent change. */
          last_seq: number;
          /**
           * @description Whether a member may have one reaction to a message, or several.
           * @enum {string}
           */
          reactions: 'one' | 'many';
          /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
          slow_mode_seconds: number;
          /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
          message_ttl_seconds: number | null;
          /** @description The most characters of a message; null: as many as the deployment permits. */
          max_message_length: number | null;
          /** @description Whether messages may have attachments. */
          media_allowed: boolean;
        }
      | {
          last_message: components['schemas']['Message'] | null;
          /** @description The number of messages of other users that the user has not read, at most `MAX_COUNTED_UNREAD`. */
          unread_count: number;
          /** @description The number of those of them that mention the user, or the whole room, at most `MAX_COUNTED_UNREAD`. */
          unread_mentions: number;
          /** @description The user has read everything up to this number. */
          last_read_seq: number;
          favourite: boolean;
          /** @description Whether the user has archived the room since its latest message. */
          archived: boolean;
          /** @description The user wants to see the room as unread from this number on; null: as it is. */
          marked_unread_seq: number | null;
          /** @description Of which messages of the room the user is notified; null: as everywhere. */
          notify: components['schemas']['NotifyChoice'] | null;
          /** @constant */
          type: 'Channel';
          name: string;
          description: string;
          avatar: string | null;
          creator: components['schemas']['User'] | null;
          max_subscribers: number;
          is_public: boolean;
          /**
           * @description Who may write: all members, or moderators and members with `can_send_messages`.
           * @enum {string}
           */
          posting: 'everyone' | 'moderators';
          /** Format: uuid */
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          updated_at: string;
          property: {
            preferences: components['schemas']['Preferences'];
          };
          member_count: number;
          /** @description The number of the room's latest persistent change. */
          last_seq: number;
          /**
           * @description Whether a member may have one reaction to a message, or several.
           * @enum {string}
           */
          reactions: 'one' | 'many';
          /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
          slow_mode_seconds: number;
          /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
          message_ttl_seconds: number | null;
          /** @description The most characters of a message; null: as many as the deployment permits. */
          max_message_length: number | null;
          /** @description Whether messages may have attachments. */
          media_allowed: boolean;
        };
    /** @description A user as a member of one room. */
    RoomMember: {
      id: number;
      username: string;
      first_name: string;
      last_name: string;
      /** @description A URL of an image. */
      avatar: string | null;
      /** @description Null also if it has ended. */
      status: components['schemas']['UserStatus'] | null;
      is_bot: boolean;
      /** @description True: a guest, who sees only the rooms it was added to and the people in them. Absent for members. */
      is_guest?: boolean;
      /** @description The name that the member has chosen for this room; null: there is none. */
      nickname: string | null;
      role: components['schemas']['MemberRole'];
      /** @description Permissions granted in addition to the role. */
      permissions: string[];
      /** Format: date-time */
      joined_at: string;
    };
    /** @description A change of a room that is shown among its messages. */
    RoomNotice: {
      /** @description The number of the change. */
      seq: number;
      kind: components['schemas']['RoomNoticeKind'];
      /** @description The user who made the change; null if that user was deleted. */
      actor: components['schemas']['User'] | null;
      /** @description The members that the change concerns, at most `MAX_NOTICED_USERS`; users who were deleted are missing. */
      users: components['schemas']['User'][];
      /** @description The number of members that the change concerns. */
      user_count: number;
      /** @description The new name of the room, of `renamed`. */
      name?: string;
      /** Format: date-time */
      created_at: string;
    };
    /**
     * @description The kind of a change of a room that its history shows.
     * @enum {string}
     */
    RoomNoticeKind: 'created' | 'joined' | 'left' | 'added' | 'removed' | 'renamed';
    /** @description The notices of a part of the log of a room. */
    RoomNoticePage: {
      /** Format: uuid */
      room_id: string;
      /** @description The newest of the requested part, in the order of their numbers. */
      notices: components['schemas']['RoomNotice'][];
      /** @description Whether the part has older ones. */
      has_more: boolean;
      /** @description The service has removed messages of the room that were sent before this time; null: it has removed none. */
      messages_removed_before: string | null;
    };
    /** @description The choice of the user for a room. */
    RoomNotify: {
      /** @description Null: as everywhere, by the user's own level. */
      level: components['schemas']['NotifyLevel'] | null;
      /** @description Until then the user is notified of nothing in the room; null: the room is not muted for a time. */
      muted_until: string | null;
      /** Format: uuid */
      room_id: string;
      /**
       * @description Present if there is no choice any more.
       * @constant
       */
      removed?: true;
    };
    /** @description A restriction of a user in one room. */
    RoomRestriction: {
      user: components['schemas']['User'];
      kind: components['schemas']['RestrictionKind'];
      /** @description The time at which it ends; null: it has no end. */
      until: string | null;
      /** @description The user who made it; null: no longer known. */
      by: components['schemas']['User'] | null;
      /** Format: date-time */
      created_at: string;
      reason: string | null;
    };
    /** @description A room without its lists of members and leaders. */
    RoomWithoutMembers:
      | {
          /** @constant */
          type: 'OneToOneChat';
          /** Format: uuid */
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          updated_at: string;
          property: {
            preferences: components['schemas']['Preferences'];
          };
          member_count: number;
          /** @description The number of the room's latest persistent change. */
          last_seq: number;
          /**
           * @description Whether a member may have one reaction to a message, or several.
           * @enum {string}
           */
          reactions: 'one' | 'many';
        }
      | {
          /** @constant */
          type: 'GroupChat';
          name: string;
          description: string;
          avatar: string | null;
          creator: components['schemas']['User'] | null;
          max_participants: number;
          join_approval_required: boolean;
          group_locked: boolean;
          /** Format: uuid */
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          updated_at: string;
          property: {
            preferences: components['schemas']['Preferences'];
          };
          member_count: number;
          /** @description The number of the room's latest persistent change. */
          last_seq: number;
          /**
           * @description Whether a member may have one reaction to a message, or several.
           * @enum {string}
           */
          reactions: 'one' | 'many';
          /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
          slow_mode_seconds: number;
          /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
          message_ttl_seconds: number | null;
          /** @description The most characters of a message; null: as many as the deployment permits. */
          max_message_length: number | null;
          /** @description Whether messages may have attachments. */
          media_allowed: boolean;
        }
      | {
          /** @constant */
          type: 'Channel';
          name: string;
          description: string;
          avatar: string | null;
          creator: components['schemas']['User'] | null;
          max_subscribers: number;
          is_public: boolean;
          /**
           * @description Who may write: all members, or moderators and members with `can_send_messages`.
           * @enum {string}
           */
          posting: 'everyone' | 'moderators';
          /** Format: uuid */
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          updated_at: string;
          property: {
            preferences: components['schemas']['Preferences'];
          };
          member_count: number;
          /** @description The number of the room's latest persistent change. */
          last_seq: number;
          /**
           * @description Whether a member may have one reaction to a message, or several.
           * @enum {string}
           */
          reactions: 'one' | 'many';
          /** @description The seconds that a member who does not lead the room waits between two messages; 0: none. */
          slow_mode_seconds: number;
          /** @description The seconds after which messages are deleted that are sent from then on; null: they are kept. */
          message_ttl_seconds: number | null;
          /** @description The most characters of a message; null: as many as the deployment permits. */
          max_message_length: number | null;
          /** @description Whether messages may have attachments. */
          media_allowed: boolean;
        };
    /** @description A message that the user has saved. */
    SavedMessage: {
      /** @description As it was when the item was sent; without the id of a message that it forwards from another room. */
      message: components['schemas']['ShortMessage'] | components['schemas']['GoneMessage'];
      saved: boolean;
      /**
       * Format: date-time
       * @description When it was saved; null: it is not.
       */
      saved_at: string | null;
      /**
       * Format: date-time
       * @description When the user is to be reminded of it; null: never, or the user has been.
       */
      remind_at: string | null;
      /**
       * @description Present if it is not saved any more.
       * @constant
       */
      removed?: true;
    };
    /** @description A page of saved messages, the last saved first. */
    SavedPage: {
      saved: components['schemas']['SavedMessage'][];
      /** @description Null: there are no further ones. */
      next_cursor: string | null;
    };
    /** @description A scheduled message that is not sent. */
    ScheduleCancel: components['schemas']['CancelledSchedule'] | components['schemas']['RefusedSchedule'];
    /** @description A scheduled message that was sent, or that its author has cancelled. */
    ScheduleEnd: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      room_id?: string;
      /**
       * Format: uuid
       * @description The id of the sent message.
       */
      message_id?: string;
      /** @constant */
      removed: true;
    };
    /** @description A page of scheduled messages, the earliest first. */
    SchedulePage: {
      scheduled: components['schemas']['ScheduledMessage'][];
      /** @description Null: there are no further ones. */
      next_cursor: string | null;
    };
    /** @description Why a scheduled message was not sent, as an error frame would name it. */
    ScheduleRefusal: {
      code: components['schemas']['ErrorCode'];
      message: string;
    };
    /** @description A message that is sent at a later time. */
    ScheduledMessage: {
      /**
       * Format: uuid
       * @description The `client_message_id` that the sent message has.
       */
      id: string;
      /** Format: uuid */
      room_id: string;
      content: string;
      /** @description As its author has given them. */
      extra_fields: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      send_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Why it was not sent at its time: it stays until its author sets another time or cancels it. Null: it is scheduled. */
      refused: components['schemas']['ScheduleRefusal'] | null;
    };
    /** @description A part of the text of a message. */
    SearchFragment: {
      text: string;
      /** @description The start and end (exclusive) of each match in the text, in UTF-16 code units, in order. */
      matches: [number, number][];
    };
    /** @description A page of search results, best first. */
    SearchPage: {
      results: components['schemas']['SearchResult'][];
      /** @description The cursor of the next page; null on the last one. */
      next_before: string | null;
    };
    SearchResult: {
      message: components['schemas']['Message'];
      /** @description In the order of the text. */
      fragments: components['schemas']['SearchFragment'][];
    };
    /** @description An attachment of a reported message. */
    SeenAttachment: {
      /** @description Null: the attachment is an address. */
      filename: string | null;
      media_type: string;
      mime_type: string;
    };
    /** @description A message as it was when it was reported. */
    SeenMessage: {
      content: string;
      /** Format: date-time */
      created_at: string;
      is_edited: boolean;
      room: {
        /** @enum {string} */
        type: 'OneToOneChat' | 'GroupChat' | 'Channel';
        name: string | null;
      };
      attachments: components['schemas']['SeenAttachment'][];
    };
    /** @description A log-in of the user, with its open connections. */
    Session: {
      /**
       * Format: uuid
       * @description Null for the connections that belong to no log-in of this service, as those by tokens of another issuer.
       */
      id: string | null;
      /** @description How the client of the log-in described itself (`User-Agent`); null: unknown. */
      device: string | null;
      /** @description Where the log-in came from; null: unknown. */
      address: string | null;
      /** @description When it was made; null: unknown. */
      since: string | null;
      /** @description Its last log-in, refresh or heartbeat; null: unknown. */
      active: string | null;
      /** @description Whether the connection that asks belongs to it. */
      current: boolean;
      connections: components['schemas']['SessionConnection'][];
    };
    /** @description An open connection of a session. */
    SessionConnection: {
      /** Format: uuid */
      id: string;
      /** @description How its client described itself; null: not at all. */
      device: string | null;
      since: string;
      /** @description Its last heartbeat. */
      active: string;
    };
    /** @description An attachment without its metadata. */
    ShortAttachment: {
      /** Format: uuid */
      id: string;
      /** @description An http or https URL of a file elsewhere. For an uploaded file: a path of the service, which needs no token for `FILE_URL_SECONDS`; after that time `GET /api/files/{id}` with a token goes on working. */
      media_url: string;
      /** @enum {string} */
      media_type: 'image' | 'video' | 'audio' | 'file';
      mime_type: string;
      file_size: number;
      caption: string;
      /** @description As its sender has named the file: text, never a path. */
      filename: string | null;
      /**
       * @description Of an uploaded file. `pending`: the service has it scanned, and nobody can read it yet; its addresses are those at which it can be read then. `blocked`: the scanner has found something in it, it has no addresses, and its bytes are deleted.
       * @enum {string|null}
       */
      state: 'pending' | 'ready' | 'blocked' | null;
      /** @description Pixels, of a picture that stands upright, or of a video. */
      width: number | null;
      height: number | null;
      /** @description Seconds. */
      duration: number | null;
      /** @description A WebP picture of at most 480 pixels a side, at an address as `media_url`; null: there is none. */
      thumbnail_url: string | null;
      /** @description Of the bytes that are served: lower-case hexadecimal digits. */
      sha256: string | null;
    };
    /** @description A message in the dispatch of a small change: at most 4 KiB of JSON. It has all keys of a `Message`, except `link_previews`, which stay as they were. What is too long is cut and marked; a mark is present only if it is true. The entry of the user who made the change is never cut. */
    ShortMessage: {
      /** Format: uuid */
      id: string;
      room: {
        /** Format: uuid */
        id: string;
      };
      sender: components['schemas']['User'];
      content: string;
      is_deleted: boolean;
      is_edited: boolean;
      is_forwarded: boolean;
      delivered_to: string[];
      read_receipts: components['schemas']['ReadReceipt'][];
      reactions: components['schemas']['Reaction'][];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The position of the message in the log of its room. */
      seq: number;
      /** Format: uuid */
      client_message_id: string | null;
      /** @description `text`, or a type of the integrator's own. */
      kind: string;
      /** @description The integrator's own. */
      metadata: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description The time of the latest edit.
       */
      edited_at: string | null;
      /** @description In the order of their ids. Some may have left the room since. */
      mentions: components['schemas']['User'][];
      /** @description Whether it mentions the whole room. */
      mention_room: boolean;
      pinned: components['schemas']['Pin'] | null;
      /** @description The thread in which the message is a reply. */
      thread: components['schemas']['ThreadOfReply'] | null;
      /** @description Whether a reply in a thread stands among the messages of the room too. */
      also_to_room: boolean;
      /** @description Of a message that has started a thread. Null: it has no replies. */
      thread_summary: components['schemas']['ThreadSummary'] | null;
      /** @description Null also in a message that another one contains. */
      poll: components['schemas']['Poll'] | null;
      /** @description Of the first links in the content, in their order; those that lead to nothing that can be shown are missing. */
      link_previews: components['schemas']['LinkPreview'][];
      forwarded_from: components['schemas']['MessageReference'] | null;
      parent_message: components['schemas']['MessageReference'] | null;
      attachments: components['schemas']['ShortAttachment'][];
      /**
       * @description `content` is the beginning of the text.
       * @constant
       */
      content_truncated?: true;
      /** @constant */
      delivered_to_truncated?: true;
      /** @constant */
      read_receipts_truncated?: true;
      /** @constant */
      reactions_truncated?: true;
      /** @description In `reaction.dispatch`: those of the user who reacted which the cut list does not have; undefined: none. */
      unlisted_reactions?: string[];
      /** @constant */
      attachments_truncated?: true;
      /** @constant */
      mentions_truncated?: true;
      /**
       * @description `metadata` is empty.
       * @constant
       */
      metadata_truncated?: true;
      /**
       * @description `poll` is null, although the message has one.
       * @constant
       */
      poll_truncated?: true;
      /**
       * @description `pinned` is null, although the message is pinned.
       * @constant
       */
      pinned_truncated?: true;
      /**
       * @description `thread_summary` has no participants.
       * @constant
       */
      thread_summary_truncated?: true;
      /**
       * @description `link_previews` is empty, although the message has some: it always is in a short message.
       * @constant
       */
      link_previews_truncated?: true;
    };
    /** @description Whether the user follows a thread. */
    ThreadFollow: {
      /** Format: uuid */
      room_id: string;
      /** Format: uuid */
      thread_id: string;
      following: boolean;
      /**
       * @description Present if the user does not.
       * @constant
       */
      removed?: true;
    };
    /** @description A thread that the user follows. */
    ThreadListEntry: {
      /** @description The message that started it. A deleted one has no content. */
      thread: components['schemas']['Message'];
      /** @description The number of replies of other users that the user has not read, at most `MAX_COUNTED_REPLIES`. */
      unread_count: number;
      /** @description The number of those of them that mention the user, or the whole room. */
      unread_mentions: number;
      /** @description The user has read all replies up to this number. */
      last_read_seq: number;
    };
    ThreadOfReply: {
      /**
       * Format: uuid
       * @description The message that started it.
       */
      id: string;
      /** @description In the dispatch of the reply: the summary of the thread with it. */
      summary?: components['schemas']['ThreadSummary'] | null;
    };
    /** @description A page of a thread, the newest message first, and the message that started it last. */
    ThreadPage: {
      /** Format: uuid */
      room_id: string;
      /** Format: uuid */
      thread_id: string;
      /** @description Whether there are older messages than these. */
      has_next: boolean;
      /** @description Whether there are newer ones. */
      has_previous: boolean;
      messages: components['schemas']['Message'][];
    };
    /** @description The replies of a thread that are not deleted. They are counted among the newest `MAX_COUNTED_REPLIES`. */
    ThreadSummary: {
      reply_count: number;
      /** Format: date-time */
      last_reply_at: string;
      /** @description The latest of those who replied, the latest first, at most five. */
      participants: components['schemas']['User'][];
    };
    Typing: {
      username: string;
      user_id: number;
      /** Format: uuid */
      room_id: string;
      /** @description Seconds after which the typing state ends, unless it is renewed. */
      expires_in: number;
    };
    /** @description The number from which on the user wants to see a room as unread, until the user reads in it again. */
    UnreadMark: {
      /** Format: uuid */
      room_id: string;
      /** @description Null: the mark was lifted. */
      from_seq: number | null;
      /**
       * @description Present if it was lifted.
       * @constant
       */
      removed?: true;
    };
    /** @description Where the bytes of an upload are sent: by tus to a path of the service, or by one PUT to its store. */
    UploadTarget:
      | {
          /** @constant */
          protocol: 'tus';
          url: string;
        }
      | {
          /** @constant */
          protocol: 'put';
          url: string;
          headers: {
            [key: string]: string;
          };
        };
    User: {
      id: number;
      username: string;
      first_name: string;
      last_name: string;
      /** @description A URL of an image. */
      avatar: string | null;
      /** @description Null also if it has ended. */
      status: components['schemas']['UserStatus'] | null;
      is_bot: boolean;
      /** @description True: a guest, who sees only the rooms it was added to and the people in them. Absent for members. */
      is_guest?: boolean;
    };
    /** @description A user whom the user blocks. */
    UserBlock: {
      user_id: number;
      blocked: boolean;
      /** @description Null: the user is not blocked. */
      user: components['schemas']['User'] | null;
      /**
       * Format: date-time
       * @description When the user was blocked; null: the user is not.
       */
      blocked_at: string | null;
      /**
       * @description Present if the user is not blocked any more.
       * @constant
       */
      removed?: true;
    };
    /** @description A page of the users whom the user blocks, in the order of their ids. */
    UserBlockPage: {
      blocks: components['schemas']['UserBlock'][];
      /** @description Null: there are no further ones. */
      next_cursor: string | null;
    };
    /** @enum {string} */
    UserKind: 'member' | 'guest';
    /** @description Of which messages the user is notified in rooms without a choice of their own, when the user gets no push, and which missed messages are mailed. */
    UserNotify: {
      level: components['schemas']['NotifyLevel'];
      /** @description Null: pushes are sent at all hours. */
      do_not_disturb: components['schemas']['DoNotDisturb'] | null;
      /** @description Null: as the deployment decides. */
      mail: components['schemas']['MailNotices'] | null;
      /**
       * @description Present if all are as they are for a user who never set them.
       * @constant
       */
      removed?: true;
    };
    /** @description A status that a user has set. */
    UserStatus: {
      text: string;
      emoji: string | null;
      /** @description The end of the status; null: it has none. */
      until: string | null;
    };
    /** @description `OwnSettings`, or only the profile if it is of another user. */
    UserUpdate:
      | components['schemas']['OwnSettings']
      | {
          user: components['schemas']['Profile'];
        };
    'channelsearch.dispatch': {
      /** @constant */
      eventType: 'channelsearch.dispatch';
      /** @description The answer to a search for public Channels. */
      data: components['schemas']['ChannelPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'draft.dispatch': {
      /** @constant */
      eventType: 'draft.dispatch';
      data: components['schemas']['ComposerDraft'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'heldlist.dispatch': {
      /** @constant */
      eventType: 'heldlist.dispatch';
      /** @description The answer to a request for the held messages of a room. */
      data: components['schemas']['HeldPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'joinrequest.dispatch': {
      /** @constant */
      eventType: 'joinrequest.dispatch';
      /** @description To the admins of a group and the requesting user: a new join request, or the decision about one. */
      data: components['schemas']['JoinRequest'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'joinrequests.dispatch': {
      /** @constant */
      eventType: 'joinrequests.dispatch';
      /** @description The answer to an admin's request for the pending join requests of a group. */
      data: components['schemas']['JoinRequestPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'membernickname.dispatch': {
      /** @constant */
      eventType: 'membernickname.dispatch';
      /** @description To the room: the nickname of a member, or that it was removed. */
      data: components['schemas']['MemberNickname'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'message.dispatch': {
      /** @constant */
      eventType: 'message.dispatch';
      data: components['schemas']['Message'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messageheld.dispatch': {
      /** @constant */
      eventType: 'messageheld.dispatch';
      /** @description To the sender and the leaders of the room: a message or an edit that a moderator has to allow first. */
      data: components['schemas']['HeldMessage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagemodification.dispatch': {
      /** @constant */
      eventType: 'messagemodification.dispatch';
      data: components['schemas']['MessageEdited'] | components['schemas']['MessagesDeleted'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagepin.dispatch': {
      /** @constant */
      eventType: 'messagepin.dispatch';
      data: components['schemas']['MessagePinned'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagepreview.dispatch': {
      /** @constant */
      eventType: 'messagepreview.dispatch';
      /** @description Previews of links were added to a message, or one was removed. */
      data: components['schemas']['MessagePreviews'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagerelease.dispatch': {
      /** @constant */
      eventType: 'messagerelease.dispatch';
      /** @description To the sender and the leaders of the room: a held message or edit was allowed or rejected. */
      data: components['schemas']['HeldDecision'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagereport.dispatch': {
      /** @constant */
      eventType: 'messagereport.dispatch';
      /** @description The answer to a report. */
      data: {
        /** Format: uuid */
        report_id: string;
        state: components['schemas']['ReportState'];
      };
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagesave.dispatch': {
      /** @constant */
      eventType: 'messagesave.dispatch';
      data: components['schemas']['SavedMessage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messageschedule.dispatch': {
      /** @constant */
      eventType: 'messageschedule.dispatch';
      /** @description A scheduled message, or that it was sent. */
      data: components['schemas']['ScheduledMessage'] | components['schemas']['ScheduleEnd'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagesearch.dispatch': {
      /** @constant */
      eventType: 'messagesearch.dispatch';
      /** @description The answer to a search for messages. */
      data: components['schemas']['SearchPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'messagetyping.dispatch': {
      /** @constant */
      eventType: 'messagetyping.dispatch';
      data: components['schemas']['Typing'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'pollupdate.dispatch': {
      /** @constant */
      eventType: 'pollupdate.dispatch';
      data: components['schemas']['PollUpdate'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'reaction.dispatch': {
      /** @constant */
      eventType: 'reaction.dispatch';
      data: components['schemas']['ReactionChange'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'readreceipt.dispatch': {
      /** @constant */
      eventType: 'readreceipt.dispatch';
      /** @description One message when the request named one, a list when it named a list. */
      data: components['schemas']['ShortMessage'] | components['schemas']['ShortMessage'][];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'report.dispatch': {
      /** @constant */
      eventType: 'report.dispatch';
      /** @description To moderators, and leaders of the room: a report, when it is made and when it is resolved. To moderators: what is held. */
      data: components['schemas']['Report'] | components['schemas']['HeldReport'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'reportlist.dispatch': {
      /** @constant */
      eventType: 'reportlist.dispatch';
      /** @description A page of reports, the newest first. */
      data: {
        reports: components['schemas']['Report'][];
        next_cursor: string | null;
      };
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomaddmembers.dispatch': {
      /** @constant */
      eventType: 'roomaddmembers.dispatch';
      data: components['schemas']['MembersAdded'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomanswerinvite.dispatch': {
      /** @constant */
      eventType: 'roomanswerinvite.dispatch';
      /** @description To the invited user's own connections: the answer to an invitation. */
      data: components['schemas']['RoomInvitation'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomarchive.dispatch': {
      /** @constant */
      eventType: 'roomarchive.dispatch';
      data: components['schemas']['RoomArchived'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomcreate.dispatch': {
      /** @constant */
      eventType: 'roomcreate.dispatch';
      data: components['schemas']['Room'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomdelete.dispatch': {
      /** @constant */
      eventType: 'roomdelete.dispatch';
      data: {
        /** Format: uuid */
        room_id: string;
      };
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomexit.dispatch': {
      /** @constant */
      eventType: 'roomexit.dispatch';
      /** @description To a user who is no longer a member. */
      data: {
        room: components['schemas']['Room'];
        message: string;
      };
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomfavourite.dispatch': {
      /** @constant */
      eventType: 'roomfavourite.dispatch';
      /** @description To the user alone, as all changes of the private state. */
      data: components['schemas']['RoomFavourite'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roominfo.dispatch': {
      /** @constant */
      eventType: 'roominfo.dispatch';
      data: components['schemas']['Room'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roominvite.dispatch': {
      /** @constant */
      eventType: 'roominvite.dispatch';
      /** @description To an invited user: the invitation, pending or withdrawn. To the user who invited or withdrew: a list of those that the request has made or ended. */
      data: components['schemas']['RoomInvitation'] | components['schemas']['RoomInvitation'][];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roominvites.dispatch': {
      /** @constant */
      eventType: 'roominvites.dispatch';
      /** @description The answer to a request for the user's pending invitations. */
      data: components['schemas']['InvitationPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomlist.dispatch': {
      /** @constant */
      eventType: 'roomlist.dispatch';
      data: components['schemas']['RoomListEntry'][];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roommarkunread.dispatch': {
      /** @constant */
      eventType: 'roommarkunread.dispatch';
      data: components['schemas']['UnreadMark'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roommembers.dispatch': {
      /** @constant */
      eventType: 'roommembers.dispatch';
      data: components['schemas']['MemberPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roommessages.dispatch': {
      /** @constant */
      eventType: 'roommessages.dispatch';
      data: components['schemas']['MessagePage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomnotices.dispatch': {
      /** @constant */
      eventType: 'roomnotices.dispatch';
      data: components['schemas']['RoomNoticePage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomnotify.dispatch': {
      /** @constant */
      eventType: 'roomnotify.dispatch';
      data: components['schemas']['RoomNotify'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roompins.dispatch': {
      /** @constant */
      eventType: 'roompins.dispatch';
      /** @description The answer to a request for the pinned messages of a room. */
      data: components['schemas']['PinPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roompreview.dispatch': {
      /** @constant */
      eventType: 'roompreview.dispatch';
      /** @description A room as users see it who may join it or ask to. */
      data: components['schemas']['InvitedRoom'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomremovemembers.dispatch': {
      /** @constant */
      eventType: 'roomremovemembers.dispatch';
      data: components['schemas']['MembersRemoved'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomrestrict.dispatch': {
      /** @constant */
      eventType: 'roomrestrict.dispatch';
      /** @description A user is restricted in a room, or no longer is: to its members, and the reason to leaders and the user alone. */
      data: components['schemas']['RestrictionChange'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomrestrictions.dispatch': {
      /** @constant */
      eventType: 'roomrestrictions.dispatch';
      /** @description The answer to a request for the restrictions in a room. */
      data: components['schemas']['RestrictionPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'roomupdate.dispatch': {
      /** @constant */
      eventType: 'roomupdate.dispatch';
      /** @description With the member lists if roles have changed. */
      data: components['schemas']['Room'] | components['schemas']['RoomWithoutMembers'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'savedlist.dispatch': {
      /** @constant */
      eventType: 'savedlist.dispatch';
      data: components['schemas']['SavedPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'schedulecancel.dispatch': {
      /** @constant */
      eventType: 'schedulecancel.dispatch';
      data: components['schemas']['ScheduleCancel'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'schedulelist.dispatch': {
      /** @constant */
      eventType: 'schedulelist.dispatch';
      data: components['schemas']['SchedulePage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'sessionclose.dispatch': {
      /** @constant */
      eventType: 'sessionclose.dispatch';
      /** @description The answer to a request that ends one of them. */
      data: {
        /** Format: uuid */
        session_id: string;
      };
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'sessionlist.dispatch': {
      /** @constant */
      eventType: 'sessionlist.dispatch';
      /** @description The answer to a request for the user's own sessions, the newest activity first. */
      data: {
        sessions: components['schemas']['Session'][];
      };
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'threadfollow.dispatch': {
      /** @constant */
      eventType: 'threadfollow.dispatch';
      /** @description To the user alone, as all changes of the private state. */
      data: components['schemas']['ThreadFollow'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'threadlist.dispatch': {
      /** @constant */
      eventType: 'threadlist.dispatch';
      /** @description The answer to a request for the threads that the user follows, the latest reply first. */
      data: components['schemas']['ThreadListEntry'][];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'threadmessages.dispatch': {
      /** @constant */
      eventType: 'threadmessages.dispatch';
      /** @description The answer to a request for the messages of a thread. */
      data: components['schemas']['ThreadPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'userblock.dispatch': {
      /** @constant */
      eventType: 'userblock.dispatch';
      data: components['schemas']['UserBlock'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'userblocks.dispatch': {
      /** @constant */
      eventType: 'userblocks.dispatch';
      data: components['schemas']['UserBlockPage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'userfind.dispatch': {
      /** @constant */
      eventType: 'userfind.dispatch';
      /** @description The answer to a search for a username. */
      data: components['schemas']['Profile'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'userinfo.dispatch': {
      /** @constant */
      eventType: 'userinfo.dispatch';
      /** @description The answer to a request for users who share a room with the requester. */
      data: components['schemas']['ProfileList'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'usernotify.dispatch': {
      /** @constant */
      eventType: 'usernotify.dispatch';
      data: components['schemas']['UserNotify'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'usersearch.dispatch': {
      /** @constant */
      eventType: 'usersearch.dispatch';
      /** @description The answer to a search for users. */
      data: components['schemas']['ProfilePage'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
    'userupdate.dispatch': {
      /** @constant */
      eventType: 'userupdate.dispatch';
      /** @description To the connections of the user: the profile and the settings. To those of users who share a room with the user: the profile. */
      data: components['schemas']['UserUpdate'];
      request_id?: string;
      /**
       * Format: uuid
       * @description With `seq`: the position of this change in the log of the room.
       */
      room_id?: string;
      seq?: number;
      /** @description With `seq`: what to show of this change among the messages of the room. */
      notice?: components['schemas']['RoomNotice'];
      /** @description The position of this change in the private log of the user. Only the user receives it. */
      private_seq?: number;
      meta?: {
        [key: string]: unknown;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  'get-api-files-attachment_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        attachment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes. */
      200: {
        headers: {
          /** @description The SHA-256 of the file. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A part of the bytes. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The reader has the bytes. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description No message that the user may read has such a file, it is no avatar in use, or the address is not valid any more: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The file has no byte of the range. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The user, the API key, or the network address makes too many requests: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The store of files does not answer: `unavailable`. */
      503: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-messages-message_id': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['messagemodification.dispatch']
            | components['schemas']['messageheld.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'patch-api-messages-message_id': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content?: string;
          metadata?: Record<string, unknown> | null;
          mentions?: number[] | null;
          mention_room?: boolean | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['messagemodification.dispatch']
            | components['schemas']['messageheld.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-messages-message_id-pin': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pinned: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messagepin.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-messages-message_id-poll-close': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['pollupdate.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-messages-message_id-poll-votes': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          options: number[];
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['pollupdate.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-messages-message_id-previews': {
    parameters: {
      query: {
        url: string;
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messagepreview.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-messages-message_id-reactions': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          reaction_content: string;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['reaction.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-messages-message_id-reactions': {
    parameters: {
      query: {
        reaction_content: string;
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['reaction.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-messages-message_id-release': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          allow: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['messagerelease.dispatch']
            | components['schemas']['message.dispatch']
            | components['schemas']['messagemodification.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-messages-message_id-save': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        message_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          saved: boolean;
          /** Format: date-time */
          remind_at: string | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messagesave.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-messages-saved': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['savedlist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-messages-scheduled': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['schedulelist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-messages-scheduled-id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['schedulecancel.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'patch-api-messages-scheduled-id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content?: string;
          extra_fields?: {
            /** Format: uuid */
            parent_message_id?: string | null;
            /** Format: uuid */
            forwarded_from_id?: string | null;
            /** Format: uuid */
            forwarded_from_room_id?: string | null;
            /** Format: uuid */
            thread_id?: string | null;
            also_to_room?: boolean | null;
            media?:
              | {
                  /** Format: uuid */
                  upload_id?: string;
                  /** Format: uri */
                  media_url?: string;
                  /** @enum {string} */
                  media_type?: 'image' | 'audio' | 'video' | 'file';
                  /** @enum {string} */
                  mime_type?:
                    | 'image/jpeg'
                    | 'image/png'
                    | 'image/gif'
                    | 'image/webp'
                    | 'image/bmp'
                    | 'image/heic'
                    | 'audio/mpeg'
                    | 'audio/mp4'
                    | 'audio/aac'
                    | 'audio/ogg'
                    | 'audio/wav'
                    | 'audio/opus'
                    | 'video/mp4'
                    | 'video/quicktime'
                    | 'video/webm'
                    | 'video/ogg'
                    | 'video/x-msvideo'
                    | 'video/x-matroska'
                    | 'application/pdf'
                    | 'application/msword'
                    | 'application/vnd.ms-excel'
                    | 'application/vnd.ms-powerpoint'
                    | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
                    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
                    | 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
                    | 'text/plain'
                    | 'text/csv';
                  file_size?: number;
                  caption?: string | null;
                  metadata?: Record<string, unknown> | null;
                }[]
              | null;
            mentions?: number[] | null;
            mention_room?: boolean | null;
            kind?: string | null;
            metadata?: Record<string, unknown> | null;
            silent?: boolean | null;
            poll?: {
              options: string[];
              multiple?: boolean | null;
              anonymous?: boolean | null;
              /** Format: date-time */
              closes_at?: string | null;
            } | null;
          } | null;
          /** Format: date-time */
          send_at?: string;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messageschedule.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-messages-search': {
    parameters: {
      query?: {
        query?: string;
        room_id?: string;
        from_user_id?: number;
        since?: string;
        until?: string;
        has?: ('link' | 'file' | 'image' | 'poll' | 'pin')[];
        before?: string;
        limit?: number;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messagesearch.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-reports': {
    parameters: {
      query?: {
        state?: 'open' | 'resolved';
        room_id?: string;
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['reportlist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-reports': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: uuid */
          message_id?: string | null;
          user_id?: number | null;
          /** Format: uuid */
          room_id?: string | null;
          /** @enum {string} */
          reason: 'spam' | 'abuse' | 'illegal' | 'other';
          comment?: string | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['messagereport.dispatch']
            | components['schemas']['report.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-reports-report_id-resolve': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        report_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          action: 'dismiss' | 'delete_message' | 'mute' | 'ban' | 'deactivate';
          note: string | null;
          /** Format: date-time */
          until: string | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['report.dispatch']
            | components['schemas']['messagemodification.dispatch']
            | components['schemas']['roomrestrict.dispatch']
            | components['schemas']['roomremovemembers.dispatch']
            | components['schemas']['roomexit.dispatch']
            | components['schemas']['roomdelete.dispatch']
            | components['schemas']['roominvite.dispatch']
            | components['schemas']['joinrequest.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        archived?: boolean;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roomlist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              /** @constant */
              type: 'OneToOneChat';
              participants: number[];
            }
          | {
              /** @constant */
              type: 'GroupChat';
              name: string;
              participants?: number[];
              description?: string;
              extra_fields?: {
                /** Format: uri */
                avatar?: string | null;
                join_approval_required?: boolean;
                group_locked?: boolean;
                max_participants?: number;
                /** @enum {string} */
                reactions?: 'one' | 'many';
                property?: {
                  preferences?: Record<string, unknown>;
                };
              };
            }
          | {
              /** @constant */
              type: 'Channel';
              name: string;
              subscribers?: number[];
              participants?: number[];
              description?: string;
              extra_fields?: {
                is_public?: boolean;
                /** Format: uri */
                avatar?: string | null;
                max_subscribers?: number;
                /** @enum {string} */
                posting?: 'everyone' | 'moderators';
                /** @enum {string} */
                reactions?: 'one' | 'many';
                property?: {
                  preferences?: Record<string, unknown>;
                };
              };
            };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomcreate.dispatch']
            | components['schemas']['roominvite.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roominfo.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-rooms-room_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomupdate.dispatch']
            | components['schemas']['roomdelete.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'patch-api-rooms-room_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description?: string;
          /** Format: uuid */
          avatar_upload_id?: string;
          property?: {
            preferences?: Record<string, unknown>;
          };
          slow_mode_seconds?: number;
          name?: string;
          /** Format: uri */
          avatar?: string | null;
          group_locked?: boolean;
          join_approval_required?: boolean;
          is_public?: boolean;
          max_participants?: number;
          max_subscribers?: number;
          /** @enum {string} */
          posting?: 'everyone' | 'moderators';
          /** @enum {string} */
          reactions?: 'one' | 'many';
          message_ttl_seconds?: number | null;
          max_message_length?: number | null;
          media_allowed?: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomupdate.dispatch']
            | components['schemas']['roomdelete.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-archive': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          archived: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roomarchive.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-draft': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: uuid */
          thread_id: string | null;
          content: string;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['draft.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-favourite': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          favourite: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roomfavourite.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-held': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['heldlist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-invitations': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_ids: number[];
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roominvite.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-rooms-room_id-invitations-user_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roominvite.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-invitations-answer': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accept: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomaddmembers.dispatch']
            | components['schemas']['roomanswerinvite.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-join-requests-user_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
        user_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          decision: 'approve' | 'deny';
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomaddmembers.dispatch']
            | components['schemas']['joinrequest.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-join': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomaddmembers.dispatch']
            | components['schemas']['joinrequest.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-leave': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomexit.dispatch']
            | components['schemas']['roomremovemembers.dispatch']
            | components['schemas']['roomdelete.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-mark-unread': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          from_seq: number;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roommarkunread.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-members': {
    parameters: {
      query?: {
        list?: 'members' | 'join_requests';
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roommembers.dispatch']
            | components['schemas']['joinrequests.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-members': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          members: number[];
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomaddmembers.dispatch']
            | components['schemas']['roominvite.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-rooms-room_id-members-user_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomremovemembers.dispatch']
            | components['schemas']['roomexit.dispatch']
            | components['schemas']['roomdelete.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-messages': {
    parameters: {
      query?: {
        before_seq?: number;
        after_seq?: number;
        limit?: number;
        include_threads?: boolean;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roommessages.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-messages': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
        /** @description A UUID, equivalent to `client_message_id` in the body. */
        'Idempotency-Key'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          content: string;
          /** Format: uuid */
          client_message_id?: string | null;
          extra_fields?: {
            /** Format: uuid */
            parent_message_id?: string | null;
            /** Format: uuid */
            forwarded_from_id?: string | null;
            /** Format: uuid */
            forwarded_from_room_id?: string | null;
            /** Format: uuid */
            thread_id?: string | null;
            also_to_room?: boolean | null;
            media?:
              | {
                  /** Format: uuid */
                  upload_id?: string;
                  /** Format: uri */
                  media_url?: string;
                  /** @enum {string} */
                  media_type?: 'image' | 'audio' | 'video' | 'file';
                  /** @enum {string} */
                  mime_type?:
                    | 'image/jpeg'
                    | 'image/png'
                    | 'image/gif'
                    | 'image/webp'
                    | 'image/bmp'
                    | 'image/heic'
                    | 'audio/mpeg'
                    | 'audio/mp4'
                    | 'audio/aac'
                    | 'audio/ogg'
                    | 'audio/wav'
                    | 'audio/opus'
                    | 'video/mp4'
                    | 'video/quicktime'
                    | 'video/webm'
                    | 'video/ogg'
                    | 'video/x-msvideo'
                    | 'video/x-matroska'
                    | 'application/pdf'
                    | 'application/msword'
                    | 'application/vnd.ms-excel'
                    | 'application/vnd.ms-powerpoint'
                    | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
                    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
                    | 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
                    | 'text/plain'
                    | 'text/csv';
                  file_size?: number;
                  caption?: string | null;
                  metadata?: Record<string, unknown> | null;
                }[]
              | null;
            mentions?: number[] | null;
            mention_room?: boolean | null;
            kind?: string | null;
            metadata?: Record<string, unknown> | null;
            silent?: boolean | null;
            poll?: {
              options: string[];
              multiple?: boolean | null;
              anonymous?: boolean | null;
              /** Format: date-time */
              closes_at?: string | null;
            } | null;
          } | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['message.dispatch'] | components['schemas']['messageheld.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-nickname': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          nickname: string;
          user_id: number | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['membernickname.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-notices': {
    parameters: {
      query?: {
        after?: number;
        before?: number;
        limit?: number;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roomnotices.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-notify': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string|null} */
          level: 'all' | 'mentions' | 'none' | null;
          /** Format: date-time */
          muted_until: string | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomnotify.dispatch']
            | components['schemas']['roomarchive.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-permissions': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          action: 'add_permission' | 'remove_permission';
          users: number[];
          permission: string[];
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomupdate.dispatch']
            | components['schemas']['roomdelete.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-pins': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roompins.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-preview': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roompreview.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-read': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          up_to_seq: number | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['readreceipt.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-room_id-restrictions': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roomrestrictions.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-restrictions': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_id: number;
          /** @enum {string} */
          kind: 'mute' | 'ban' | 'none';
          /** Format: date-time */
          until: string | null;
          reason: string | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomrestrict.dispatch']
            | components['schemas']['roomremovemembers.dispatch']
            | components['schemas']['roomexit.dispatch']
            | components['schemas']['roomdelete.dispatch']
            | components['schemas']['roominvite.dispatch']
            | components['schemas']['joinrequest.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-roles': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          action: 'add_admin' | 'remove_admin' | 'add_moderator' | 'remove_moderator';
          users: number[];
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['roomupdate.dispatch']
            | components['schemas']['roomdelete.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-scheduled': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
        /** @description A UUID, equivalent to `client_message_id` in the body. */
        'Idempotency-Key'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: date-time */
          send_at: string;
          content: string;
          /** Format: uuid */
          client_message_id?: string | null;
          extra_fields?: {
            /** Format: uuid */
            parent_message_id?: string | null;
            /** Format: uuid */
            forwarded_from_id?: string | null;
            /** Format: uuid */
            forwarded_from_room_id?: string | null;
            /** Format: uuid */
            thread_id?: string | null;
            also_to_room?: boolean | null;
            media?:
              | {
                  /** Format: uuid */
                  upload_id?: string;
                  /** Format: uri */
                  media_url?: string;
                  /** @enum {string} */
                  media_type?: 'image' | 'audio' | 'video' | 'file';
                  /** @enum {string} */
                  mime_type?:
                    | 'image/jpeg'
                    | 'image/png'
                    | 'image/gif'
                    | 'image/webp'
                    | 'image/bmp'
                    | 'image/heic'
                    | 'audio/mpeg'
                    | 'audio/mp4'
                    | 'audio/aac'
                    | 'audio/ogg'
                    | 'audio/wav'
                    | 'audio/opus'
                    | 'video/mp4'
                    | 'video/quicktime'
                    | 'video/webm'
                    | 'video/ogg'
                    | 'video/x-msvideo'
                    | 'video/x-matroska'
                    | 'application/pdf'
                    | 'application/msword'
                    | 'application/vnd.ms-excel'
                    | 'application/vnd.ms-powerpoint'
                    | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
                    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
                    | 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
                    | 'text/plain'
                    | 'text/csv';
                  file_size?: number;
                  caption?: string | null;
                  metadata?: Record<string, unknown> | null;
                }[]
              | null;
            mentions?: number[] | null;
            mention_room?: boolean | null;
            kind?: string | null;
            metadata?: Record<string, unknown> | null;
            silent?: boolean | null;
            poll?: {
              options: string[];
              multiple?: boolean | null;
              anonymous?: boolean | null;
              /** Format: date-time */
              closes_at?: string | null;
            } | null;
          } | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messageschedule.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-room_id-typing': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        room_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['messagetyping.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-channels': {
    parameters: {
      query?: {
        query?: string;
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['channelsearch.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'put-api-rooms-external-external_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        external_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'OneToOneChat' | 'GroupChat' | 'Channel';
          description?: string | null;
          property?: {
            preferences?: Record<string, unknown>;
          } | null;
          slow_mode_seconds?: number | null;
          members?: string[];
          created_by?: string;
          name?: string;
          /** Format: uri */
          avatar?: string | null;
          group_locked?: boolean;
          join_approval_required?: boolean;
          is_public?: boolean;
          max_participants?: number;
          max_subscribers?: number;
          /** @enum {string} */
          posting?: 'everyone' | 'moderators';
          /** @enum {string} */
          reactions?: 'one' | 'many';
          message_ttl_seconds?: number | null;
          max_message_length?: number | null;
          media_allowed?: boolean;
        };
      };
    };
    responses: {
      /** @description The room, which was there. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductRoom'];
        };
      };
      /** @description The new room. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductRoom'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-rooms-external-external_id-members': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        external_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          add?: string[];
          remove?: string[];
          roles?: {
            [key: string]: 'admin' | 'moderator' | 'member';
          };
        };
      };
    };
    responses: {
      /** @description What has changed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedMembership'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-rooms-invitations': {
    parameters: {
      query?: {
        limit?: number;
        before?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['roominvites.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-sessions': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['sessionlist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-sessions-session_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['sessionclose.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-threads': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        unread_only?: boolean;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['threadlist.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-threads-thread_id-follow': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        thread_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          follow: boolean;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['threadfollow.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-threads-thread_id-messages': {
    parameters: {
      query?: {
        before_seq?: number;
        after_seq?: number;
        limit?: number;
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        thread_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['threadmessages.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-threads-thread_id-read': {
    parameters: {
      query?: {
        room_id?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        thread_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          up_to_seq: number | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['readreceipt.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          filename: string;
          size: number;
          mime_type: string;
          /** @enum {string} */
          kind?: 'message' | 'avatar' | 'room_avatar' | 'logo';
          /** Format: uuid */
          room_id?: string;
        };
      };
    };
    responses: {
      /** @description The upload, which is removed after a day if nothing shows it. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedUpload'];
        };
      };
      /** @description The body is not a JSON object, or fields are invalid: a list of reasons for each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user may not send in the room, or not change its avatar: `permission_denied`. The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user is no member of such a room: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The file is larger than `MAX_UPLOAD_BYTES`, or the body is over 16 KiB. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Files of this type are not allowed, or the body is not JSON. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user, or the API key, makes too many requests, or the user has `MAX_OPEN_UPLOADS` uploads whose bytes are not complete: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The files of the user would exceed `UPLOAD_QUOTA_BYTES`: `quota_exceeded`. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-uploads-upload_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        upload_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The upload. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingUpload'];
        };
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user has no such upload: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user, or the API key, makes too many requests: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-uploads-upload_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        upload_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The upload is removed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user has no such upload: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user, or the API key, makes too many requests: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'head-api-uploads-upload_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        upload_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The offset. */
      200: {
        headers: {
          /** @description The bytes that have arrived. */
          'Upload-Offset'?: string;
          /** @description The bytes of the upload. */
          'Upload-Length'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user has no such upload: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Bytes are missing, another request writes them, or the offset is not the end: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes are of a type that the deployment has blocked: `unsupported_media_type`. The upload is removed. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes are not what was declared: `bytes_differ`; or a picture has too many pixels: `too_many_pixels`. The upload is removed. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user, or the API key, makes too many requests: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many pictures are being processed, or the store does not answer: `unavailable`. */
      503: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'patch-api-uploads-upload_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        upload_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes are written. */
      204: {
        headers: {
          /** @description The bytes that have arrived. */
          'Upload-Offset'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A header is missing or malformed: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user has no such upload: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Bytes are missing, another request writes them, or the offset is not the end: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There are more bytes than were declared: `request_too_large`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes are of a type that the deployment has blocked: `unsupported_media_type`. The upload is removed. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes are not what was declared: `bytes_differ`; or a picture has too many pixels: `too_many_pixels`. The upload is removed. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user, or the API key, makes too many requests: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes do not have the SHA-256 of `Upload-Checksum`: none is written. */
      460: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many pictures are being processed, or the store does not answer: `unavailable`. */
      503: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-uploads-upload_id-complete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        upload_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The upload, which a message, a profile or a room may show now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingUpload'];
        };
      };
      /** @description The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user has no such upload: `not_found`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Bytes are missing, another request writes them, or the offset is not the end: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes are of a type that the deployment has blocked: `unsupported_media_type`. The upload is removed. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The bytes are not what was declared: `bytes_differ`; or a picture has too many pixels: `too_many_pixels`. The upload is removed. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user, or the API key, makes too many requests: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many pictures are being processed, or the store does not answer: `unavailable`. */
      503: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-users': {
    parameters: {
      query: {
        query: string;
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['usersearch.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-users-username': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        username: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['userfind.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-users-external': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          users: {
            external_id: string;
            username?: string;
            first_name?: string | null;
            last_name?: string | null;
            email?: string | null;
            /** Format: uri */
            avatar?: string | null;
            custom?: Record<string, unknown> | null;
            /** @enum {string|null} */
            language?: 'ar' | 'de' | 'en' | 'es' | 'ja' | null;
            /** @enum {string} */
            kind?: 'member' | 'guest';
            is_active?: boolean;
          }[];
        };
      };
    };
    responses: {
      /** @description What became of each. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductUserOutcomes'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'put-api-users-external-external_id': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        external_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          is_active?: boolean;
          username?: string;
          first_name?: string | null;
          last_name?: string | null;
          email?: string | null;
          /** Format: uri */
          avatar?: string | null;
          custom?: Record<string, unknown> | null;
          /** @enum {string|null} */
          language?: 'ar' | 'de' | 'en' | 'es' | 'ja' | null;
          /** @enum {string} */
          kind?: 'member' | 'guest';
        };
      };
    };
    responses: {
      /** @description The user, who was there. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductUser'];
        };
      };
      /** @description The new user. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductUser'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-users-external-external_id': {
    parameters: {
      query?: {
        mode?: 'deactivate' | 'delete' | 'erase';
      };
      header?: never;
      path: {
        external_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description The receipt of an erasure, which is not stored. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasedProductUser'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-users-external-external_id-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        external_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          expires_in?: number;
          device?: string | null;
          rooms?: string[];
          user?: {
            username?: string;
            first_name?: string | null;
            last_name?: string | null;
            email?: string | null;
            /** Format: uri */
            avatar?: string | null;
            custom?: Record<string, unknown> | null;
            /** @enum {string|null} */
            language?: 'ar' | 'de' | 'en' | 'es' | 'ja' | null;
            /** @enum {string} */
            kind?: 'member' | 'guest';
          };
        };
      };
    };
    responses: {
      /** @description The token, which gives no role in the deployment. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackendToken'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-users-external-external_id-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        external_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Nothing'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such item: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests with this key, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds after which to retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-users-info': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_ids: number[];
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['userinfo.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'patch-api-users-me': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string|null} */
          add_policy?: 'everyone' | 'shared' | 'nobody' | null;
          first_name?: string;
          last_name?: string;
          /** Format: uri */
          avatar?: string | null;
          /** Format: uuid */
          avatar_upload_id?: string;
          status?: {
            text: string;
            emoji?: string | null;
            /** Format: date-time */
            until?: string | null;
          } | null;
          email?: string | null;
          /** @enum {string|null} */
          language?: 'ar' | 'de' | 'en' | 'es' | 'ja' | null;
          custom?: Record<string, unknown>;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['userupdate.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'get-api-users-me-blocks': {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['userblocks.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'post-api-users-me-blocks-user_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['userblock.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'delete-api-users-me-blocks-user_id': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['userblock.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
  'patch-api-users-me-notify': {
    parameters: {
      query?: never;
      header?: {
        /** @description The id or username of the user to act for, if the key has no user of its own. */
        'Parley-User'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          level?: 'all' | 'mentions' | 'none';
          do_not_disturb?: {
            from: string;
            to: string;
            timezone: string;
          } | null;
          /** @enum {string|null} */
          mail?: 'never' | 'mentions' | 'all' | null;
        };
      };
    };
    responses: {
      /** @description The frame that a WebSocket would receive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['usernotify.dispatch'];
        };
      };
      /** @description Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BodyRefusal'];
        };
      };
      /** @description The key is missing or not valid: `key_not_valid`. */
      401: {
        headers: {
          /** @description `Bearer`. */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description There is no such room, message or user: `not_found`; or `API` is off. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The request conflicts with the current state: `conflict`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is over `MAX_FRAME_BYTES`. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The body is not `application/json`. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Too many requests, or too many invalid keys: `throttled`. */
      429: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description Internal error: the log has the stack trace under the id in `detail`. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
      /** @description The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace. */
      503: {
        headers: {
          /** @description Seconds to wait before a retry. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HttpError'];
        };
      };
    };
  };
}
