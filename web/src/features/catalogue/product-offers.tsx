import type { Offer, Product } from '@almas/contract/products';
import { formatAmount } from '@almas/locale/formats';
import { catalog as words } from '@almas/locale/screens/catalog';
import { common } from '@almas/locale/screens/common';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Money } from '../../ui/figures.tsx';
import { GameTile } from '../games/game-tile.tsx';
import type { OwnPrices } from '../prices/own-prices.ts';
import { PriceBreaks } from '../prices/price-breaks.tsx';
import { useOwnPrices } from '../prices/use-own-prices.ts';
import { valueBeyondName } from '../purchases/code-format.ts';
import type { usePurchase } from '../purchases/use-purchase.ts';
import { RequestsOpener } from '../recharge-requests/requests-opener.tsx';
import styles from './product-offers.module.css';

interface CardSale extends ReturnType<typeof usePurchase> {
  readonly balance: number;
  /** Several codes in one purchase. */
  readonly choose: (product: Product, offer: Offer) => void;
}

/** One active product with its offers. */
export function ProductOffers({ product, sale }: { readonly product: Product; readonly sale: CardSale }) {
  const { own } = useOwnPrices();
  return (
    <section className={`column gap-14 ${styles.product}`} aria-labelledby={`product-${product.id}`}>
      <header className={`row gap-14 ${styles.head}`}>
        {product.imageUrl ? (
          <img src={product.imageUrl} alt="" className={styles.picture} loading="lazy" />
        ) : (
          <GameTile game={product.game} />
        )}
        <div>
          <h2 id={`product-${product.id}`}>{product.name}</h2>
          {product.description && <p>{product.description}</p>}
        </div>
      </header>
      <ul className={styles.offers}>
        {product.offers.map((offer) => (
          <OfferCard key={offer.id} product={product} offer={sale.priced(offer)} own={own} sale={sale} />
        ))}
      </ul>
    </section>
  );
}

interface BuyButtonProps {
  readonly product: Product;
  readonly offer: Offer;
  readonly sale: CardSale;
}

function OfferCard({ product, offer, own, sale }: BuyButtonProps & { readonly own: OwnPrices }) {
  const value = valueBeyondName(offer.value, offer.name);
  return (
    <li className={`box ${styles.offer}`} data-testid="offer">
      <div className={`wrap ${styles.title}`}>
        <h3>{offer.name}</h3>
        <p className={styles.price}>
          <Money amount={offer.price} size="lg" />
        </p>
      </div>
      <PriceBreaks prices={own.get(offer.id)} />
      <div className={styles.rest}>
        <div className={`spread ${styles.about}`}>
          {value && <p className="dim anywhere">{value}</p>}
          <p className={`note row ${styles.facts}`}>
            <span className={styles.region}>
              <span className={styles.regionLabel}>{words.region}</span> <span>{offer.region}</span>
            </span>
            {offer.stock > 0 ? (
              <span>{words.stock(offer.stock)}</span>
            ) : (
              <span className={styles.noStock}>{words.soldOut}</span>
            )}
          </p>
        </div>
        <BuyButton product={product} offer={offer} sale={sale} />
      </div>
    </li>
  );
}

/** The button of an offer: sold out, beyond the balance, being verified, or for sale. */
function BuyButton({ product, offer, sale }: BuyButtonProps) {
  if (sale.verifying.has(offer.id)) return <p className={styles.waiting}>{common.moneyCall.verifying}</p>;
  // Hidden from screen readers, which read it with the stock; shown here as well (CAT-17, CAT-26).
  if (offer.stock === 0)
    return <div className={styles.soldOut} data-text={words.soldOut} aria-hidden="true" />;
  const short = sale.balance < offer.price;
  const hint = `short-${offer.id}`;
  return (
    <>
      <div className={`gap-6 ${styles.buy}`}>
        <DecidingButton
          full
          subject={`${offer.price} ${offer.name} ${offer.value} ${offer.region}`}
          disabled={short || (sale.buying !== null && sale.buying !== offer.id)}
          busy={sale.buying === offer.id}
          aria-describedby={short ? hint : undefined}
          onClick={() => sale.buy(product, offer)}
        >
          {sale.isRepriced(offer) ? words.buyAt(formatAmount(offer.price)) : words.buy}
        </DecidingButton>
        {!short && offer.stock > 1 && (
          <Button
            variant="secondary"
            className={styles.several}
            aria-label={words.several(offer.name)}
            aria-haspopup="dialog"
            onClick={() => sale.choose(product, offer)}
          >
            {words.quantity}
          </Button>
        )}
      </div>
      {short && (
        <div className={`row wrap spread ${styles.short}`}>
          <p id={hint}>{words.insufficient}</p>
          <RequestsOpener className={styles.ask}>{words.askRecharge}</RequestsOpener>
        </div>
      )}
    </>
  );
}
