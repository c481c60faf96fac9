import { type DrawText, Receipt } from '../receipt-printer/escpos.ts';
import { receiptLines, type ShownReceipt } from './receipt-content.ts';

/** Characters per line in the printer's default font, by paper width in millimetres. */
const columns = { '58': 32, '80': 48 } as const;

/** The receipt as commands of a receipt printer (ESC/POS). */
export function receiptBytes(
  receipt: ShownReceipt,
  width: keyof typeof columns,
  draw: DrawText,
): Uint8Array<ArrayBuffer> {
  const paper = new Receipt(columns[width], draw);
  for (const { text, strong = false, ruled = false } of receiptLines(receipt)) {
    if (ruled) paper.rule();
    paper.text(text, { bold: strong });
  }
  return paper.blank().blank().cut().bytes();
}
