import { productForm } from '@almas/locale/screens/product-form';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Difference } from './conflict.ts';
import styles from './conflict-dialog.module.css';

const words = productForm.conflict;

interface ConflictDialogProps {
  readonly differences: readonly Difference[];
  readonly busy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Both versions of a product that a colleague changed while it was being edited, with the choice between them. */
export const ConflictDialog = ({
  differences,
  busy,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) => (
  <Dialog
    onClose={onClose}
    title={words.title}
    size="lg"
    locked={busy}
    footer={
      <>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {words.goOn}
        </Button>
        <DecidingButton look="secondary" onClick={onTakeTheirs} disabled={busy}>
          {words.takeTheirs}
        </DecidingButton>
        <DecidingButton onClick={onKeepMine} busy={busy}>
          {words.keepMine}
        </DecidingButton>
      </>
    }
  >
    <Stack>
      <p>{words.text}</p>
      <List differences={differences.filter(({ mine }) => mine !== null)} />
      <Theirs differences={differences.filter(({ mine }) => mine === null)} />
    </Stack>
  </Dialog>
);

interface ListProps {
  readonly differences: readonly Difference[];
}

const List = ({ differences }: ListProps) =>
  differences.length > 0 && (
    <ul className={styles.differences}>
      {differences.map(({ label, mine, before, theirs }) => (
        <li key={`${label} ${theirs}`}>
          <strong>{label}</strong>
          <dl>
            <div>
              <dt>{mine === null ? words.before : words.mine}</dt>
              <dd>{mine ?? before}</dd>
            </div>
            <div>
              <dt>{words.theirs}</dt>
              <dd>{theirs}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );

/** Changes that only the colleague made need no choice: both options keep them. */
function Theirs({ differences }: ListProps) {
  const id = useId();
  if (differences.length === 0) return null;
  return (
    <section className={styles.theirs} aria-labelledby={id}>
      <h3 id={id}>{words.onlyTheirs}</h3>
      <p className={styles.note}>{words.onlyTheirsNote}</p>
      <List differences={differences} />
    </section>
  );
}
