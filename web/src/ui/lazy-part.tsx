import { common } from '@almas/locale/screens/common';
import { type ComponentType, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { dismissSource, showToast } from '../lib/toast-store.ts';
import { useDocumentTitle } from '../platform/navigation/index.ts';
import { type PartCode, partLoader } from '../platform/release/index.ts';
import { PageSpinner } from './spinner.tsx';
import { LoadFailure } from './states.tsx';

/** Replaces a page or a panel whose code could not be loaded; the rest of the screen stays. */
function Missing({ isPage, onRetry }: { readonly isPage: boolean; readonly onRetry: () => void }) {
  useDocumentTitle(isPage && common.loadFailed);
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return <LoadFailure text={common.part.missing} isPage={isPage} onRetry={onRetry} />;
}

const spinner = <PageSpinner text={common.loading} />;

/**
 * A lazily loaded page, or panel when it has its own `loading` (null: nothing). When its code cannot be loaded, a French notice with a retry is shown
 * in its position; the retry requests the code again, without a reload. `preload` never rejects.
 */
export function lazyPart<Props extends object>(code: PartCode<Props>, loading?: ReactNode) {
  const { load, retry, state, component, subscribe } = partLoader(code);
  function Part(props: Props) {
    const current = useSyncExternalStore(subscribe, state, state);
    useEffect(() => void load(), []);
    const Component = component();
    if (Component) return <Component {...props} />;
    if (current === 'failed') return <Missing isPage={loading === undefined} onRetry={retry} />;
    return loading === undefined ? spinner : loading;
  }
  return Object.assign(Part, { preload: load });
}

let lastDialog = 0;

/**
 * A dialog whose code is loaded when it is first rendered, which opens it. When that fails, a message with a retry is shown and the
 * screen stays usable; closing the message closes the dialog.
 */
export function lazyDialog<Props extends object>(code: PartCode<Props>) {
  const { load, retry, state, component, subscribe } = partLoader(code);
  lastDialog += 1;
  const source = `dialog-${lastDialog}`;
  function Part(props: Props) {
    const { onClose } = props as { readonly onClose?: () => void };
    const close = useRef(onClose);
    useEffect(() => {
      close.current = onClose;
    });
    const current = useSyncExternalStore(subscribe, state, state);
    useEffect(() => void (state() === 'failed' ? retry() : load()), []);
    const missing = current === 'failed';
    useEffect(() => {
      if (!missing) return;
      showToast({
        kind: 'error',
        title: common.part.dialogMissing,
        source,
        action: { label: common.retry, run: () => void retry() },
        onClose: () => close.current?.(),
      });
      return () => dismissSource(source);
    }, [missing]);
    const Component = component() as ComponentType<Props> | undefined;
    return Component ? <Component {...props} /> : null;
  }
  return Object.assign(Part, { preload: load });
}
