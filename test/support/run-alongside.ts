/** Repeats each of these tasks in parallel until the other work is done. */
export async function runAlongside<Result>(
  tasks: (() => Promise<unknown>)[],
  body: () => Promise<Result>,
): Promise<Result> {
  let running = true;
  const loops = tasks.map(async (task) => {
    while (running) await task();
  });
  try {
    return await body();
  } finally {
    running = false;
    await Promise.all(loops);
  }
}
