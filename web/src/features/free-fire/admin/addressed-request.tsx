import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressItem } from '../../../platform/navigation/index.ts';
import { apiQuery } from '../../../platform/network/index.ts';
import { AddressedDialog } from '../../../ui/addressed-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';

const RequestDetails = lazyDialog(() => import('./request-details.tsx'));
const ValidateDialog = lazyDialog(() => import('./validate-dialog.tsx'));
const RefuseDialog = lazyDialog(() => import('./refuse-dialog.tsx'));

/** The details of the request in the URL; a pending one can be decided there. */
export function AddressedRequest() {
  const { id, close } = useAddressItem('freeFireRequest');
  return id === null ? null : <OpenedRequest key={id} id={id} onClose={close} />;
}

interface OpenedRequestProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** A decision that was begun is of this request: Back takes it away with the details. */
function OpenedRequest({ id, onClose }: OpenedRequestProps) {
  const [decision, setDecision] = useState<'validate' | 'refuse' | null>(null);
  const found = useQuery(apiQuery('freeFire', 'request', { params: { id } }));
  if (!found.data)
    return <AddressedDialog found={found} unknown={adminFreeFire.detail.unknown} onClose={onClose} />;
  const dialog = {
    request: found.data,
    decided: found.data.status !== 'pending',
    onClose: () => setDecision(null),
  };
  return (
    <>
      <RequestDetails request={found.data} onClose={onClose} onDecide={setDecision} />
      {decision === 'validate' && <ValidateDialog {...dialog} />}
      {decision === 'refuse' && <RefuseDialog {...dialog} />}
    </>
  );
}
