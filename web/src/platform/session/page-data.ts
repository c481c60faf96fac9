import type { User } from '@almas/contract/accounts';
import { type PageData, pageDataId } from '@almas/contract/page-data';
import type { QueryClient } from '@tanstack/react-query';
import { noteServerTime } from '../../lib/server-clock.ts';
import { queryClient } from '../network/queries.ts';
import { sessionChangedSince } from '../network/session-signal.ts';
import { adoptSession } from './session.ts';

/**
 * Puts the responses that came with the page (server/src/http/page-data.ts) into the query cache. When there are none, or the session
 * of this browser has changed since the page was requested, the screen reads them itself.
 * @returns the page's user, when the responses were used
 */
export function takePageData(): User | undefined {
  const element = document.getElementById(pageDataId);
  if (!element) return;
  element.remove();
  if (sessionChangedSince(performance.timeOrigin)) return;
  try {
    const { now, session, responses } = JSON.parse(element.textContent ?? '') as PageData;
    // The server sends this data only for an active account.
    const { user } = session as { user: User };
    noteServerTime(now);
    adoptSession(user);
    setResponses(queryClient, responses);
    return user;
  } catch {
    // Malformed data: the screen reads it itself.
  }
}

/** Stores responses under the keys of the screens' queries (queries.ts). */
export function setResponses(client: QueryClient, responses: PageData['responses']): void {
  for (const { group, name, input, pages, response } of responses) {
    if (pages)
      client.setQueryData([group, name, 'pages', input], { pages: [response], pageParams: [undefined] });
    else client.setQueryData([group, name, input], response);
  }
}
