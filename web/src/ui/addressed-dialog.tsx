import { addresses } from '@almas/locale/screens/addresses';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../lib/api-errors.ts';
import { Dialog } from './dialog.tsx';
import { EmptyState, LoadError, SkeletonList } from './states.tsx';

interface AddressedDialogProps {
  /** The thing that the address names, while it is not there. */
  readonly found: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** What is said of an id that names nothing. */
  readonly unknown: string;
  readonly onClose: () => void;
}

/** Stands for the details of what an address names until they have come, and says so when there are none. */
export function AddressedDialog({ found, unknown, onClose }: AddressedDialogProps) {
  const { error } = found;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Dialog opened onClose={onClose} title={isUnknown ? addresses.unknown : addresses.opening}>
      {isUnknown ? (
        <EmptyState title={unknown} text={addresses.unknownText} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonList count={5} height={28} />
      )}
    </Dialog>
  );
}
