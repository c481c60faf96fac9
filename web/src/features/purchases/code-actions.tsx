import { codeSheet as words } from '@almas/locale/screens/code-sheet';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import styles from './code-actions.module.css';
import { readableCodes } from './code-format.ts';
import type { SheetPurchase } from './code-sheet.tsx';
import { readPrintAfterSale } from './print-after-sale.ts';
import { ShareCodesButton } from './share-codes-button.tsx';
import { ExpandIcon, PrintIcon } from './sheet-icons.tsx';
import { usePrintKey } from './use-print-key.ts';

const CodeSheet = lazyDialog(() => import('./code-sheet.tsx'));
const TicketDialog = lazyDialog(() => import('./ticket-dialog.tsx'));

interface CodeActionsProps {
  readonly purchase: SheetPurchase;
  /** Just bought: where this device prints after a sale, the ticket opens by itself. */
  readonly isNew?: boolean;
}

/** Prints, shares and shows the codes of a purchase in large. */
export function CodeActions({ purchase, isNew = false }: CodeActionsProps) {
  const [opened, setOpened] = useState<'ticket' | 'sale' | 'sheet' | null>(null);
  useEffect(() => {
    // Only now: a dialog that opens together with the one around it would be below it.
    if (isNew && readPrintAfterSale()) setOpened('sale');
  }, [isNew]);
  const actions = useRef<HTMLDivElement>(null);
  usePrintKey(actions, () => setOpened('ticket'));
  const close = () => setOpened(null);
  return (
    <div ref={actions} className={styles.actions}>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('ticket')}>
        <PrintIcon size={18} />
        {words.print}
      </Button>
      <ShareCodesButton purchase={purchase} codes={readableCodes(purchase.codes)} />
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('sheet')}>
        <ExpandIcon size={18} />
        {words.open}
      </Button>
      {opened === 'sheet' && <CodeSheet purchase={purchase} onClose={close} />}
      {(opened === 'ticket' || opened === 'sale') && (
        <TicketDialog purchase={purchase} isAfterSale={opened === 'sale'} onClose={close} />
      )}
    </div>
  );
}
