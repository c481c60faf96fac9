import type { TestUser } from './users.ts';

/** Reads the ids of a whole list page by page, as a screen that loads more does. `path` has a query. */
export async function idsOfAllPages(who: TestUser, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const page = (await who.get(`${path}${cursor}`)).body;
    ids.push(...page.items.map(({ id }: { id: string }) => id));
    if (!page.nextCursor) return ids;
    cursor = `&cursor=${page.nextCursor}`;
  }
}
