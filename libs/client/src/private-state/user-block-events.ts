import type { ServerFrame, UserBlock, UserBlockPage } from '@parley/protocol';

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
