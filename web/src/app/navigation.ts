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
    /** The page to return to after the sign-in (AMB-03). */
    from?: string;
    /** The second step of the registration; absent on the first. */
    registrationStep?: 2;
  }
}
