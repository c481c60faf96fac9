import { Facets } from '../../ui/mark.tsx';
import { gameField, gameInitials } from './game-look.ts';
import styles from './game-tile.module.css';

interface GameTileProps {
  readonly game: string;
  /** banner: over the width of a card; square: beside a line. */
  readonly shape?: 'banner' | 'square';
}

/** A game's own field of colour with its initials; it only decorates, the name stands beside it. */
export const GameTile = ({ game, shape = 'square' }: GameTileProps) => (
  <span
    className={`${styles.tile} ${styles[shape]}`}
    style={{ background: gameField(game) }}
    aria-hidden="true"
  >
    {shape === 'banner' && <Facets className={styles.facets} />}
    <span>{gameInitials(game)}</span>
  </span>
);
