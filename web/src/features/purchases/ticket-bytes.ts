import { isPrintableCode } from '../receipt-printer/code-page.ts';
import { type DrawText, Receipt } from '../receipt-printer/escpos.ts';
import { groupCode } from './code-format.ts';
import { serialLine, type TicketFacts } from './ticket-facts.ts';

/** Characters per line in the printer's default font, by paper width in millimetres. */
const columns = { '58': 32, '80': 48 } as const;

/** Whether every code can be printed exactly: with a replaced character it would be another code. */
export const canPrintCodes = ({ codes }: Pick<TicketFacts, 'codes'>): boolean =>
  codes.every(({ code }) => isPrintableCode(code));

/** The ticket as commands of a receipt printer (ESC/POS). */
export function ticketBytes(
  facts: TicketFacts,
  width: keyof typeof columns,
  draw: DrawText,
): Uint8Array<ArrayBuffer> {
  const receipt = new Receipt(columns[width], draw)
    .text(facts.shop, { bold: true, large: true })
    .text(facts.phone)
    .blank()
    .text(facts.mark, { bold: true })
    .text(facts.product, { bold: true })
    .text(facts.offer)
    .text(facts.position, { bold: true });
  for (const { code, value, serial } of facts.codes)
    receipt
      .rule()
      .text(value)
      .text(groupCode(code), { bold: true, large: true, balanced: true })
      .text(serial === undefined ? '' : serialLine(serial));
  return receipt
    .rule()
    .text(facts.missing)
    .text(facts.price, { bold: true })
    .text(facts.redeem)
    .blank()
    .text(facts.date)
    .text(facts.number)
    .text(facts.footer)
    .cut()
    .bytes();
}
