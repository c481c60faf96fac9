import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { keepScrollWhileLoading } from './app/late-scroll.ts';
import { recoverMissingCode } from './app/reload.ts';
import { createAppRouter } from './app/router.ts';
import { start } from './app/start.tsx';
import { addDialogEntry } from './lib/address-dialog.ts';
import './lib/color-scheme.ts';
import { keepInstallPrompt } from './lib/install-prompt.ts';
import { watchStyles } from './lib/load-part.ts';
import { takePageData } from './lib/page-data.ts';
import { queryClient } from './lib/queries.ts';
import { RouterProvider } from './lib/router.tsx';
import { followSession, homeOf, meQuery } from './lib/session.ts';
import { dismissForNavigation } from './lib/toast-store.ts';
import { watchUserActivity } from './lib/user-activity.ts';
import { holdEnterOnce, watchPresses } from './ui/slips.ts';
import { Toasts } from './ui/toasts.tsx';

const owner = takePageData();
// Read immediately when it did not come with the page, in parallel with the screen's code.
void queryClient.prefetchQuery(meQuery);
followSession();
recoverMissingCode();
watchStyles();
watchUserActivity();
watchPresses();
holdEnterOnce();
keepInstallPrompt();
const history = createBrowserHistory();
addDialogEntry(history);
const router = createAppRouter(history, queryClient);
// `/` redirects a user to the start page: the server has sent that page (server/src/http/shown-screen.ts), or its code is loaded in
// parallel with the session.
const { role } = owner ?? window.almasBoot;
if (role && history.location.pathname === '/') {
  const to = homeOf({ role });
  owner ? history.replace(to) : void router.preloadRoute({ to });
}
keepScrollWhileLoading(router);
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) dismissForNavigation();
});
// Loaded after the first screen's files; without it the page stays at its version.
window.addEventListener('load', () => {
  import('./app/new-version.ts').then(
    ({ followVersions }) => followVersions(history),
    () => undefined,
  );
});

void start(
  // In index.html.
  document.getElementById('root') as HTMLElement,
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
  owner,
  router.load(),
);
