import type { ShopProfile } from '@almas/contract/shop';
import { formatDateTime } from '@almas/locale/formats';
import { codeSheet } from '@almas/locale/screens/code-sheet';
import { CodeGroups } from './code-groups.tsx';
import type { SheetPurchase } from './code-sheet.tsx';
import { redeemSite } from './redeem.ts';
import styles from './ticket.module.css';

const words = codeSheet.ticket;

/** What the print of this number says: 1 is the original. */
export const markOf = (copyNumber: number) =>
  copyNumber > 1 ? words.duplicate(copyNumber - 1) : words.original;

interface TicketProps {
  readonly purchase: SheetPurchase;
  readonly width: ShopProfile['paperWidth'];
  readonly shop: ShopProfile | undefined;
  /** The reseller's own price of a code, in DA. */
  readonly price: number | null;
  /** Of this print; absent while it is not known. */
  readonly mark: string | undefined;
}

/** The ticket of a purchase as it is printed: black on white, as wide as the paper. */
export function Ticket({ purchase, width, shop, price, mark }: TicketProps) {
  const site = redeemSite(purchase);
  return (
    <div className={`${styles.ticket} ${width === '58' ? styles.narrow : ''}`} data-testid="ticket">
      {shop?.name && <p className={styles.shop}>{shop.name}</p>}
      {shop?.phone && <p>{shop.phone}</p>}
      <p className={styles.mark}>{mark ?? ' '}</p>
      <p className={styles.product}>{purchase.productName}</p>
      <p>{purchase.offerName}</p>
      {purchase.codes.map(({ id, code, value }) => (
        <div key={id} className={styles.item}>
          <p className={styles.value}>{value}</p>
          <p className={styles.code}>
            <CodeGroups code={code} />
          </p>
        </div>
      ))}
      {shop?.showPrice && price !== null && (
        <p className={styles.price}>{words.price(purchase.codes.length, price)}</p>
      )}
      <p className={styles.redeem}>
        {site ? words.redeem(new URL(site).host.replace('www.', '')) : words.redeemInGame}
      </p>
      <div className={styles.facts}>
        <p>
          {words.date} : {formatDateTime(purchase.createdAt)}
        </p>
        <p>
          {words.number} {purchase.id}
        </p>
      </div>
      {shop?.footer && <p className={styles.footer}>{shop.footer}</p>}
    </div>
  );
}
