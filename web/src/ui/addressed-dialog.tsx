import { addresses } from '@almas/locale/screens/addresses';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../platform/network/index.ts';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './states.tsx';
import { Unloaded } from './unloaded.tsx';

interface AddressedDialogProps {
  /** The loading or failed item that the URL names. */
  readonly found: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** The text for an unknown id. */
  readonly unknown: string;
  readonly onClose: () => void;
}

/** Placeholder for the details dialog of the item in the URL while it loads; says so when it does not exist. */
export function AddressedDialog({ found, unknown, onClose }: AddressedDialogProps) {
  const { error } = found;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Dialog onClose={onClose} title={isUnknown ? addresses.unknown : addresses.opening}>
      {isUnknown ? (
        <EmptyState title={unknown} text={addresses.unknownText} />
      ) : (
        <Unloaded query={found} count={5} height={28} />
      )}
    </Dialog>
  );
}
