import type { Product } from '@almas/contract/products';
import { catalog as words } from '@almas/locale/screens/catalog';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { BackIcon } from '../../ui/work-icons.tsx';
import { withOwnPrices } from '../prices/own-prices.ts';
import { useOwnPrices } from '../prices/use-own-prices.ts';
import styles from './game-products.module.css';
import { GameProducts } from './game-products.tsx';
import { summariseGames } from './games.ts';
import { GamesGrid } from './games-grid.tsx';

const toDashboard = (
  <Link to="/dashboard">
    <BackIcon size={18} />
    {words.toDashboard}
  </Link>
);
/** Without an arrow, since the back link to the games already has one. */
const toDashboardLink = (
  <Link to="/dashboard" className={styles.beside}>
    {words.toDashboard}
  </Link>
);

/** Level 1 is the games, level 2 the products of one game. */
export function Catalogue({ game }: { readonly game?: string | undefined }) {
  const list = useQuery(apiQuery('products', 'list', { query: {} }));
  const { own, isKnown } = useOwnPrices();
  const items = list.data?.items;
  const products = useMemo(() => items && withOwnPrices(items, own), [items, own]);
  if (products && isKnown) return <Levels products={products} game={game} />;
  return (
    <Stack gap={24}>
      <PageHeader title={game ?? words.title} back={toDashboard} />
      <Unloaded query={list} count={3} height={180} />
    </Stack>
  );
}

function Levels({
  products,
  game,
}: {
  readonly products: readonly Product[];
  readonly game: string | undefined;
}) {
  if (game) return <GameProducts key={game} products={products} game={game} toDashboard={toDashboardLink} />;
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} back={toDashboard} />
      <GamesGrid games={summariseGames(products)} />
    </Stack>
  );
}
