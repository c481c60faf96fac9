import { Facets } from '../../ui/mark.tsx';
import { gameField, gameInitials } from './game-look.ts';
import styles from './game-tile.module.css';

interface GameTileProps {
  readonly game: string;
  /** banner: as wide as a card; square: beside a row. */
  readonly shape?: 'banner' | 'square';
}

/** A game's gradient with its initials; decorative, the name is beside it. */
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
