import type { AttachmentUpdate, MessagePreviews, PollUpdate, ServerFrame } from '@parley/protocol';

import type { Timeline } from './timeline.js';

type PartChange = (timeline: Timeline) => void;

const PARTS: Readonly<Record<string, ((data: never) => PartChange) | undefined>> = {
  'pollupdate.dispatch':
    ({ message_id: id, poll }: PollUpdate) =>
    (timeline) =>
      timeline.change(id, (known) => ({ ...known, poll: { ...known.poll, ...poll } })),
  'messagepreview.dispatch':
    ({ message_id: id, link_previews }: MessagePreviews) =>
    (timeline) =>
      timeline.change(id, (known) => ({ ...known, link_previews })),
  'attachment.dispatch':
    ({ attachment }: AttachmentUpdate) =>
    (timeline) =>
      timeline.updatePart(attachment),
};

/** The change that a frame makes of the poll, the previews or a file of a message; undefined: it makes none. */
export const partChangeOf = ({ eventType, data }: ServerFrame): PartChange | undefined =>
  PARTS[eventType]?.(data as never);
