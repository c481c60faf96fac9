import type { Disclosure } from '@almas/contract/purchases';
import { codeSheet } from '@almas/locale/screens/code-sheet';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../platform/network/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import styles from './disclosures-dialog.module.css';

const words = codeSheet.disclosures;

interface DisclosuresDialogProps {
  readonly purchaseId: string;
  readonly onClose: () => void;
}

/** Every copy, share, print and reveal of the codes of a purchase, the latest first. */
export default function DisclosuresDialog({ purchaseId, onClose }: DisclosuresDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title} size="sm">
      <Disclosures purchaseId={purchaseId} />
    </Dialog>
  );
}

function Disclosures({ purchaseId }: { readonly purchaseId: string }) {
  const list = useInfiniteQuery({
    ...apiPages('purchases', 'disclosures', { params: { id: purchaseId }, query: {} }),
    staleTime: 0,
  });
  return (
    <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }}>
      {(items) => (
        <ul className={`lines ${styles.list}`} aria-label={words.title}>
          {items.map((item) => (
            <li key={item.id}>
              <span>
                {nameOf(item)}
                {item.byAdministrator && ` ${words.administrator}`}
              </span>
              <span className="dim">
                <When at={item.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function nameOf({ kind, copyNumber, duplicate, code }: Disclosure): string {
  if (kind !== 'print')
    return [words[kind](copyNumber), code && words.ofCode(code.position, code.of)].filter(Boolean).join(' ');
  return duplicate ? words.duplicate(copyNumber - 1) : words.original;
}
