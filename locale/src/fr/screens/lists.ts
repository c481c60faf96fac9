/** Of lists that are sorted, filtered by day and exported. */
export const lists = {
  export: {
    label: 'Exporter la liste',
    action: 'Exporter (CSV)',
    workbook: 'XLSX',
    workbookLabel: 'Exporter (XLSX, pour Excel)',
    busy: 'Export en cours…',
    done: 'Export terminé',
    failed: "Erreur d'export",
  },
  sort: { label: 'Trier par', asc: 'croissant', desc: 'décroissant' },
  /** What waits for a decision. */
  queue: {
    label: 'Ordre',
    orders: { asc: 'Plus anciennes', desc: 'Plus récentes' },
  },
  datesReversed: 'La date de fin précède la date de début.',
} as const;
