import { codeSheet } from '@almas/locale/screens/code-sheet';
import { shop as shopWords } from '@almas/locale/screens/shop';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { apiQuery, messageOf, useCall } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyDialog, lazyPart } from '../../ui/lazy-part.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { pressFreeMilliseconds, resultMilliseconds } from '../../ui/slips.ts';
import { Switch } from '../../ui/switch.tsx';
import { offeredConnections } from '../receipt-printer/chosen-printer.ts';
import styles from '../receipt-printer/paper.module.css';
import { printPaper, usePaperOfOnePrint } from '../receipt-printer/print-paper.ts';
import { keepDeviceWidth, type PaperWidth, PaperWidthChoice, readDeviceWidth } from '../shop/paper-width.tsx';
import { readableCodes } from './code-format.ts';
import type { SheetPurchase } from './code-sheet.tsx';
import { disclose } from './disclose.ts';
import { keepPrintAfterSale, readPrintAfterSale } from './print-after-sale.ts';
import { PrintIcon } from './sheet-icons.tsx';
import { Ticket } from './ticket.tsx';
import { markOf, ticketsOf } from './ticket-content.ts';
import preview from './ticket-dialog.module.css';
import { PrintProblem, type PrintWay } from './ticket-print.ts';
import { keepPerCode, readPerCode } from './ticket-split.ts';
import { retailPriceOf } from './use-customer-price.ts';
import { usePrintKey } from './use-print-key.ts';
import { useRedeem } from './use-redeem.ts';

const ShopDialog = lazyDialog(() => import('../shop/shop-dialog.tsx'));
const TicketPrinter = lazyPart(() => import('./ticket-printer.tsx'), <span />);
const words = codeSheet.ticket;
const splits = (['together', 'perCode'] as const).map((value) => ({ value, label: words.splits[value] }));

interface TicketDialogProps {
  readonly purchase: SheetPurchase;
  /** It has opened by itself, where the press that bought was. */
  readonly isAfterSale?: boolean;
  readonly onClose: () => void;
}

/** A preview of the ticket. A press records the number of the print before the browser prints. */
export default function TicketDialog({ purchase, isAfterSale = false, onClose }: TicketDialogProps) {
  const [chosen, setChosen] = useState(readDeviceWidth);
  const shop = useQuery({ ...apiQuery('shop', 'profile'), staleTime: 0 });
  const retail = useQuery({ ...retailPriceOf(purchase), staleTime: 0 });
  const [editing, setEditing] = useState(false);
  const isCashier = useMe().cashier !== undefined;
  const width: PaperWidth = chosen ?? shop.data?.paperWidth ?? '58';
  const next = useNextMark(purchase.id);
  const [printed, setPrinted] = useState<string>();
  const [sent, setSent] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const paper = useRef<HTMLDivElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  const isOwnPrint = usePaperOfOnePrint(() => setPrinted(undefined));
  const record = async (leave: (mark: string) => Promise<void> | void) => {
    const { copyNumber } = await disclose(purchase.id, 'print', (recorded) =>
      leave(markOf(recorded.copyNumber)),
    );
    return markOf(copyNumber);
  };
  const print = useCall((way: PrintWay) => way(record), {
    onDone: (mark) => {
      setSent(mark);
      setProblem(undefined);
      // The second press of a double press would print and record a duplicate.
      return new Promise((resolve) => setTimeout(resolve, pressFreeMilliseconds));
    },
    onFailed: (error) =>
      setProblem(
        error instanceof PrintProblem ? error.message : `${words.nothingPrinted} ${messageOf(error, '')}`,
      ),
  });
  const printInBrowser: PrintWay = (record) =>
    record((mark) => {
      flushSync(() => setPrinted(mark));
      isOwnPrint.current = true;
      printPaper(paper.current, width);
    });
  const redeem = useRedeem(purchase);
  const [afterSale, setAfterSale] = useState(readPrintAfterSale);
  const [perCode, setPerCode] = useState(readPerCode);
  const tickets = (mark: string | undefined) =>
    ticketsOf({ purchase, shop: shop.data, price: retail.data?.price ?? null, mark, redeem }, perCode);
  const [first, ...others] = tickets(next);
  // Only when all data of the ticket is loaded; data that cannot be loaded is left out.
  const isReading = shop.isPending || retail.isPending;
  usePrintKey(
    seen,
    () => isReading || void print.run(printInBrowser),
    isAfterSale ? resultMilliseconds : pressFreeMilliseconds,
  );
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      isResult={isAfterSale}
      footer={
        <>
          {!isCashier && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setEditing(true)}>
              {shopWords.edit}
            </Button>
          )}
          <Button
            busy={print.busy || isReading}
            data-autofocus
            onClick={() => void print.run(printInBrowser)}
          >
            <PrintIcon size={18} />
            {words.print}
          </Button>
        </>
      }
    >
      <PaperWidthChoice
        value={width}
        onChange={(value) => {
          setChosen(value);
          keepDeviceWidth(value);
        }}
      />
      {readableCodes(purchase.codes).length > 1 && (
        <Segmented
          label={words.split}
          labelled
          value={perCode ? 'perCode' : 'together'}
          options={splits}
          onChange={(value) => {
            setPerCode(value === 'perCode');
            keepPerCode(value === 'perCode');
          }}
        />
      )}
      <div ref={seen} className={`box ${preview.preview}`}>
        {first && <Ticket content={first} width={width} />}
      </div>
      {others.length > 0 && <p className={preview.note}>{words.several(others.length + 1)}</p>}
      <p className={problem ? preview.problem : preview.note} role="status" data-testid="print-state">
        {problem ?? (sent === undefined ? words.note : words.sent(sent))}
      </p>
      {offeredConnections().length > 0 && (
        <TicketPrinter
          width={width}
          tickets={tickets}
          busy={print.busy || isReading}
          onPrint={(way) => void print.run(way)}
        />
      )}
      <Switch
        label={words.afterSale}
        hint={words.afterSaleHint}
        checked={afterSale}
        onChange={(prints) => {
          setAfterSale(prints);
          keepPrintAfterSale(prints);
        }}
      />
      {editing && (
        <ShopDialog
          onClose={() => {
            setEditing(false);
            setChosen(readDeviceWidth());
          }}
          offer={{ id: purchase.offerId, name: purchase.offerName }}
        />
      )}
      {printed !== undefined &&
        createPortal(
          <div ref={paper} className={styles.paper} aria-hidden="true" data-testid="paper">
            {tickets(printed).map((content) => (
              <Ticket key={content.position} content={content} width={width} />
            ))}
          </div>,
          document.body,
        )}
    </Dialog>
  );
}

/** The print mark of the next print; unknown while the list is loading, or when the last prints are not on its first page. */
function useNextMark(purchaseId: string): string | undefined {
  const list = useQuery({
    ...apiQuery('purchases', 'disclosures', { params: { id: purchaseId }, query: {} }),
    staleTime: 0,
  });
  if (!list.data) return undefined;
  const last = list.data.items.find(({ kind }) => kind === 'print');
  if (!last && list.data.nextCursor !== null) return undefined;
  return markOf((last?.copyNumber ?? 0) + 1);
}
