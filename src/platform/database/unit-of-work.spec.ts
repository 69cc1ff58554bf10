import { Logger } from '@nestjs/common';
import { Undelivered } from '@parley/realtime/ordering';
import { QueryFailedError } from 'typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { DatabaseKind } from './distribution/database-kind.js';
import { UnitOfWork } from './unit-of-work.js';

const deadlock = (): QueryFailedError =>
  new QueryFailedError('UPDATE', [], Object.assign(new Error('deadlock detected'), { code: '40P01' }));

let commits: number;
let unitOfWork: UnitOfWork;

beforeAll(() => {
  Logger.overrideLogger(false);
});
afterAll(() => {
  Logger.overrideLogger(true);
});

beforeEach(() => {
  commits = 0;
  const manager = {
    transaction: async (body: (manager: EntityManager) => Promise<unknown>) => {
      const result = await body(manager as unknown as EntityManager);
      commits += 1;
      return result;
    },
  };
  unitOfWork = new UnitOfWork({ manager } as unknown as DataSource, new DatabaseKind(false));
});

describe('UnitOfWork', () => {
  it('retries the body after a deadlock, and runs only the effects of the committed attempt', async () => {
    const effects: number[] = [];
    let attempts = 0;
    await unitOfWork.transaction(async ({ afterCommit }) => {
      const attempt = (attempts += 1);
      afterCommit(() => {
        effects.push(attempt);
      });
      return attempt === 1 ? Promise.reject(deadlock()) : Promise.resolve();
    });
    expect([attempts, commits, effects]).toEqual([2, 1, [2]]);
  });

  it('does not retry the body if an effect after the commit fails with a deadlock', async () => {
    const result = await unitOfWork.transaction(({ afterCommit }) => {
      afterCommit(() => Promise.reject(deadlock()));
      return Promise.resolve('stored');
    });
    expect([result, commits]).toEqual(['stored', 1]);
  });

  it('returns the result of a committed change if one effect throws, and runs the other effects', async () => {
    const effects: string[] = [];
    const result = await unitOfWork.transaction(({ afterCommit }) => {
      afterCommit(() => {
        throw new Error('this effect fails');
      });
      afterCommit(() => {
        effects.push('the next effect');
      });
      return Promise.resolve('stored');
    });
    expect([result, effects]).toEqual(['stored', ['the next effect']]);
  });

  it('tells after all effects that the answer of the requester was not dispatched', async () => {
    const effects: string[] = [];
    const committed = unitOfWork.transaction(({ afterCommit }) => {
      afterCommit(() => Promise.reject(new Undelivered()));
      afterCommit(() => {
        effects.push('the next effect');
      });
      return Promise.resolve('stored');
    });
    await expect(committed).rejects.toThrow(Undelivered);
    expect([commits, effects]).toEqual([1, ['the next effect']]);
  });
});
