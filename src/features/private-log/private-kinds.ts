import { Injectable } from '@nestjs/common';
import type { ServerEventName } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { grouped } from '../../platform/collections/groups.js';
import type { QuerySource } from '../../platform/database/query.js';
import type { PrivateItem, PrivateKind, PrivateList } from './private-kind.js';
import type { PrivateChange } from './private-log.repository.js';

/** A change with its item in its present state. */
export interface ChangedItem {
  readonly kind: PrivateKind;
  readonly seq: number;
  readonly item: PrivateItem;
}

/** The maximum number of small items of a page. */
export const ITEMS_A_PAGE = 500;

/** The kinds of private state, which features register at the start. */
@Injectable()
export class PrivateKinds {
  private readonly kinds = new Map<string, PrivateKind>();

  /** In the order of their registration. */
  get all(): readonly PrivateKind[] {
    return [...this.kinds.values()];
  }

  /** @throws Error if two kinds have the same name */
  add<List extends PrivateList>(kind: PrivateKind<List>): void {
    if (this.kinds.has(kind.name)) throw new Error(`two kinds of private state have the name ${kind.name}`);
    this.kinds.set(kind.name, kind as unknown as PrivateKind);
  }

  /** The first of these changes: no more than the items of one page. At least one, if there is any. */
  withinPage(changes: readonly PrivateChange[]): readonly PrivateChange[] {
    let share = 0;
    const end = changes.findIndex(({ kind }) => (share += 1 / (this.kinds.get(kind)?.itemsAPage ?? ITEMS_A_PAGE)) > 1);
    return end < 0 ? changes : changes.slice(0, Math.max(1, end));
  }

  /** The items of changes, in the order given. One read for each kind. Changes of a later release are left out. */
  async items(source: QuerySource, userId: number, changes: readonly PrivateChange[]): Promise<ChangedItem[]> {
    const found = new Map<string, ReadonlyMap<string, PrivateItem>>();
    for (const [name, ofKind] of grouped(changes, ({ kind }) => kind)) {
      const keys = [...new Set(ofKind.map(({ key }) => key))];
      const items = await this.kinds.get(name)?.read(source, userId, keys);
      if (items) found.set(name, items);
    }
    return changes.flatMap(({ seq, kind: name, key }) => {
      const kind = this.kinds.get(name);
      return kind ? [{ kind, seq, item: found.get(name)?.get(key) ?? kind.removed(key) }] : [];
    });
  }
}

/** The frame of a change for the user's own connections. */
export const privateFrame = ({
  kind,
  seq,
  item,
}: Omit<ChangedItem, 'kind'> & { readonly kind: { readonly eventType: ServerEventName } }): OutgoingEvent =>
  ({ eventType: kind.eventType, data: item, private_seq: seq }) as OutgoingEvent;
