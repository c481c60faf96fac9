import type { Health } from '@almas/contract/health';
import { comma } from '@almas/locale/formats';
import { health } from '@almas/locale/screens/health';
import { api, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { When } from '../../ui/figures.tsx';
import styles from './health-dialog.module.css';

const words = health.outbox;
type Letter = Health['outbox']['letters'][number];

const nameOf = ({ type, kind }: Letter): string => {
  const name = (words.types as Readonly<Record<string, string>>)[type] ?? type;
  return `${name}${comma}${words.kinds[kind]}`;
};

/** Undelivered messages, newest first, with a button to send them again. */
export function DeadLetters({ outbox: { letters, dead } }: { readonly outbox: Health['outbox'] }) {
  const { run, busy } = useAction(
    (id: string | undefined) =>
      id === undefined ? api.health.retryMessages() : api.health.retryMessage({ params: { id } }),
    {
      failure: words.retryFailed,
      success: ({ retried }) => [words.retried(retried)],
      refreshes: ['health'],
    },
  );
  return (
    <section aria-label={words.list}>
      <div className={`row spread ${styles.lettersHead}`}>
        <h3>{words.list}</h3>
        {dead > 1 && (
          <Button variant="secondary" busy={busy} onClick={() => run(undefined)}>
            {words.retryAll}
          </Button>
        )}
      </div>
      <ul className={styles.parts}>
        {letters.map((letter) => (
          <li key={letter.id}>
            <p>
              <strong>{nameOf(letter)}</strong>
              <span className="dim anywhere">
                {words.reason(letter.error, letter.attempts)}
                {comma}
                <When at={letter.createdAt} form="in-sentence" />
              </span>
            </p>
            <Button
              variant="secondary"
              busy={busy}
              aria-label={words.retryOne(nameOf(letter))}
              onClick={() => run(letter.id)}
            >
              {words.retry}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
