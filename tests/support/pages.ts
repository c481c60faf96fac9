import type { TestUser } from './users.ts';

interface Page {
  readonly nextCursor: string | null;
}

const maxPages = 1_000;

/**
 * Reads a whole list page by page, as a screen that loads more does. Throws when the list has no end: a cursor comes again, or there are
 * more than 1,000 pages.
 * @param read gets '' for the first page, then `&cursor=…`
 */
export async function allPages<P extends Page>(read: (cursor: string) => Promise<P>): Promise<P[]> {
  const pages: P[] = [];
  const cursors = new Set<string>();
  for (let query = ''; ; ) {
    const page = await read(query);
    pages.push(page);
    const { nextCursor } = page;
    if (!nextCursor) return pages;
    if (cursors.has(nextCursor) || pages.length === maxPages)
      throw new Error(`the list has no end: after page ${pages.length} comes the cursor ${nextCursor}`);
    cursors.add(nextCursor);
    query = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

interface PageOfIds extends Page {
  readonly items: readonly { readonly id: string }[];
}

/** The ids of a whole list. `path` has a query. */
export async function idsOfAllPages(user: TestUser, path: string): Promise<string[]> {
  const pages = await allPages<PageOfIds>(async (cursor) => (await user.get(`${path}${cursor}`)).body);
  return pages.flatMap(({ items }) => items.map(({ id }) => id));
}
