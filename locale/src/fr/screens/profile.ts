import { register } from './register.ts';

export const profile = {
  title: 'Mon profil',
  partial: 'Vos coordonnées ne sont pas disponibles hors ligne.',
  personal: 'Informations personnelles',
  address: 'Adresse',
  account: 'Compte',
  fields: {
    firstName: register.firstName,
    lastName: register.lastName,
    email: register.email,
    phone: register.phone,
    company: register.company,
    address: register.address,
    city: register.city,
    postalCode: register.postalCode,
  },
  emailHint: 'L’email ne peut pas être modifié.',
  balance: 'Solde',
  status: 'Statut',
  memberSince: 'Membre depuis',
  edit: 'Modifier',
  save: 'Enregistrer',
  cancel: 'Annuler',
  success: 'Profil mis à jour avec succès',
  name: { title: 'Mon nom', text: 'Vos décisions sont affichées sous ce nom.' },
  failed: 'Erreur lors de la mise à jour du profil',
} as const;
