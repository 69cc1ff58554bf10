import { onWorkers, WorkerConditions } from './worker-conditions.js';

const STATEMENT = `
  SELECT (SELECT count(*) FROM messages m WHERE m.room_id = r.id${onWorkers('m.room_id = ANY ($1)')}
    LIMIT 1) FROM rooms r WHERE r.id = ANY ($1)`;

describe('conditions for workers', () => {
  it('are a comment in one PostgreSQL', () => {
    expect(new WorkerConditions().textOf(STATEMENT)).toBe(STATEMENT);
    expect(STATEMENT.replaceAll(/\/\*.*?\*\//g, '')).not.toContain('m.room_id = ANY');
  });

  it('are conditions in a distributed database', () => {
    const conditions = new WorkerConditions();
    conditions.apply();
    expect(conditions.textOf(STATEMENT)).toBe(`
  SELECT (SELECT count(*) FROM messages m WHERE m.room_id = r.id AND m.room_id = ANY ($1)
    LIMIT 1) FROM rooms r WHERE r.id = ANY ($1)`);
    expect(conditions.textOf('SELECT 1')).toBe('SELECT 1');
  });

  it('are each one', () => {
    const conditions = new WorkerConditions();
    conditions.apply();
    expect(conditions.textOf(`true${onWorkers('a = $1')}${onWorkers('b = $2')}`)).toBe('true AND a = $1 AND b = $2');
  });
});
