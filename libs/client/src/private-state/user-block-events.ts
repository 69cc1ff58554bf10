import type { ServerFrame, UserBlock, UserBlockPage } from '@parley/protocol';

/** The events of blocked users, with their answers. */
export interface UserBlockEvents {
  'user.block': {
    readonly data: { readonly user_id: number; readonly blocked: boolean };
    readonly answer: ServerFrame<UserBlock>;
  };
  'user.blocks': {
    readonly data: { readonly limit?: number; readonly cursor?: string };
    readonly answer: ServerFrame<UserBlockPage>;
  };
}
