import { formatCount } from '@almas/locale/formats';
import { catalog as words } from '@almas/locale/screens/catalog';
import { Link } from '../../platform/navigation/index.ts';
import { Grid } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { GameTile } from '../games/game-tile.tsx';
import type { GameSummary } from './games.ts';
import styles from './games-grid.module.css';

const GameCard = ({ summary }: { readonly summary: GameSummary }) => (
  <Link to="/catalog" search={{ game: summary.game }} className={styles.card} data-idle={!summary.onSale}>
    <GameTile game={summary.game} shape="banner" />
    <span className={styles.body}>
      <span className={styles.name}>{summary.game}</span>
      <span className={`dim wrap ${styles.counts}`}>
        <span>{words.products(summary.products)}</span>
        <span>{words.active(summary.active)}</span>
      </span>
      <span className={`wrap spread ${styles.foot}`}>
        {summary.lowestPrice === null ? (
          <span className={`dim ${styles.nothing}`}>{words.nothingOnSale}</span>
        ) : (
          <span>
            <span className={`note ${styles.label}`}>{words.from}</span>
            <Money amount={summary.lowestPrice} />
          </span>
        )}
        <span className={styles.stock}>
          <span className={`note ${styles.label}`}>{words.totalStock}</span>
          <span>{words.codes(summary.stock, formatCount(summary.stock))}</span>
        </span>
      </span>
    </span>
  </Link>
);

export function GamesGrid({ games }: { readonly games: readonly GameSummary[] }) {
  if (games.length === 0) return <EmptyState title={words.noGame} text={words.noGameText} />;
  return (
    <Grid min={230}>
      {games.map((summary) => (
        <GameCard key={summary.game} summary={summary} />
      ))}
    </Grid>
  );
}
