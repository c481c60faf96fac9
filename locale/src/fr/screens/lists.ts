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
  /** Days by which a list is filtered. */
  period: {
    label: 'Période',
    usual: { all: 'Toutes', today: 'Aujourd’hui', week: '7 jours', month: 'Ce mois' },
    from: 'Du',
    to: 'Au',
    chosen: (from: string, to: string) => {
      if (from === to) return `Le ${from}`;
      if (from === '') return `Jusqu’au ${to}`;
      return to === '' ? `À partir du ${from}` : `Du ${from} au ${to}`;
    },
  },
  /** Of a filtered list without a row. */
  nothingFound: 'Aucun résultat',
  nothingFoundText: 'Changez la recherche ou les filtres.',
  datesReversed: 'La date de fin précède la date de début.',
} as const;
