import { cardHistory } from '@almas/locale/screens/card-history';
import { common } from '@almas/locale/screens/common';
import { Button } from '../../ui/button.tsx';
import { OfflineIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Without a network codes cannot be read: shown immediately, not after the retries. */
export const OfflineCodes = ({ onRetry }: { readonly onRetry: () => void }) => (
  <EmptyState
    icon={<OfflineIcon size={26} />}
    title={cardHistory.offline}
    text={cardHistory.offlineText}
    action={
      <Button look="secondary" onClick={onRetry}>
        {common.retry}
      </Button>
    }
  />
);
