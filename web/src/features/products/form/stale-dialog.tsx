import type { Product } from '@almas/contract/products';
import { productForm } from '@almas/locale/screens/product-form';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { changesSince, type ProductDraft } from './draft.ts';
import styles from './form.module.css';

const words = productForm.stale;

interface StaleDialogProps {
  readonly opened: Product;
  readonly now: Product;
  readonly draft: ProductDraft;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** A colleague has changed the product since the form was opened: what changed, and the way to the stored version. */
const StaleDialog = ({ opened, now: stored, draft, onReload, onClose }: StaleDialogProps) => (
  <Dialog
    onClose={onClose}
    title={words.title}
    size="lg"
    footer={
      <>
        <Button look="secondary" onClick={onClose}>
          {words.goOn}
        </Button>
        <DecidingButton onClick={onReload}>{words.reload}</DecidingButton>
      </>
    }
  >
    <Stack>
      <p>{words.text}</p>
      <ul className={`column gap-12 ${styles.changes}`}>
        {changesSince(opened, stored, draft).map(({ label, before, now }) => (
          <li key={`${label} ${now}`}>
            <strong>{label}</strong>
            <DescriptionList
              items={[
                [words.before, before],
                [words.now, now],
              ]}
            />
          </li>
        ))}
      </ul>
    </Stack>
  </Dialog>
);

export default StaleDialog;
