/** What resellers owe, and the cash that agents collect. */
export const credit = {
  kinds: {
    advance: 'Avance',
    payment: 'Encaissement',
    write_off: 'Passé en perte',
    correction: 'Encaissement annulé',
  },
  remittanceStates: { open: 'À confirmer', confirmed: 'Confirmé', withdrawn: 'Retiré' },
} as const;
