import type { StaffMember } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../platform/network/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useCodesDialog } from '../purchases/codes-opener.tsx';
import { PurchasesByDay } from '../purchases/purchases-by-day.tsx';

const words = staff.members;

interface MemberSalesProps {
  readonly member: StaffMember;
  readonly onClose: () => void;
}

/** What one cashier sold, for the reseller. */
export function MemberSales({ member: { id, name }, onClose }: MemberSalesProps) {
  const list = useInfiniteQuery({
    ...apiPages('purchases', 'list', { query: { staffId: id } }),
    staleTime: 0,
  });
  const { open, dialog } = useCodesDialog();
  return (
    <Dialog onClose={onClose} title={words.salesTitle(name)} size="lg">
      <PagedList list={list} empty={{ title: words.noSales }}>
        {(purchases) => <PurchasesByDay purchases={purchases} onOpen={open} />}
      </PagedList>
      {dialog}
    </Dialog>
  );
}
