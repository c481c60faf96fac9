import type { Purchase } from '@almas/contract/purchases';
import { common } from '@almas/locale/screens/common';
import styles from './redeem-text.module.css';
import { shownLink, useRedeem } from './use-redeem.ts';

interface RedeemTextProps {
  readonly purchase: Pick<Purchase, 'productId' | 'productName' | 'game'>;
  /** The link cannot be pressed: it would leave a code that nobody has seen yet. */
  readonly toRead?: boolean;
}

/** How the code is used, for the customer to read. */
export function RedeemText({ purchase, toRead = false }: RedeemTextProps) {
  const { text, link } = useRedeem(purchase);
  if (text + link === '') return null;
  return (
    <p className={styles.how} dir="auto">
      {text}{' '}
      {toRead
        ? shownLink(link)
        : link && (
            <a href={link} target="_blank" rel="noopener noreferrer" title={common.newTab}>
              {shownLink(link)}
            </a>
          )}
    </p>
  );
}
