import type { Product } from '@almas/contract/products';
import { productForm } from '@almas/locale/screens/product-form';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Difference, differencesOf } from './conflict.ts';
import styles from './conflict-dialog.module.css';
import type { ProductDraft } from './draft.ts';

const words = productForm.conflict;

interface ConflictDialogProps {
  readonly draft: ProductDraft;
  /** The product as it is stored now. */
  readonly now: Product;
  readonly busy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Both sides of a product that a colleague changed while it was being edited, with the choice between them. */
export const ConflictDialog = ({
  draft,
  now,
  busy,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) => (
  <Dialog
    opened
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
      <ul className={styles.differences}>
        {differencesOf(draft, now).map((difference) => (
          <Line key={`${difference.label} ${difference.theirs}`} {...difference} />
        ))}
      </ul>
      <p className={styles.note}>{words.note}</p>
    </Stack>
  </Dialog>
);

const Line = ({ label, mine, theirs }: Difference) => (
  <li>
    <strong>{label}</strong>
    <dl>
      <div>
        <dt>{words.mine}</dt>
        <dd>{mine}</dd>
      </div>
      <div>
        <dt>{words.theirs}</dt>
        <dd>{theirs}</dd>
      </div>
    </dl>
  </li>
);
