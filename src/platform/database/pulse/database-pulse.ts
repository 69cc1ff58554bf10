import { Global, Injectable, Logger, Module } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { PeriodicTask } from '../../async/periodic-task.js';
import { DatabaseHistory } from '../history/database-history.js';
import { prepared } from '../prepared.js';

/** A question of a feature to the database, which is asked again and again. */
export interface PulseQuestion {
  /** The column of the answer. */
  readonly name: string;
  /**
   * An SQL expression with one value, which reads few rows, of tables that stay local.
   * @param places of the parameters, such as `$3`
   */
  readonly expression: (...places: string[]) => string;
  /** The parameters of the next statement; always of the same number. */
  readonly parameters?: () => readonly unknown[];
  /** Starts the work that the answer asks for, and does not throw. */
  readonly answered: (answer: unknown) => void;
}

/** Changes of other processes take effect within a second: this period, and the work that follows. */
const PULSE_MS = 650;

/**
 * Asks the database all questions of this process in one statement, so that the number of statements of an idle process
 * does not depend on the number of features. Polled, because notifications of PostgreSQL need a connection of their
 * own, which neither a pooler nor the embedded database has, and are lost with it.
 */
@Injectable()
export class DatabasePulse implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly questions: PulseQuestion[] = [];
  private readonly beats = new PeriodicTask(
    () => this.beat(),
    new Logger('Database'),
    'Cannot read changes from the database',
  );
  private last: { readonly at: number; readonly seconds: number } | undefined;

  constructor(
    private readonly source: DataSource,
    history: DatabaseHistory,
  ) {
    this.ask(history.question);
  }

  /** The duration of the last statement in seconds; undefined if it failed, or if it is older than two periods. */
  get answerSeconds(): number | undefined {
    return this.last && performance.now() - this.last.at < 2 * PULSE_MS ? this.last.seconds : undefined;
  }

  /** Adds a question. Called while the modules are initialised. @throws Error if the name is taken */
  ask(question: PulseQuestion): void {
    if (this.questions.some(({ name }) => name === question.name)) {
      throw new Error(`two questions of the name ${question.name}`);
    }
    this.questions.push(question);
  }

  /** Runs a task whenever a condition without parameters is true, unless the task is running. */
  runWhen(name: string, condition: string, task: PeriodicTask): void {
    this.ask({
      name,
      expression: () => condition,
      answered: (isTrue) => {
        if (isTrue === true) void task.runNow();
      },
    });
  }

  onApplicationBootstrap(): void {
    this.beats.start(PULSE_MS);
  }

  /** No work is started while the features stop. */
  beforeApplicationShutdown(): Promise<void> {
    return this.beats.stop();
  }

  private async beat(): Promise<void> {
    const asked = this.questions.map((question) => ({ question, parameters: question.parameters?.() ?? [] }));
    const parameters = asked.flatMap((each) => each.parameters);
    const since = performance.now();
    try {
      const [answers] = await this.source.query<[Record<string, unknown>]>(prepared(statementOf(asked)), parameters);
      const at = performance.now();
      this.last = { at, seconds: (at - since) / 1_000 };
      for (const { question } of asked) question.answered(answers[question.name]);
    } catch (error) {
      this.last = undefined;
      throw error;
    }
  }
}

interface Asked {
  readonly question: PulseQuestion;
  readonly parameters: readonly unknown[];
}

function statementOf(asked: readonly Asked[]): string {
  let count = 0;
  const columns = asked.map(({ question, parameters }) => {
    const places = parameters.map(() => `$${String((count += 1))}`);
    return `${question.expression(...places)} AS ${question.name}`;
  });
  return `SELECT ${columns.join(', ')}`;
}

/** For a server. Commands do not wait for changes. */
@Global()
@Module({ providers: [DatabasePulse], exports: [DatabasePulse] })
export class DatabasePulseModule {}
