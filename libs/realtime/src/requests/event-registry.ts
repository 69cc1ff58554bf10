import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

import { ClientEvent } from './client-event.js';
import type { ClientEventContract, EventContext, EventHandler, Outcome } from './client-event.js';
import { requireOpen } from './room-limit.js';
import { checkKnownPaths } from './strict-object.js';
import { validated } from './validated.js';

/** The handlers of all client events, found in the modules at the start. */
@Injectable()
export class EventRegistry implements OnModuleInit {
  private readonly events = new Map<string, RegisteredEvent>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two handlers have the name of one event */
  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders({ metadataKey: ClientEvent.KEY })) {
      const contract = this.discovery.getMetadataByDecorator(ClientEvent, wrapper);
      if (!contract) continue;
      if (this.events.has(contract.name)) throw new Error(`two handlers claim ${contract.name}`);
      this.events.set(contract.name, new RegisteredEvent(contract, wrapper.instance as EventHandler<object>));
    }
  }

  find(name: string): RegisteredEvent | undefined {
    return this.events.get(name);
  }

  names(): string[] {
    return [...this.events.keys()].sort();
  }
}

export class RegisteredEvent {
  constructor(
    private readonly contract: ClientEventContract,
    private readonly handler: EventHandler<object>,
  ) {}

  /** In events of the limit of a user. */
  get cost(): number {
    return this.contract.cost ?? 1;
  }

  /** Whether its bytes count as stored by the user. */
  get stores(): boolean {
    return this.contract.stores ?? true;
  }

  /**
   * @param unknown what is done about fields that the event does not know. A frame may have some, of a later release
   * @throws Refusal if `data` does not satisfy the event's contract, and those of the handler
   */
  async handle(
    data: Readonly<Record<string, unknown>>,
    context: EventContext,
    unknown: 'ignore' | 'refuse' = 'ignore',
  ): Promise<Outcome> {
    const request = validated(this.contract.request, data);
    const refined = this.handler.refine?.(request);
    const known = refined ? validated(refined, data) : request;
    if (unknown === 'refuse') checkKnownPaths(known);
    requireOpen(this.contract, context.actor, data.room_id);
    return this.handler.handle(known, context);
  }
}
