import type { User } from '@almas/contract/accounts';
import type { PageData } from '@almas/contract/page-data';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { createAppRouter } from './app/router.ts';
import { RouterProvider } from './platform/navigation/index.ts';
import { meQuery, setResponses } from './platform/session/index.ts';

/** The reseller's screens that have a first view, each with a router that shows it. */
const routers = new Map<string, ReturnType<typeof createAppRouter>>();

/** The session and the responses of a page, as the screens read them. */
function clientWith({ session, responses }: Pick<PageData, 'session' | 'responses'>): QueryClient {
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, (session as { user: User }).user);
  setResponses(client, responses);
  return client;
}

/**
 * The first view of a reseller's screen as HTML, from the responses that come with the page. The browser shows it while
 * the application is on its way, which then renders the same over it (main.tsx). Runs in the server: nothing of one
 * call stays for the next.
 * @returns undefined for an address without a first view, a search in it included
 */
export function renderFirstView(address: string, data: PageData): string | undefined {
  const { user } = data.session as { user: User | null };
  const router = routers.get(address);
  if (!router || user?.role !== 'reseller' || user.status !== 'active') return undefined;
  return renderToStaticMarkup(
    <QueryClientProvider client={clientWith(data)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** Loads the screens and renders each once, so that the first visitor after a start does not wait for it. */
export async function warmUp(): Promise<void> {
  const user: Partial<User> = {
    email: 'a@b.dz',
    firstName: '',
    lastName: '',
    role: 'reseller',
    status: 'active',
  };
  const data = { now: Date.now(), session: { user }, responses: [] };
  for (const path of ['/dashboard', '/catalog', '/operations']) {
    const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }), clientWith(data));
    await router.load();
    routers.set(path, router);
    renderFirstView(path, data);
  }
}
