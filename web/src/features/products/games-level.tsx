import { adminProducts as words } from '@almas/locale/screens/admin-products';
import { Link } from '../../platform/navigation/index.ts';
import { Grid } from '../../ui/card.tsx';
import { GameTile } from '../games/game-tile.tsx';
import styles from './admin-list.module.css';
import type { GameLine } from './admin-list.ts';

interface GamesLevelProps {
  readonly games: readonly GameLine[];
  /** The filters that are kept when a game is opened. */
  readonly kept: Readonly<Record<string, string>>;
}

export const GamesLevel = ({ games, kept }: GamesLevelProps) => (
  <Grid min={260}>
    {games.map((line) => (
      <Link
        key={line.game}
        to="/admin/products"
        search={{ ...kept, game: line.game }}
        className={styles.game}
      >
        <GameTile game={line.game} />
        <span className={styles.gameWords}>
          <span className={styles.gameName}>{line.game}</span>
          <span className={styles.dim}>
            {words.products(line.products)} · {words.active(line.active)}
          </span>
          <span className={line.stock === 0 ? styles.low : styles.dim}>
            {line.stock === 0 ? words.noCodes : words.codes(line.stock)}
          </span>
          {line.stock > 0 && line.emptyOffers > 0 && (
            <span className={styles.low}>{words.emptyOffers(line.emptyOffers)}</span>
          )}
        </span>
      </Link>
    ))}
  </Grid>
);
