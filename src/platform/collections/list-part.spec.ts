import { listParts } from './list-part.js';

async function read(limit?: number): Promise<{ parts: number[][]; asked: number[] }> {
  const asked: number[] = [];
  const parts: number[][] = [];
  const all = listParts(({ after = 0, limit: most }: { after: number | undefined; limit: number }) => {
    asked.push(most);
    // The second part looks at items of which none is chosen.
    const items = after === 2 ? [] : [after + 1, after + 2].slice(0, most);
    return Promise.resolve({ items, after: after >= 4 ? undefined : after + 2 });
  }, limit);
  for await (const items of all) parts.push([...items]);
  return { parts, asked };
}

describe('a list in parts', () => {
  it('is read to its end, also beyond an empty part', async () => {
    await expect(read()).resolves.toMatchObject({ parts: [[1, 2], [], [5, 6]] });
  });

  it('ends at its limit', async () => {
    await expect(read(2)).resolves.toEqual({ parts: [[1, 2]], asked: [2] });
    await expect(read(3)).resolves.toEqual({ parts: [[1, 2], [], [5]], asked: [3, 1, 1] });
  });
});
