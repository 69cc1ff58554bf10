import type { Outgoing, SendOptions } from '@parley/client';

import { fieldsOf } from '../../../client/src/room.js';
import { optionsOf } from './send-options.js';

it('the options of a message that was not sent are those that it was queued with', () => {
  const options: SendOptions = {
    replyTo: 'a message',
    forward: 'another',
    forwardRoom: 'a room',
    mentions: [1],
    mentionRoom: true,
    kind: 'note',
    silent: true,
    metadata: { colour: 'red' },
  };
  expect(optionsOf({ extra_fields: fieldsOf(options) } as Outgoing)).toEqual(options);
  expect(optionsOf({ extra_fields: fieldsOf({}) } as Outgoing)).toEqual({});
});
