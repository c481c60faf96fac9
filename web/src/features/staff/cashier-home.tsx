import { cardHistory } from '@almas/locale/screens/card-history';
import { staff } from '@almas/locale/screens/staff';
import { Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QuickSalesOfShop } from '../dashboard/quick-sales-strip.tsx';
import { RecentPurchases } from '../dashboard/recent-purchases.tsx';

const words = staff.cashier;

/** The first screen of a cashier: the offers that the shop sells most, and the own latest sales. */
export default function CashierHome() {
  return (
    <Stack gap={20}>
      <PageHeader title={words.sell} />
      <QuickSalesOfShop />
      <RecentPurchases texts={{ ...cardHistory.sales, title: cardHistory.sales.recent }} />
    </Stack>
  );
}
