import { userGroup } from '../hub/index.js';
import type { Group, Hub, OutboundFrame } from '../hub/index.js';
import type { LateSubscribers } from './late-subscribers.js';
import type { Reply, SequencedEntry } from './sequenced-entry.js';

/** Writes entries, whose turn has come, to the connections of this node. */
export class EntryDelivery {
  constructor(
    private readonly hub: Hub,
    private readonly lateSubscribers: LateSubscribers,
  ) {}

  /** Every connection of the log receives the entry, and the requester its reply. Users enter and leave with it. */
  deliver(entry: SequencedEntry): void {
    const { log, leaving, farewell, isEnd } = entry;
    const reply = replyOf(entry);
    const entering = entry.entering.map(userGroup);
    this.hub.joinAll(entering, log);
    this.hub.leaveAll(leaving, log);
    const requesterLeaves = this.requesterLeaves(entry);
    if (farewell) this.send(leaving, farewell, requesterLeaves ? reply : undefined, reply?.farewell);
    const audience = [log, ...entering, ...(isEnd ? leaving : [])];
    this.send(audience, entry.frame, requesterLeaves ? undefined : reply, reply?.frame);
    if (isEnd) this.hub.leaveAll([log], log);
    entry.delivery?.complete();
  }

  /**
   * The number was delivered before: only the requester, and users who entered with it, still receive it.
   * @param last the last number of the log that was delivered
   */
  repeat(entry: SequencedEntry, last: number | undefined): void {
    if (entry.seq === last) this.lateSubscribers.subscribe(entry);
    void this.lateSubscribers.forceResync(entry.log, entry.entering);
    const reply = replyOf(entry);
    if (reply) this.hub.send(reply.connectionId, reply.repeated());
    entry.delivery?.complete();
  }

  /** The requester receives the entry, and no other connection. */
  answer(entry: SequencedEntry): void {
    const reply = replyOf(entry);
    const farewell = this.requesterLeaves(entry) ? reply?.farewell : undefined;
    if (reply) this.hub.send(reply.connectionId, farewell ?? reply.frame);
    entry.delivery?.complete();
  }

  private send(groups: readonly Group[], frame: OutboundFrame, reply?: Reply, replyFrame?: OutboundFrame): void {
    if (reply && replyFrame) this.hub.send(reply.connectionId, replyFrame);
    this.hub.deliver(groups, frame, reply?.connectionId);
  }

  private requesterLeaves({ leaving, reply }: SequencedEntry): boolean {
    return leaving.some((group) => this.hub.isIn(reply?.connectionId, group));
  }
}

/** A requester who has got an error receives the entry as all others do. */
const replyOf = ({ reply, delivery }: SequencedEntry): Reply | undefined => (delivery?.isLate ? undefined : reply);
