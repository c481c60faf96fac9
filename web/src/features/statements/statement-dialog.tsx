import { statements as words } from '@almas/locale/screens/statements';
import { Dialog } from '../../ui/dialog.tsx';
import { StatementView } from './statement-view.tsx';

/** The own statement of a month. */
export default function StatementDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <StatementView />
    </Dialog>
  );
}
