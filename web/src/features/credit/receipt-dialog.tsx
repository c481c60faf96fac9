import { credit } from '@almas/locale/screens/credit';
import { Printer, Share2 } from 'lucide';
import { useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useToasts } from '../../lib/use-toasts.ts';
import { messageOf, useCall } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { icon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { offeredConnections } from '../receipt-printer/chosen-printer.ts';
import styles from '../receipt-printer/paper.module.css';
import { printPaper, usePaperOfOnePrint } from '../receipt-printer/print-paper.ts';
import { readDeviceWidth } from '../shop/paper-width.tsx';
import own from './credit.module.css';
import { receiptLines, receiptText, type ShownReceipt } from './receipt-content.ts';

const ReceiptPrinter = lazyPart(() => import('./receipt-printer.tsx'), <span />);
const [PrintIcon, ShareIcon] = [icon(Printer), icon(Share2)];
const words = credit.receipt;

/** A receipt as printed: black on white, as wide as the paper. */
const Paper = ({ receipt, width }: { readonly receipt: ShownReceipt; readonly width: '58' | '80' }) => (
  <div className={`${styles.ticket} ${width === '58' ? styles.narrow : ''}`} data-testid="receipt">
    {receiptLines(receipt).map(({ text, strong, ruled }) => (
      <p key={text} className={`${strong ? styles.product : ''} ${ruled ? styles.redeem : ''}`} dir="auto">
        {text}
      </p>
    ))}
  </div>
);

interface ReceiptDialogProps {
  readonly receipt: ShownReceipt;
  readonly onClose: () => void;
}

/** The receipt of a payment: printed like a ticket, or shared as a text. */
export default function ReceiptDialog({ receipt, onClose }: ReceiptDialogProps) {
  const [printing, setPrinting] = useState(false);
  const paper = useRef<HTMLDivElement>(null);
  const isOwnPrint = usePaperOfOnePrint(() => setPrinting(false));
  const { say } = useToasts();
  const width = readDeviceWidth() ?? '58';
  const text = receiptText(receipt);
  const share = useCall(() => navigator.share({ text }), {
    onFailed: (error) => {
      // The person has closed the list of applications.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        say.error(messageOf(error, words.shareFailed));
    },
  });
  const print = () => {
    flushSync(() => setPrinting(true));
    isOwnPrint.current = true;
    printPaper(paper.current, width);
  };
  return (
    <Dialog
      onClose={onClose}
      title={words.title(receipt.receiptNumber)}
      size="sm"
      isResult
      footer={
        <>
          {'share' in navigator && (
            <Button variant="secondary" busy={share.busy} onClick={() => void share.run()}>
              <ShareIcon size={18} />
              {words.share}
            </Button>
          )}
          <CopyButton
            text={text}
            label={words.copy}
            done={words.copied}
            failed={words.copyFailed}
            variant="secondary"
          />
          <Button data-autofocus onClick={print}>
            <PrintIcon size={18} />
            {words.print}
          </Button>
        </>
      }
    >
      <div className={own.preview}>
        <Paper receipt={receipt} width={width} />
      </div>
      {offeredConnections().length > 0 && <ReceiptPrinter receipt={receipt} width={width} />}
      {printing &&
        createPortal(
          <div ref={paper} className={styles.paper} aria-hidden="true" data-testid="paper">
            <Paper receipt={receipt} width={width} />
          </div>,
          document.body,
        )}
    </Dialog>
  );
}
