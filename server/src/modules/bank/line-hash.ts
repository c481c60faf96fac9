/** SQL: what a line is known by, however its reference is spelled. */
export const lineHash = (day: string, amount: string, reference: string): string =>
  `sha256(convert_to(concat_ws('|', ${day}, ${amount}, transfer_reference_number(${reference})), 'UTF8'))`;
