import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { followVersions, reloadAtNavigation } from './app/new-version.ts';
import { recoverMissingCode } from './app/reload.ts';
import { router } from './app/router.tsx';
import { start } from './app/start.tsx';
import './lib/color-scheme.ts';
import { keepInstallPrompt } from './lib/install-prompt.ts';
import { forgetOldAnswers } from './lib/last-known.ts';
import { watchStyles } from './lib/load-part.ts';
import { takePageData } from './lib/page-data.ts';
import { queryClient } from './lib/queries.ts';
import { followSession, meQuery } from './lib/session.ts';
import { dismissForNavigation } from './lib/toast-store.ts';
import { watchUserActivity } from './lib/user-activity.ts';
import { Toasts } from './ui/toasts.tsx';

const isOwnPage = takePageData();
// Asked at once when it did not come with the page, while the screen's own code is still on its way.
void queryClient.prefetchQuery(meQuery);
followSession();
forgetOldAnswers().catch(() => undefined);
followVersions();
recoverMissingCode();
watchStyles();
watchUserActivity();
keepInstallPrompt();
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (!pathChanged) return;
  dismissForNavigation();
  reloadAtNavigation();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(
  root,
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
  isOwnPage,
);
