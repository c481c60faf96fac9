import type { PaymentReceipt } from '@almas/contract/credit';
import type { DebtPaymentMethod } from '@almas/contract/forms';
import { formatDateTime } from '@almas/locale/formats';
import { credit } from '@almas/locale/screens/credit';

const words = credit.receipt;

/** A receipt to show; `isTakenBack`: its payment was recorded by mistake. */
export type ShownReceipt = Omit<PaymentReceipt, 'id' | 'userId' | 'method'> & {
  readonly method?: DebtPaymentMethod | null | undefined;
  readonly isTakenBack?: boolean;
};

export interface ReceiptLine {
  readonly text: string;
  readonly strong?: boolean;
  /** After a dashed rule. */
  readonly ruled?: boolean;
}

/** The lines of a receipt, for the screen, the browser print, the receipt printer and a message. */
export const receiptLines = (receipt: ShownReceipt): readonly ReceiptLine[] =>
  [
    { text: words.heading, strong: true },
    { text: words.number(receipt.receiptNumber), strong: true },
    { text: receipt.isTakenBack ? words.cancelled : '', strong: true },
    { text: formatDateTime(receipt.createdAt) },
    { text: `${words.from} ${receipt.userName}`, ruled: true },
    { text: receipt.company },
    { text: words.amount(receipt.amount, receipt.method ?? 'cash'), strong: true, ruled: true },
    { text: words.before(receipt.debtBefore) },
    { text: words.after(receipt.debtAfter) },
    { text: receipt.debtAfter > 0 && receipt.dueOn ? words.dueOn(receipt.dueOn) : '' },
    { text: receipt.note },
    { text: words.by(receipt.collectedByName), ruled: true },
    { text: words.signature },
  ].filter(({ text }) => text !== '');

export const receiptText = (receipt: ShownReceipt): string =>
  receiptLines(receipt)
    .filter(({ text }) => text !== words.signature)
    .map(({ text }) => text)
    .join('\n');
