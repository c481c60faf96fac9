import type { Product } from '@almas/contract/products';
import { productForm } from '@almas/locale/screens/product-form';
import { useQueries } from '@tanstack/react-query';
import { apiQuery } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { When } from '../../../ui/figures.tsx';
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

/** Who made the last of the changes, and when: of the product itself, or of an offer that differs. */
function Author({ opened, now }: Pick<StaleDialogProps, 'opened' | 'now'>) {
  const before = new Map(opened.offers.map((offer) => [offer.id, offer.price]));
  const offers = now.offers.filter(({ id, price }) => before.get(id) !== price).map(({ id }) => id);
  const found = useQueries({
    queries: [now.id, ...offers.slice(0, 20)].map((subjectId) => ({
      ...apiQuery('auditTrail', 'list', { query: { subjectId, limit: 1 } }),
      staleTime: 0,
    })),
  });
  const last = found
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ createdAt }) => createdAt >= opened.updatedAt)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return last ? (
    <p>
      <strong>{words.author(last.actorName)}</strong> <When at={last.createdAt} form="both" />
    </p>
  ) : null;
}

/**
 * A colleague has changed the product since the form was opened: who and when, what changed, and the way to the stored version. Neither
 * button is the obvious one: one loses what was typed, the other cannot save.
 */
const StaleDialog = ({ opened, now: stored, draft, onReload, onClose }: StaleDialogProps) => (
  <Dialog
    onClose={onClose}
    title={words.title}
    size="lg"
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          {words.goOn}
        </Button>
        <Button variant="secondary" onClick={onReload}>
          {words.reload}
        </Button>
      </>
    }
  >
    <Stack>
      <Author opened={opened} now={stored} />
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
