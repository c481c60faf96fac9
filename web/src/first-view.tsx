import type { User } from '@almas/contract/accounts';
import type { PageData } from '@almas/contract/page-data';
import { createMemoryHistory } from '@tanstack/history';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ResellerLayout } from './app/layouts/reseller-layout.tsx';
import { Catalogue } from './features/catalogue/catalogue.tsx';
import { Navigation, route } from './lib/navigation.ts';
import { setResponses } from './lib/page-data.ts';
import { NavigationContext } from './lib/router.tsx';
import { SignedInUser } from './lib/session.ts';
import OperationsPage from './routes/operations.tsx';
import ResellerDashboardPage from './routes/reseller-dashboard.tsx';

const screens: Readonly<Record<string, ReactNode>> = {
  '/dashboard': <ResellerDashboardPage />,
  '/catalog': <Catalogue />,
  '/operations': <OperationsPage />,
};

/** Links only read the location: one immutable navigation for each screen. */
const navigations = new Map(
  Object.keys(screens).map((path) => {
    const history = createMemoryHistory({ initialEntries: [path] });
    return [
      path,
      new Navigation(
        history,
        [],
        route(path, () => null),
      ),
    ];
  }),
);

/**
 * The first view of a reseller's screen as HTML, from the responses that come with the page. The browser shows it while
 * the application is on its way, which then renders the same over it (main.tsx). Runs in the server: nothing of one
 * call stays for the next.
 * @returns undefined for an address without a first view, a search in it included
 */
export function renderFirstView(address: string, { session, responses }: PageData): string | undefined {
  const { user } = session as { user: User | null };
  const [screen, navigation] = [screens[address], navigations.get(address)];
  if (!screen || !navigation || user?.role !== 'reseller' || user.status !== 'active') return undefined;
  const client = new QueryClient();
  setResponses(client, responses);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NavigationContext value={navigation}>
        <SignedInUser value={user}>
          <ResellerLayout>{screen}</ResellerLayout>
        </SignedInUser>
      </NavigationContext>
    </QueryClientProvider>,
  );
}

/** Creates the formats and renders once, so that the first visitor after a start does not wait for it. */
export function warmUp(): void {
  const user: Partial<User> = {
    email: 'a@b.dz',
    firstName: '',
    lastName: '',
    role: 'reseller',
    status: 'active',
  };
  for (const path of Object.keys(screens))
    renderFirstView(path, { now: Date.now(), session: { user }, responses: [] });
}
