import { isPrintableCode } from '../receipt-printer/code-page.ts';
import { Receipt } from '../receipt-printer/escpos.ts';
import { groupCode } from './code-format.ts';
import type { TicketFacts } from './ticket-facts.ts';

/** Characters a line of the printer's usual font, by the paper's width in millimetres. */
const columns = { '58': 32, '80': 48 } as const;

/** A code that the printer cannot print as it is would be another code on paper. */
export const canPrintCodes = ({ codes }: Pick<TicketFacts, 'codes'>): boolean =>
  codes.every(({ code }) => isPrintableCode(code));

/** The ticket as a receipt printer understands it (ESC/POS). */
export function ticketBytes(facts: TicketFacts, width: keyof typeof columns): Uint8Array<ArrayBuffer> {
  const receipt = new Receipt(columns[width])
    .text(facts.shop, { bold: true, large: true })
    .text(facts.phone)
    .blank()
    .text(facts.mark, { bold: true })
    .text(facts.product, { bold: true })
    .text(facts.offer);
  for (const { code, value } of facts.codes)
    receipt.rule().text(value).text(groupCode(code), { bold: true, large: true });
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
