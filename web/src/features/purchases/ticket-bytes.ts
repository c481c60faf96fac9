import { codeSheet } from '@almas/locale/screens/code-sheet';
import { isPrintableCode } from '../receipt-printer/code-page.ts';
import { type DrawText, Receipt } from '../receipt-printer/escpos.ts';
import { groupCode } from './code-format.ts';
import type { TicketContent } from './ticket-content.ts';

/** Characters per line in the printer's default font, by paper width in millimetres. */
const columns = { '58': 32, '80': 48 } as const;

/** Whether every code can be printed exactly: with a replaced character it would be another code. */
export const canPrintCodes = ({ codes }: Pick<TicketContent, 'codes'>): boolean =>
  codes.every(({ code }) => isPrintableCode(code));

/** The ticket as commands of a receipt printer (ESC/POS). */
export function ticketBytes(
  content: TicketContent,
  width: keyof typeof columns,
  draw: DrawText,
): Uint8Array<ArrayBuffer> {
  const receipt = new Receipt(columns[width], draw)
    .text(content.shop, { bold: true, large: true })
    .text(content.phone)
    .blank()
    .text(content.mark, { bold: true })
    .text(content.product, { bold: true })
    .text(content.offer)
    .text(content.position, { bold: true });
  for (const { code, value, serial } of content.codes)
    receipt
      .rule()
      .text(value)
      .text(groupCode(code), { bold: true, large: true, balanced: true })
      .text(serial === undefined ? '' : codeSheet.ticket.serial(serial));
  return receipt
    .rule()
    .text(content.missing)
    .text(content.price, { bold: true })
    .text(content.redeem)
    .blank()
    .text(content.date)
    .text(content.number)
    .text(content.footer)
    .cut()
    .bytes();
}
