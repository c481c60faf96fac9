import type { TillClose } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Money, When } from '../../ui/figures.tsx';

const words = staff.till.facts;

/** A counted drawer: what was in it, what should be, and the gap. */
export const TillFacts = ({ close }: { readonly close: TillClose }) => (
  <DescriptionList
    items={[
      [words.counted, <Money key="counted" amount={close.counted} />],
      [words.expected, <Money key="expected" amount={close.expected} />],
      [words.gap, <Money key="gap" amount={close.gap} />],
      [words.sales, staff.tills.sales(close.sales)],
      close.unpriced ? [words.unpriced, staff.tills.sales(close.unpriced)] : null,
      [words.period, <When key="period" at={close.openedAt} />],
    ]}
  />
);
