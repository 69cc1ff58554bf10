import { randomUUID } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

import { FairQueue, WaitedTooLong } from '../../../platform/async/fair-queue.js';
import { within } from '../../../platform/async/timeout.js';
import { HealthParts } from '../../../platform/health/health-parts.js';
import type { HealthPart } from '../../../platform/health/health-parts.js';
import type { ModeratedMessage } from '../moderated-message.js';
import { ModerationSettings } from '../moderation.settings.js';
import type { HookSettings } from '../moderation.settings.js';
import type { ShownPlace } from '../shown-texts.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { WrongAnswer } from './hook-answer.js';
import type { HookAnswer } from './hook-answer.js';
import { HookClient } from './hook-client.js';
import { HookMetrics } from './hook-metrics.js';
import type { HookOutcome } from './hook-metrics.js';

const BREAKER = { failures: 10, openMs: 30_000 };
const MOST_WAITING = 1_000;

/** The subject of a call of the hook. */
export type Asked = ModeratedMessage | (ShownPlace & { readonly texts: readonly string[] });

/** The hook has not decided: the fallback of the deployment does. */
export class NoDecision extends Error {}

/**
 * The before-send hook of the deployment. It is called once for a message, within a time limit. After failures in a row
 * it is not called for a time. A message waits for a call at most as long as a call may take.
 */
@Injectable()
export class ModerationHook implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Moderation');
  private readonly breaker = new CircuitBreaker(BREAKER);
  private readonly stopping = new AbortController();
  private readonly settings: HookSettings | undefined;
  private client: HookClient | undefined;
  private readonly queue: FairQueue<string>;
  private record: ((outcome: HookOutcome, seconds?: number) => void) | undefined;

  constructor(
    { hook }: ModerationSettings,
    private readonly health: HealthParts,
    private readonly metrics: HookMetrics,
  ) {
    this.settings = hook;
    this.queue = new FairQueue({
      permits: hook?.concurrency ?? 1,
      // A room whose calls are slow leaves some to the others.
      permitsOfKey: 'free',
      longestWaitMs: hook?.timeoutMs ?? 0,
    });
  }

  /** Whether the deployment has one. */
  get exists(): boolean {
    return this.settings !== undefined;
  }

  async onModuleInit(): Promise<void> {
    if (!this.settings) return;
    this.client = await HookClient.to(this.settings);
    this.record = this.metrics.start(() => ({
      running: this.queue.running,
      waiting: this.queue.size,
      isUp: !this.breaker.isOpen,
    }));
    this.health.add('moderation', () => this.state());
    // The path and the query may contain a secret.
    this.log.log(`Every message is checked by the hook at ${new URL(this.settings.url).host} before it is stored`);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.client?.close();
  }

  /**
   * @param accept checks the text of `replace`, and throws for one that may not be stored
   * @throws NoDecision
   */
  async ask(message: Asked, accept: (content: string) => string): Promise<HookAnswer> {
    if (this.queue.size >= MOST_WAITING) throw this.noDecision('overloaded');
    try {
      return await this.queue.run(message.room?.id ?? '', () => this.call(message, accept));
    } catch (error) {
      if (error instanceof WaitedTooLong) throw this.noDecision('overloaded');
      throw error;
    }
  }

  private async call(message: Asked, accept: (content: string) => string): Promise<HookAnswer> {
    const { client, settings } = this;
    if (!client || !settings || !this.breaker.admit()) throw this.noDecision('stopped');
    const since = performance.now();
    const seconds = (): number => (performance.now() - since) / 1_000;
    try {
      const id = `msg_${randomUUID()}`;
      const answer = await within(settings.timeoutMs, this.stopping.signal, (signal) =>
        client.call(id, bodyOf(id, message), signal),
      );
      const accepted = {
        ...answer,
        content: answer.content === undefined ? undefined : acceptedBy(accept, answer.content),
      };
      this.succeeded();
      this.record?.(answer.action, seconds());
      return accepted;
    } catch (error) {
      this.failed(error);
      throw this.noDecision(error instanceof WrongAnswer ? 'wrong' : 'away', seconds());
    }
  }

  private noDecision(outcome: HookOutcome, seconds?: number): NoDecision {
    this.record?.(outcome, seconds);
    return new NoDecision(outcome);
  }

  private succeeded(): void {
    if (this.breaker.isOpen) this.log.log('The hook decides again');
    this.breaker.succeeded();
  }

  private failed(error: unknown): void {
    if (!this.breaker.failed()) return;
    const times = `${String(BREAKER.failures)} times in a row`;
    this.log.warn(
      `The hook has not decided ${times} (${reasonOf(error)}): it is asked again in ${String(BREAKER.openMs / 1_000)} s, and until then MODERATION_FALLBACK decides`,
    );
  }

  private state(): HealthPart {
    if (this.breaker.isOpen) {
      return { status: 'degraded', message: 'The hook does not decide: MODERATION_FALLBACK does.' };
    }
    const { running, size: waiting } = this.queue;
    return running + waiting >= (this.settings?.concurrency ?? Infinity)
      ? {
          status: 'degraded',
          message: `${String(running)} calls of the hook are under way, and ${String(waiting)} messages wait for one.`,
        }
      : { status: 'up', message: 'The hook decides about every message before it is stored.' };
  }
}

function acceptedBy(accept: (content: string) => string, content: string): string {
  try {
    return accept(content);
  } catch {
    throw new WrongAnswer('it replaces by a text that may not be sent');
  }
}

const bodyOf = (id: string, asked: Asked): string =>
  'content' in asked
    ? bodyOfMessage(id, asked)
    : JSON.stringify({ id, type: 'text.check', data: { ...asked, content: asked.texts.join('\n') } });

const bodyOfMessage = (id: string, message: ModeratedMessage): string => {
  const { action, room, sender, content, extraFields, clientMessageId, previous } = message;
  return JSON.stringify({
    id,
    type: 'message.check',
    data: {
      action,
      room,
      sender,
      content,
      extra_fields: extraFields,
      client_message_id: clientMessageId ?? null,
      ...(previous !== undefined && { previous }),
    },
  });
};

/** Without a text of the hook or an address. */
function reasonOf(error: unknown): string {
  if (error instanceof WrongAnswer) return error.message;
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'TimeoutError' ? 'no answer in time' : (code ?? name);
}
