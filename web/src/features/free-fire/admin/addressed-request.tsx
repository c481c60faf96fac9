import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useQuery } from '@tanstack/react-query';
import { useAddressItem } from '../../../lib/address-item.ts';
import { apiQuery } from '../../../lib/queries.ts';
import { AddressedDialog } from '../../../ui/addressed-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';

const RequestDetails = lazyDialog(() => import('./request-details.tsx'));

/** The details of the request that the address names. */
export function AddressedRequest() {
  const { id, close } = useAddressItem('freeFireRequest');
  const found = useQuery({
    ...apiQuery('freeFire', 'request', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  if (id === null) return null;
  if (found.data) return <RequestDetails request={found.data} onClose={close} />;
  return <AddressedDialog found={found} unknown={adminFreeFire.detail.unknown} onClose={close} />;
}
