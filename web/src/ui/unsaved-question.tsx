import { common } from '@almas/locale/screens/common';
import { useEffect } from 'react';
import { hasUnsavedForm, subscribeUnsaved } from '../lib/unsaved.ts';
import { lazyDialog } from './lazy-part.tsx';

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import('./ask-dialogs.tsx')).ConfirmDialog,
}));
const words = common.unsaved;

interface UnsavedQuestionProps {
  readonly opened: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before a form with unsaved changes is left. Its code comes with the first change: the network may go. */
export function UnsavedQuestion({ opened, onStay, onLeave }: UnsavedQuestionProps) {
  useEffect(() => {
    const preload = () => {
      if (hasUnsavedForm()) void ConfirmDialog.preload();
    };
    preload();
    return subscribeUnsaved(preload);
  }, []);
  return (
    <ConfirmDialog
      opened={opened}
      danger
      onClose={onStay}
      onConfirm={onLeave}
      title={words.title}
      cancelLabel={words.stay}
      confirmLabel={words.leave}
    >
      {words.text}
    </ConfirmDialog>
  );
}
