import type { Purchase } from '@almas/contract/purchases';
import { colon } from '@almas/locale/formats';
import { cardHistory } from '@almas/locale/screens/card-history';
import { codeSheet as words } from '@almas/locale/screens/code-sheet';
import { common } from '@almas/locale/screens/common';
import { counter } from '@almas/locale/screens/counter';
import { type PointerEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/figures.tsx';
import { ChevronIcon, CloseIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Modal } from '../../ui/modal.tsx';
import { isHanded, readableCodes, valueBeyondName } from './code-format.ts';
import { CodeGroups } from './code-groups.tsx';
import { UnreadableCode } from './code-line.tsx';
import styles from './code-sheet.module.css';
import { CopyCodesButton } from './copy-codes-button.tsx';
import { copyRecorded } from './disclose.ts';
import { RedeemText } from './redeem-text.tsx';
import { SerialLine } from './serial-line.tsx';
import { ShareCodesButton } from './share-codes-button.tsx';
import { PrintIcon } from './sheet-icons.tsx';
import { useCustomerPrice } from './use-customer-price.ts';
import { isOnTop, usePrintKey } from './use-print-key.ts';

const TicketDialog = lazyDialog(() => import('./ticket-dialog.tsx'));
const DisclosuresDialog = lazyDialog(() => import('./disclosures-dialog.tsx'));

/** A shorter movement is a tap, not a swipe. */
const swipePixels = 48;

export type SheetPurchase = Pick<
  Purchase,
  'id' | 'productId' | 'offerId' | 'productName' | 'offerName' | 'game' | 'createdAt' | 'codes'
>;

interface CodeSheetProps {
  readonly purchase: SheetPurchase;
  readonly onClose: () => void;
}

/** The full-screen view of the codes of a purchase, one at a time, for the customer to read. */
export default function CodeSheet({ purchase, onClose }: CodeSheetProps) {
  const codes = handedCodes(purchase.codes);
  const titleId = useId();
  const { at, go, swipe, sheet } = useShownCode(codes.length);
  const [part, setPart] = useState<'ticket' | 'disclosures' | null>(null);
  usePrintKey(sheet, () => setPart('ticket'));
  const customerPrice = useCustomerPrice(purchase);
  const shown = codes[at];
  if (!shown) return null;
  const value = valueBeyondName(shown.value, purchase.offerName);
  const position = purchase.codes.length > 1 ? shown.position : undefined;
  return (
    <Modal onClose={onClose} className={styles.screen} aria-labelledby={titleId}>
      <div ref={sheet} className={styles.sheet}>
        <div className={`spread ${styles.bar}`}>
          <div className={styles.what}>
            <h2 id={titleId} className="visually-hidden">
              {words.title}
            </h2>
            <p className={styles.product}>{purchase.productName}</p>
            <p className={styles.offer}>{purchase.offerName}</p>
          </div>
          <IconButton label={common.close} onClick={onClose}>
            <CloseIcon size={24} />
          </IconButton>
        </div>
        <div className={`row ${styles.middle}`} {...swipe}>
          {codes.length > 1 && (
            <p className={styles.position} aria-live="polite">
              {words.position(at + 1, codes.length)}
            </p>
          )}
          {shown.code === null ? (
            <UnreadableCode purchaseId={purchase.id} />
          ) : (
            <p dir="ltr" className={`wrap ${styles.code}`} data-testid="sheet-code" data-code={shown.code}>
              <CodeGroups code={shown.code} />
            </p>
          )}
          <p className={styles.onPaper}>{counter.bought.onPaper}</p>
          {shown.serial !== undefined && (
            <p className={styles.value}>
              <SerialLine serial={shown.serial} />
            </p>
          )}
          {value && <p className={styles.value}>{value}</p>}
          {customerPrice !== null && (
            <p className={styles.value}>
              {counter.bought.customerPrice}
              {colon}
              <Money amount={customerPrice} />
            </p>
          )}
          <RedeemText purchase={purchase} />
          {codes.length > 1 && (
            <div className={styles.arrows}>
              <IconButton
                label={words.previous}
                className={styles.previous ?? ''}
                disabled={at === 0}
                onClick={() => go(-1)}
              >
                <ChevronIcon size={28} />
              </IconButton>
              <IconButton label={words.next} disabled={at === codes.length - 1} onClick={() => go(1)}>
                <ChevronIcon size={28} />
              </IconButton>
            </div>
          )}
        </div>
        <div className={`wrap ${styles.actions}`}>
          {shown.code !== null && (
            <CopyButton
              key={shown.id}
              text={shown.code}
              label={words.copy}
              done={words.copied}
              failed={cardHistory.codes.copyFailed}
              variant="primary"
              focused
              copy={(text) => copyRecorded(purchase.id, text, position)}
            />
          )}
          <CopyCodesButton purchaseId={purchase.id} codes={codes} label={words.copyAll} />
          <ShareCodesButton purchase={purchase} codes={readableCodes([shown])} position={position} />
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setPart('ticket')}>
            <PrintIcon size={18} />
            {words.print}
          </Button>
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setPart('disclosures')}>
            {words.history}
          </Button>
        </div>
      </div>
      {part === 'ticket' && <TicketDialog purchase={purchase} onClose={() => setPart(null)} />}
      {part === 'disclosures' && <DisclosuresDialog purchaseId={purchase.id} onClose={() => setPart(null)} />}
    </Modal>
  );
}

/** 1 where the next code is on the right, -1 in a language that is written from the right. */
const forwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** Those that the customer gets. Each keeps its position in the purchase, from 1 on. */
const handedCodes = (codes: SheetPurchase['codes']) =>
  codes.map((code, index) => ({ ...code, position: index + 1 })).filter(isHanded);

/** The index of the shown code; changed by the arrow keys, the arrow buttons and a swipe. */
function useShownCode(count: number) {
  const [at, setAt] = useState(0);
  const sheet = useRef<HTMLDivElement>(null);
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const go = useCallback((by: number) => setAt((now) => Math.min(count - 1, Math.max(0, now + by))), [count]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const toRight = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (toRight === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      if (!isOnTop(sheet.current)) return;
      go(toRight * forwards());
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [go]);
  return {
    at,
    go,
    sheet,
    swipe: {
      onPointerDown: ({ clientX, clientY, pointerType }: PointerEvent) => {
        // A mouse drag selects the text.
        if (pointerType !== 'mouse') start.current = { x: clientX, y: clientY };
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent) => {
        const from = start.current;
        start.current = null;
        if (!from || Math.abs(clientX - from.x) < swipePixels) return;
        if (Math.abs(clientX - from.x) > 2 * Math.abs(clientY - from.y))
          go((clientX < from.x ? 1 : -1) * forwards());
      },
      onPointerCancel: () => {
        start.current = null;
      },
    },
  };
}
