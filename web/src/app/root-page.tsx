import { common } from '@almas/locale/screens/common';
import { shell } from '@almas/locale/screens/shell';
import { useCallback, useState } from 'react';
import {
  Outlet,
  opensOtherDialog,
  stringifySearch,
  useBlocker,
  useRouter,
} from '../platform/navigation/index.ts';
import { isReloading } from '../platform/release/index.ts';
import { confirmsClosing, confirmsLeaving } from '../platform/session/index.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { EmptyState } from '../ui/states.tsx';
import { UnsavedQuestion } from '../ui/unsaved-question.tsx';

export const NotFound = lazyPart(() => import('../routes/not-found.tsx'));

export const Crashed = () => (
  <main>
    <EmptyState
      title={shell.crashed.title}
      text={shell.crashed.text}
      action={<Button onClick={() => location.reload()}>{common.refresh}</Button>}
    />
  </main>
);

export const RootPage = () => (
  <>
    <OfflineBanner />
    <UnsavedChanges />
    <Outlet />
  </>
);

/** A navigation that may leave a form, as `useBlocker` describes it. */
interface Step {
  readonly action: string;
  readonly current: { readonly pathname: string; readonly search: object };
  readonly next: { readonly pathname: string; readonly search: object };
}

/** Another page, or the same one without the dialog that is open. */
const leaves = ({ current, next }: Step): boolean =>
  current.pathname !== next.pathname || opensOtherDialog({ ...current.search }, { ...next.search });

const asksBeforeUnload = () => confirmsLeaving() && !isReloading();

const isStepOfHistory = ({ action }: Step) => action !== 'PUSH' && action !== 'REPLACE';

/** A dialog that waits for a response stays (ui/modal.tsx); when it has one, the application may open another page. */
const isDialogLocked = () => document.querySelector('dialog[open][data-locked]') !== null;

/**
 * Shows a question before a page is left while a form on it, or in a dialog over it, has unsaved changes. The step is undone at once, and
 * taken again when the answer is to leave. For a reload or a closed tab only the browser can ask.
 */
function UnsavedChanges() {
  const router = useRouter();
  const [step, setStep] = useState<Step | null>(null);
  const shouldBlockFn = useCallback((next: Step) => {
    if (!leaves(next)) return false;
    if (isStepOfHistory(next) && isDialogLocked()) return true;
    const leavesPage = next.current.pathname !== next.next.pathname;
    if (!(leavesPage ? confirmsLeaving() : confirmsClosing())) return false;
    setStep(next);
    return true;
  }, []);
  useBlocker({ shouldBlockFn, enableBeforeUnload: asksBeforeUnload });
  const leave = () => {
    setStep(null);
    if (step?.action === 'BACK') router.history.back({ ignoreBlocker: true });
    else if (step?.action === 'FORWARD') router.history.forward({ ignoreBlocker: true });
    else if (step)
      void router.navigate({
        href: step.next.pathname + stringifySearch({ ...step.next.search }),
        replace: step.action === 'REPLACE',
        ignoreBlocker: true,
      });
  };
  return step !== null ? <UnsavedQuestion onStay={() => setStep(null)} onLeave={leave} /> : null;
}
