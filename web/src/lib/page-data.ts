import type { User } from '@almas/contract/accounts';
import { type PageData, pageDataId } from '@almas/contract/first-calls';
import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from './queries.ts';
import { noteServerTime } from './server-clock.ts';
import { adoptSession } from './session.ts';
import { sessionChangedSince } from './session-signal.ts';

/**
 * Takes the answers that came with the page (server/src/http/page-data.ts) as if the screen had asked for them. Without
 * them, or when the session of this browser has changed while the page was on its way, the screen asks.
 * @returns whose page it is, when they were taken
 */
export function takePageData(): User | undefined {
  const element = document.getElementById(pageDataId);
  if (!element) return;
  element.remove();
  if (sessionChangedSince(performance.timeOrigin)) return;
  try {
    const { now, session, answers } = JSON.parse(element.textContent ?? '') as PageData;
    // The server brings the data of an active account alone.
    const { user } = session as { user: User };
    noteServerTime(now);
    adoptSession(user);
    setAnswers(queryClient, answers);
    return user;
  } catch {
    // What could not be read is asked for.
  }
}

/** Puts the answers where the queries of the screens look for theirs (queries.ts). */
export function setAnswers(client: QueryClient, answers: PageData['answers']): void {
  for (const { group, name, input, pages, answer } of answers) {
    if (pages)
      client.setQueryData([group, name, 'pages', input], { pages: [answer], pageParams: [undefined] });
    else client.setQueryData([group, name, input], answer);
  }
}
