import { createBrowserHistory } from '@tanstack/history';
import { historyWindow } from '../lib/dialog-history.ts';
import { Navigation, route } from '../lib/navigation.ts';
import { NotFound } from './root-page.tsx';
import { routes } from './routes.ts';

export const navigation = new Navigation(
  createBrowserHistory({ window: historyWindow }),
  routes,
  route('/not-found', NotFound),
);

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page that asked for a session (AMB-03). */
    from?: string;
    /** The second step of the registration; the first has no mark. */
    registrationStep?: 2;
  }
}
