import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { bindings } from './hooks/bindings.js';
import type { Bindings } from './hooks/bindings.js';
import { useParley } from './provider.js';

const hooks = bindings({ useCallback, useMemo, useSyncExternalStore, useParley });

export const useConnection: Bindings['useConnection'] = hooks.useConnection;
export const useMarkRead: Bindings['useMarkRead'] = hooks.useMarkRead;
export const useMessages: Bindings['useMessages'] = hooks.useMessages;
export const useRoom: Bindings['useRoom'] = hooks.useRoom;
export const useRooms: Bindings['useRooms'] = hooks.useRooms;
export const useSelf: Bindings['useSelf'] = hooks.useSelf;
export const useSend: Bindings['useSend'] = hooks.useSend;
export const useTyping: Bindings['useTyping'] = hooks.useTyping;
