import { formatAmount } from '@almas/locale/formats';
import { catalog as words } from '@almas/locale/screens/catalog';
import type { OwnPrice } from './own-prices.ts';
import styles from './price-breaks.module.css';

/** From how many codes on each of them costs less: « dès 10 : 468 DA ». */
export const PriceBreaks = ({ prices }: { readonly prices: OwnPrice | undefined }) =>
  prices && prices.breaks.length > 0 ? (
    <p className={`dim wrap ${styles.breaks}`}>
      {prices.breaks.map(({ minQuantity, price }) => (
        <span key={minQuantity}>{words.breakFrom(minQuantity, formatAmount(price))}</span>
      ))}
    </p>
  ) : null;
