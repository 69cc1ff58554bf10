import type { ErrorFrame, ServerEvents, ServerFrame, StatusFrame } from '@parley/protocol';

/** Any frame of the service. */
export type Frame = Partial<ServerFrame> & Partial<ErrorFrame> & Partial<StatusFrame>;

/** The event name of the answer to each request. */
interface Answers {
  'room.create': 'roomcreate.dispatch';
  'room.join': 'roomaddmembers.dispatch';
  'room.review_join': 'roomaddmembers.dispatch';
  'room.leave': 'roomexit.dispatch';
  'room.info': 'roominfo.dispatch';
  'room.remove_members': 'roomremovemembers.dispatch';
  'room.add_members': 'roomaddmembers.dispatch';
  'room.invite': 'roominvite.dispatch';
  'room.withdraw_invite': 'roominvite.dispatch';
  'room.invites': 'roominvites.dispatch';
  'message.report': 'messagereport.dispatch';
  'report.list': 'reportlist.dispatch';
  'report.resolve': 'report.dispatch';
  'room.restrict': 'roomrestrict.dispatch';
  'room.restrictions': 'roomrestrictions.dispatch';
  'room.list': 'roomlist.dispatch';
  'room.members': 'roommembers.dispatch';
  'room.messages': 'roommessages.dispatch';
  'room.favourite': 'roomfavourite.dispatch';
  'room.notify': 'roomnotify.dispatch';
  'user.notify': 'usernotify.dispatch';
  'user.block': 'userblock.dispatch';
  'user.blocks': 'userblocks.dispatch';
  'room.archive': 'roomarchive.dispatch';
  'room.mark_unread': 'roommarkunread.dispatch';
  'thread.follow': 'threadfollow.dispatch';
  'thread.list': 'threadlist.dispatch';
  'thread.messages': 'threadmessages.dispatch';
  'message.save': 'messagesave.dispatch';
  'saved.list': 'savedlist.dispatch';
  'draft.set': 'draft.dispatch';
  'message.schedule': 'messageschedule.dispatch';
  'schedule.cancel': 'schedulecancel.dispatch';
  'schedule.list': 'schedulelist.dispatch';
  'schedule.update': 'messageschedule.dispatch';
  'message.send': 'message.dispatch';
  'message.acknowledged': 'messagedelivered.dispatch';
  'message.modify': 'messagemodification.dispatch';
  'message.react': 'reaction.dispatch';
  'message.pin': 'messagepin.dispatch';
  'message.release': 'messagerelease.dispatch';
  'held.list': 'heldlist.dispatch';
  'message.remove_preview': 'messagepreview.dispatch';
  'poll.vote': 'pollupdate.dispatch';
  'poll.close': 'pollupdate.dispatch';
  'room.notices': 'roomnotices.dispatch';
  'room.pins': 'roompins.dispatch';
  'message.read': 'readreceipt.dispatch';
  'message.search': 'messagesearch.dispatch';
  'message.typing': 'messagetyping.dispatch';
  'notification.acknowledge': 'notificationacknowledge.dispatch';
  'presence.subscribe': 'presence.dispatch';
  'session.authenticate': 'sessionauthenticate.dispatch';
  'session.close': 'sessionclose.dispatch';
  'session.list': 'sessionlist.dispatch';
  'session.sync': 'sessionsync.dispatch';
  'channel.search': 'channelsearch.dispatch';
  'room.preview': 'roompreview.dispatch';
  'user.find': 'userfind.dispatch';
  'user.info': 'userinfo.dispatch';
  'user.search': 'usersearch.dispatch';
  'user.update': 'userupdate.dispatch';
}

export type Received<Name extends string> = ServerFrame<Name extends keyof ServerEvents ? ServerEvents[Name] : unknown>;
export type Answer<Name extends string> = Received<Name extends keyof Answers ? Answers[Name] : string>;

/** A one-line summary of a frame, for failure messages. */
export function inShort(frame: Frame): string {
  if (frame.error) return `error ${JSON.stringify(frame.error)}`;
  return JSON.stringify(frame).slice(0, 300);
}

/** The name of the frame in the contract. */
export function messageOf(frame: Frame): string {
  if (frame.error) return 'error';
  return frame.status ? 'status' : String(frame.eventType);
}
