import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppRouter } from './app/router.ts';
import { focusedIn, Started } from './app/started.tsx';
import {
  addDialogEntry,
  keepScrollWhileLoading,
  RouterProvider,
  readBesideSession,
} from './platform/navigation/index.ts';
import { keepInstallPrompt, recoverMissingCode, watchStyles } from './platform/release/index.ts';
import './lib/color-scheme.ts';
import { dismissForNavigation } from './lib/toast-store.ts';
import { queryClient, watchUserActivity } from './platform/network/index.ts';
import { followSession, homeOf, meQuery, takePageData } from './platform/session/index.ts';
import { holdEnterOnce, watchPresses } from './ui/slips.ts';
import { Toasts } from './ui/toasts.tsx';

const owner = takePageData();
// Read immediately when it did not come with the page, in parallel with the screen's code.
void queryClient.prefetchQuery(meQuery);
if (!owner) void readBesideSession(queryClient, window.location.pathname);
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
// The server has sent the page of the user's home (server/src/http/shown-screen.ts).
if (owner && history.location.pathname === '/') history.replace(homeOf(owner));
keepScrollWhileLoading(router);
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) dismissForNavigation();
});
// Loaded after the first screen's files; without it the page stays at its version.
window.addEventListener('load', () => {
  import('./platform/release/new-version.ts').then(
    ({ followVersions }) => followVersions(history),
    () => undefined,
  );
});

const loaded = router.load();
// In index.html.
const root = document.getElementById('root') as HTMLElement;
// The first view that the server has rendered for its owner (src/first-view.tsx) stays until the code of its screen is loaded.
if (!owner) root.replaceChildren();
const render = () =>
  createRoot(root).render(
    <StrictMode>
      <Started root={root} focused={focusedIn(root)}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </Started>
    </StrictMode>,
  );
if (root.firstElementChild) void loaded.then(render);
else render();
