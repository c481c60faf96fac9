/**
 * Runs `work` on the items of a source, up to `ahead` of them side by side, and yields the results in the order of the
 * items. What is running when the reader gives up is waited for.
 */
export async function* inOrder<Item, Result>(
  source: Iterable<Item> | AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      result.catch(() => {}); // raised where it is awaited below
      running.push(result);
      if (running.length < ahead) continue;
      yield await (running.shift() as Promise<Result>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<Result>);
  } finally {
    await Promise.allSettled(running);
  }
}
