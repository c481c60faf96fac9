import { common } from '@almas/locale/screens/common';
import { offlineCodes as words } from '@almas/locale/screens/offline-codes';
import { Button } from '../../ui/button.tsx';
import { OfflineIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Without a network codes cannot be read: shown immediately, not after the retries. */
export const OfflineCodes = ({ onRetry }: { readonly onRetry: () => void }) => (
  <EmptyState
    icon={<OfflineIcon size={26} />}
    title={words.title}
    text={words.text}
    action={
      <Button variant="secondary" onClick={onRetry}>
        {common.retry}
      </Button>
    }
  />
);
