import { unsaved as words } from '@almas/locale/screens/unsaved';
import { ConfirmDialog } from './ask-dialogs.tsx';

interface LeaveQuestionProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks whether unsaved changes may be lost. */
export default function LeaveQuestion(props: LeaveQuestionProps) {
  return (
    <ConfirmDialog {...props} danger title={words.title} cancelLabel={words.stay} confirmLabel={words.leave}>
      {words.text}
    </ConfirmDialog>
  );
}
