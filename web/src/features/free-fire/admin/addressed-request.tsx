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
  const [decision, setDecision] = useState<'validate' | 'refuse' | null>(null);
  const found = useQuery({
    ...apiQuery('freeFire', 'request', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  if (id === null) return null;
  if (!found.data)
    return <AddressedDialog found={found} unknown={adminFreeFire.detail.unknown} onClose={close} />;
  const dialog = {
    request: found.data,
    decided: found.data.status !== 'pending',
    onClose: () => setDecision(null),
  };
  return (
    <>
      <RequestDetails request={found.data} onClose={close} onDecide={setDecision} />
      {decision === 'validate' && <ValidateDialog {...dialog} />}
      {decision === 'refuse' && <RefuseDialog {...dialog} />}
    </>
  );
}
