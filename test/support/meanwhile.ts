/** Repeats each of these tasks in parallel until the other work is done. */
export async function meanwhile<Result>(
  doings: (() => Promise<unknown>)[],
  body: () => Promise<Result>,
): Promise<Result> {
  let goesOn = true;
  const loops = doings.map(async (doing) => {
    while (goesOn) await doing();
  });
  try {
    return await body();
  } finally {
    goesOn = false;
    await Promise.all(loops);
  }
}
