import type { Health } from '@almas/contract/health';
import { healthLimits } from '@almas/contract/limits';
import type { Queryable } from '../../database/pool.ts';
import { outboxStore } from './outbox.store.ts';

/** The number of waiting messages, for how many seconds the oldest is due, and the number of dead letters. */
export const readOutboxFigures = (
  db: Queryable,
): Promise<{ waiting: number; oldestSeconds: number; dead: number }> => outboxStore.figures.one(db);

/** The figures and the newest dead letters, for the health panel. */
export async function readOutbox(db: Queryable): Promise<Omit<Health['outbox'], 'state'>> {
  const [figures, letters] = await Promise.all([
    readOutboxFigures(db),
    outboxStore.deadLetters.all(db, healthLimits.deadLettersShown),
  ]);
  return {
    waiting: figures.waiting,
    oldestSeconds: Math.floor(figures.oldestSeconds),
    dead: figures.dead,
    letters: letters.map((letter) => ({ ...letter, id: String(letter.id) })),
  };
}
