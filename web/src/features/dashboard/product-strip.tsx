import { screens } from '@almas/contract/limits';
import type { Product } from '@almas/contract/products';
import { formatAmount } from '@almas/locale/formats';
import { catalog as words } from '@almas/locale/screens/catalog';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Card, Section } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { GameTile } from '../games/game-tile.tsx';
import { withOwnPrices } from '../prices/own-prices.ts';
import { useOwnPrices } from '../prices/use-own-prices.ts';
import styles from './side-column.module.css';

/** `Free Fire · dès 150 DA`; a product without a price shows only its game. */
function whatAndFrom({ game, offers }: Product) {
  const prices = offers.map(({ price }) => price).filter((price) => price > 0);
  return <Dotted parts={[game, prices.length > 0 && words.fromPrice(formatAmount(Math.min(...prices)))]} />;
}

/** Six active products; absent when they cannot be loaded: the catalogue shows the error. */
export default function ProductStrip() {
  const { data } = useQuery(
    apiQuery('products', 'list', { query: { status: 'active', limit: screens.dashboardProducts } }),
  );
  const { own, isKnown } = useOwnPrices();
  if (!data || !isKnown || data.items.length === 0) return null;
  return (
    <Section title={words.title}>
      <Card flush>
        <ul className="lines">
          {withOwnPrices(data.items, own).map((product) => (
            <li key={product.id}>
              <Link
                to="/catalog"
                search={{ game: product.game }}
                className={`row row-button ${styles.product}`}
              >
                <GameTile game={product.game} />
                <span>
                  <span className={styles.label}>{product.name}</span>
                  <span className={`dim ${styles.text}`}>{whatAndFrom(product)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
