/**
 * Runs `work` on the items of a source, up to `concurrency` of them concurrently, and yields the results in the order of the items.
 * When the reader stops early, the generator ends after the running work has ended.
 */
export async function* inOrder<Item, Result>(
  source: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      result.catch(() => {}); // raised where it is awaited below
      running.push(result);
      if (running.length < concurrency) continue;
      yield await (running.shift() as Promise<Result>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<Result>);
  } finally {
    await Promise.allSettled(running);
  }
}
