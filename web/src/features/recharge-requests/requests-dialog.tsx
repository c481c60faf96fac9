import { placeholders } from '@almas/locale/screens/placeholders';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface RequestsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A reseller's recharge requests: create, follow, cancel (AMB-01). */
export default function RequestsDialog({ opened, onClose }: RequestsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={placeholders.requests}>
      <EmptyState title={placeholders.soon} />
    </Dialog>
  );
}
