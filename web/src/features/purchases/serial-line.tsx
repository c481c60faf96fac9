import { colon } from '@almas/locale/formats';
import { cardHistory } from '@almas/locale/screens/card-history';

/** The serial of a code: its groups keep their order beside Arabic words. */
export const SerialLine = ({ serial }: { readonly serial: string }) => (
  <>
    {cardHistory.serial}
    {colon}
    <bdi dir="ltr">{serial}</bdi>
  </>
);
