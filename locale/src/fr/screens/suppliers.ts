import { formatCount } from '../formats.ts';

/** From whom the owner buys codes. */
export const suppliers = {
  title: 'Fournisseurs',
  add: 'Ajouter un fournisseur',
  empty: 'Aucun fournisseur',
  emptyText: 'Ajoutez ceux à qui vous achetez vos codes : chaque lot dira de qui il vient.',
  failed: 'Impossible de charger les fournisseurs',
  name: 'Nom',
  contact: 'Contact',
  contactHint: 'Téléphone, e-mail ou compte de messagerie',
  note: 'Note',
  claimHours: 'Délai de réclamation (heures)',
  claimHoursHint: (hours: number) => `Laissez vide pour ${hours} h après la vente`,
  withArchived: 'Montrer aussi les fournisseurs archivés',
  archived: 'Archivé',
  archive: 'Archiver',
  restore: 'Rétablir',
  edit: 'Modifier',
  editTitle: (name: string) => `Modifier « ${name} »`,
  save: 'Enregistrer',
  created: 'Fournisseur ajouté',
  saved: 'Fournisseur modifié',
  saveFailed: 'Le fournisseur n’a pas été enregistré',
  supplied: (batches: number, codes: number) =>
    batches === 0
      ? 'Aucun lot'
      : `${formatCount(batches)} lot${batches > 1 ? 's' : ''} · ${formatCount(codes)} code${codes > 1 ? 's' : ''}`,
  batches: 'Voir ses lots',
} as const;
