import type { User } from '@almas/contract/accounts';
import { type PageData, pageDataId } from '@almas/contract/first-calls';
import { queryClient } from './queries.ts';
import { adoptSession } from './session.ts';
import { sessionChangedSince } from './session-signal.ts';

/**
 * Takes the answers that came with the page (server/src/http/page-data.ts) as if the screen had asked for them. Without
 * them, or when the session of this browser has changed while the page was on its way, the screen asks.
 */
export function takePageData(): void {
  const element = document.getElementById(pageDataId);
  if (!element) return;
  element.remove();
  if (sessionChangedSince(performance.timeOrigin)) return;
  try {
    const { session, answers } = JSON.parse(element.textContent ?? '') as PageData;
    const { user } = session as { user: User | null };
    if (!user) return;
    adoptSession(user);
    for (const { group, name, input, pages, answer } of answers) {
      if (pages)
        queryClient.setQueryData([group, name, 'pages', input], { pages: [answer], pageParams: [undefined] });
      else queryClient.setQueryData([group, name, input], answer);
    }
  } catch {
    // What could not be read is asked for.
  }
}
