import type { ErrorCode, Figures } from '@almas/contract/errors';
import { formatAmount, formatCount, plainAmount } from './formats.ts';
import { common } from './screens/common.ts';

type Sentence<C extends ErrorCode> = Figures<C> extends undefined ? string : (figures: Figures<C>) => string;

/** The French sentence of every refusal, letter for letter as in the specification where it gives one. */
export const errors: { readonly [C in ErrorCode]: Sentence<C> } = {
  UNAUTHENTICATED: 'Utilisateur non authentifié',
  FORBIDDEN: 'Accès non autorisé',
  ACCOUNT_NOT_ACTIVE: 'Compte non activé',
  FOREIGN_ORIGIN: 'Demande refusée : elle ne vient pas de cette application',
  NOT_FOUND: 'Ressource introuvable',
  MALFORMED_REQUEST: 'La demande est mal formée',
  UNSUPPORTED_MEDIA_TYPE: 'La demande doit être au format JSON',
  TOO_LARGE: 'La demande est trop volumineuse',
  INVALID_INPUT: 'Données invalides',
  MISSING_PARAMETERS: 'Paramètres manquants',
  KEY_REQUIRED: 'Cette demande n’a pas été effectuée : il lui manque une clé (en-tête Idempotency-Key).',
  KEY_INVALID: 'Clé de demande invalide',
  KEY_REUSED: 'Cette demande a déjà été effectuée avec d’autres valeurs. Vérifiez avant de recommencer.',
  KEY_CLOSED: 'Cette demande n’a pas été effectuée : rien n’a été débité. Vous pouvez recommencer.',
  CONFLICT: 'Une autre opération est en cours. Veuillez réessayer.',
  UNAVAILABLE: 'Service momentanément indisponible. Veuillez réessayer dans quelques secondes.',
  INTERNAL: 'Une erreur est survenue. Veuillez réessayer.',

  REQUIRED_FIELDS: common.requiredFields,
  INVALID_CREDENTIALS: 'Email ou mot de passe incorrect',
  ACCOUNT_DISABLED: 'Ce compte a été désactivé',
  TOO_MANY_LOGIN_ATTEMPTS: 'Trop de tentatives. Réessayez plus tard',
  EMAIL_TAKEN: 'Cette adresse email est déjà utilisée',
  INVALID_EMAIL: 'Adresse email invalide',
  PASSWORD_TOO_SHORT: 'Le mot de passe doit contenir au moins 6 caractères',
  PASSWORDS_DIFFER: 'Les mots de passe ne correspondent pas',
  WEAK_PASSWORD: 'Le mot de passe est trop faible',
  USER_NOT_FOUND: 'Utilisateur introuvable',
  USER_ID_REQUIRED: 'ID utilisateur requis',
  ONLY_RESELLERS_ACTIVATED: 'Seuls les revendeurs peuvent être activés',
  ALREADY_ACTIVE: 'Le compte est déjà activé',
  ALREADY_INACTIVE: 'Le compte est déjà désactivé',
  CANNOT_DEACTIVATE_SELF: 'Vous ne pouvez pas désactiver votre propre compte',
  CANNOT_RESET_ADMIN: 'Le mot de passe d’un administrateur se change en ligne de commande',
  SIGN_IN_EXPIRED: 'La connexion a expiré. Saisissez de nouveau votre mot de passe.',
  CODE_WRONG: 'Code incorrect',
  PASSWORD_WRONG: 'Le mot de passe actuel est incorrect',
  PASSWORD_UNCHANGED: 'Choisissez un mot de passe différent de l’actuel',
  TEMPORARY_PASSWORD_EXPIRED: 'Ce mot de passe temporaire a expiré. Demandez-en un nouveau.',
  TEMPORARY_PASSWORD_USED:
    'Ce mot de passe temporaire a déjà servi sur un autre appareil. Demandez-en un nouveau.',
  RESET_LINK_INVALID: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  SECOND_FACTOR_ON: 'La double authentification est déjà active',
  SECOND_FACTOR_REQUIRED: 'Un administrateur demande la double authentification pour ce compte',
  ONLY_RESELLERS_SECURED: 'Seule la double authentification d’un revendeur se gère ici',
  ONLY_RESELLERS_LIMITED: 'Seul un revendeur a une limite d’achats',
  PURCHASE_LIMIT_INVALID: 'La limite est un nombre entier de 1 à 1 000 achats par heure',
  STEP_UP_REQUIRED: 'Confirmez cette action avec votre code de double authentification',

  RECHARGE_IDS_REQUIRED: 'ID utilisateur et admin requis',
  RECHARGE_AMOUNT_INVALID: 'Montant invalide - doit être un nombre positif',
  RECHARGE_TOO_HIGH: 'Montant trop élevé - maximum 1,000,000 DZD par recharge',
  ONLY_RESELLERS_RECHARGED: 'Seuls les revendeurs peuvent recevoir des recharges',
  RECHARGE_ACCOUNT_NOT_ACTIVE: 'Le compte doit être activé pour recevoir des recharges',
  ONLY_ADMINS_RECHARGE: 'Seuls les administrateurs peuvent effectuer des recharges',
  BALANCE_LIMIT: 'Solde maximum atteint (10,000,000 DZD)',
  DEBIT_IDS_REQUIRED: 'ID utilisateur et transaction requis',
  DEBIT_AMOUNT_INVALID: 'Montant invalide',
  BALANCE_SHORT: 'Solde insuffisant',
  DEBIT_EXCEEDS_TRANSACTION: ({ available }) =>
    `La correction dépasse ce qui reste de la transaction (${plainAmount(available)} DA)`,
  TRANSACTION_NOT_FOUND: 'Transaction introuvable',
  TYPE_AND_AMOUNT_REQUIRED: 'Type et montant sont obligatoires',
  INTERNAL_VALIDATION: 'Erreur de validation interne',

  TOO_MANY_RECHARGE_REQUESTS:
    'Trop de demandes de recharge. Veuillez patienter avant de faire une nouvelle demande.',
  ONLY_RESELLERS_CREATE_REQUESTS: 'Seuls les revendeurs peuvent créer des demandes de recharge',
  ONLY_RESELLERS_MAKE_REQUESTS: 'Seuls les revendeurs peuvent faire des demandes de recharge',
  REQUEST_AMOUNT_NOT_POSITIVE: 'Le montant doit être supérieur à 0',
  REQUEST_AMOUNT_TOO_HIGH: 'Le montant ne peut pas dépasser 10 000€',
  REQUEST_STATUS_NOT_PENDING: 'Le statut initial doit être "pending"',
  TOO_MANY_PENDING_REQUESTS: 'Vous avez déjà 3 demandes en attente. Veuillez attendre leur traitement.',
  REQUEST_FOR_ANOTHER: 'Vous ne pouvez créer des demandes que pour votre propre compte',
  REQUEST_NOT_FOUND: 'Demande introuvable',
  REQUEST_PROCESSED: 'Cette demande a déjà été traitée',
  RECEIPT_REUSED: ({ request, amount }) =>
    `Ce reçu ou cette référence a déjà été crédité dans la demande n° ${request} (${formatAmount(amount)}). Comparez les deux, puis confirmez`,
  APPROVE_IDS_REQUIRED: 'ID de demande et admin requis',
  ONLY_ADMINS_APPROVE: 'Seuls les administrateurs peuvent approuver les demandes',
  REJECT_IDS_REQUIRED: 'ID de demande, admin et raison requis',
  REVEAL_REASON_REQUIRED: 'Veuillez saisir la raison de la consultation',
  ONLY_ADMINS_REJECT: 'Seuls les administrateurs peuvent rejeter les demandes',
  CANCEL_IDS_REQUIRED: 'ID de demande et utilisateur requis',
  CANCEL_NOT_OWN: 'Vous ne pouvez annuler que vos propres demandes',
  CANCEL_NOT_PENDING: 'Seules les demandes en attente peuvent être annulées',
  PROOF_FORMAT: 'Cette photo ne peut pas être utilisée. Format accepté : JPEG',
  PROOF_TOO_MANY_PIXELS: 'La photo est trop grande : 20 millions de pixels au plus',
  PROOF_NOT_FOUND: 'Aucune photo à voir pour cette demande',
  TOO_MANY_PROOFS: 'Trop de photos envoyées. Veuillez patienter avant de réessayer.',

  PRODUCT_NAME_REQUIRED: 'Le nom du produit est requis',
  GAME_REQUIRED: 'Le jeu est requis',
  OFFER_REQUIRED: 'Au moins une offre est requise',
  OFFER_NAME_REQUIRED: "Le nom de l'offre est requis",
  OFFER_VALUE_REQUIRED: 'La valeur est requise',
  OFFER_PRICE_NOT_POSITIVE: 'Le prix doit être supérieur à 0',
  PICTURE_GONE: 'Cette image n’est plus disponible. Téléversez-la de nouveau',
  PICTURE_FORMAT: 'Cette image ne peut pas être utilisée. Formats acceptés : JPEG, PNG, WebP, AVIF, GIF',
  PICTURE_UNREADABLE: 'L’image est abîmée ou incomplète. Choisissez un autre fichier',
  PICTURE_TOO_MANY_PIXELS:
    'L’image est trop grande : 40 millions de pixels au plus, 16 millions pour un fichier AVIF',
  IMAGE_URL_INVALID: 'L’adresse de l’image doit commencer par http:// ou https://',
  REDEEM_LINK_INVALID: 'Le lien d’utilisation doit commencer par https://',
  PRODUCT_NOT_FOUND: 'Produit introuvable',
  PRODUCT_CHANGED: 'Ce produit a été modifié entre-temps',
  OFFERS_HOLD_CODES: ({ offers }) => `Ces offres contiennent des codes non vendus : ${offers}`,
  OFFER_NOT_FOUND: 'Offre introuvable',
  CODES_MISSING: 'Codes manquants',
  CODES_INVALID: 'Codes invalides',
  CODES_DESTROYED:
    'Un tableur a détruit ces numéros (1,23457E+15) : demandez le fichier d’origine à votre fournisseur',
  CODES_ALREADY_KNOWN: ({ inOffer, inOtherOffers, sold }) =>
    `Aucun nouveau code : ${[
      inOffer > 0 && `${formatCount(inOffer)} déjà dans cette offre`,
      inOtherOffers > 0 && `${formatCount(inOtherOffers)} déjà dans une autre offre`,
      sold > 0 && `${formatCount(sold)} déjà ${sold > 1 ? 'vendus' : 'vendu'}`,
    ]
      .filter((part) => part !== false)
      .join(', ')}`,
  CODES_BEING_CHECKED:
    'Les codes enregistrés sont en cours de contrôle. Réessayez l’importation dans quelques minutes.',
  TOO_MANY_CODES: 'Trop de codes en une seule importation (100 000 au maximum)',
  CASE_RULE_FIXED:
    'Des codes ont déjà été importés dans cette offre : sa règle de casse ne peut plus être changée',
  CODE_IMPORT_NOT_FOUND: 'Importation introuvable',
  CODE_NOT_FOR_SALE: 'Ce code n’est plus en vente : il a été vendu ou retiré entre-temps',
  NOTHING_TO_WITHDRAW: 'Il ne reste aucun code à vendre de cette importation',
  WITHDRAW_REASON_REQUIRED: 'La raison du retrait est requise',
  CODE_REQUIRED: 'Le code ou le numéro de série est requis',
  FIND_REASON_REQUIRED: 'La raison de la recherche est requise',
  TOO_MANY_CODE_SEARCHES: 'Trop de recherches de codes. Veuillez patienter.',
  NO_CODES_TO_EXPORT: 'Aucun code disponible pour cette offre',
  WITHHELD_CODE_NOT_FOUND: 'Code introuvable',
  WITHHELD_CODE_DECIDED: 'Ce code a déjà été traité',
  WITHHELD_CODE_STILL_DUPLICATE: 'Le même code est encore enregistré : celui-ci ne peut pas être vendu',
  WITHHELD_CODE_UNREADABLE: 'Ce code ne s’ouvre toujours avec aucune clé : il ne peut pas être vendu',
  EXPORT_TOO_LONG:
    'Un fichier Excel (XLSX) contient au plus 20 000 lignes. Réduisez la période ou les filtres, ou exportez en CSV.',
  TOO_MANY_EXPORTS: 'D’autres exports sont en cours. Veuillez réessayer dans un instant.',

  QUANTITY_INVALID: 'Quantité invalide (1-100)',
  ONLY_RESELLERS_BUY: 'Seuls les revendeurs peuvent acheter',
  TOO_MANY_DISCLOSURES: 'Trop de copies. Veuillez patienter.',
  TOO_MANY_PURCHASES: "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.",
  PRODUCT_NOT_AVAILABLE: 'Produit non disponible',
  STOCK_SHORT: ({ available }) => `Stock insuffisant (${available} disponible(s))`,
  OFFER_CHANGED: 'Cette offre a changé. Vérifiez-la avant d’acheter.',
  PRICE_INVALID: 'Prix invalide',
  PRICE_CHANGED: ({ price }) => `Le prix a changé : ${formatAmount(price)}`,
  PURCHASE_BALANCE_SHORT: ({ available, required }) =>
    `Solde insuffisant (${plainAmount(available)} DA disponible, ${plainAmount(required)} DA requis)`,
  NO_CODE_FOR_PRODUCT: 'Aucun code trouvé pour ce produit',
  NO_CODE_FOR_OFFER: 'Aucun code trouvé pour cette offre',
  CODES_SHORT: 'Codes insuffisants en stock',
  PURCHASE_NOT_FOUND: 'Achat introuvable',
  TOO_MANY_OUTCOMES: 'Trop de vérifications. Veuillez patienter.',

  FREE_FIRE_INCOMPLETE: 'Données de demande incomplètes',
  PLAYER_ID_REQUIRED: 'ID joueur requis',
  PLAYER_ID_INVALID: 'ID Free Fire doit contenir 8 à 12 chiffres',
  ONLY_RESELLERS_FREE_FIRE: 'Seuls les revendeurs peuvent effectuer des demandes Free Fire',
  FREE_FIRE_ACCOUNT_NOT_ACTIVE: 'Le compte doit être activé pour effectuer des demandes',
  TOO_MANY_FREE_FIRE_REQUESTS:
    'Trop de demandes Free Fire. Veuillez patienter avant de faire une nouvelle demande.',
  FREE_FIRE_OFFLINE: 'Le service Free Fire est actuellement hors ligne',
  FREE_FIRE_OFFER_NOT_FOUND: 'Offre non trouvée',
  FREE_FIRE_OFFER_UNAVAILABLE: "Cette offre n'est pas disponible actuellement",
  FREE_FIRE_BALANCE_SHORT: ({ balance, price }) =>
    `Solde insuffisant. Solde actuel: ${plainAmount(balance)} DA, Prix: ${plainAmount(price)} DA`,
  FREE_FIRE_PROCESSING_FAILED: 'Échec de la recharge Free Fire - Service temporairement indisponible',
  PROOF_REQUIRED: "Veuillez fournir le lien de l'image de preuve",
  REFUSAL_REASON_REQUIRED: 'Veuillez saisir une raison de refus',
  FREE_FIRE_PRICE_INVALID: 'Le prix doit être un nombre positif',
  FREE_FIRE_STATUS_STATIC: "Impossible de mettre à jour le statut de l'offre",
  WORKING_DAY_REQUIRED: 'Au moins un jour de travail doit être sélectionné',

  NOTIFICATION_INCOMPLETE: 'Paramètres manquants pour créer la notification',
  NOTIFICATION_ID_REQUIRED: 'ID de notification requis',
  NOTIFICATION_NOT_FOUND: 'Notification introuvable',
  SUBSCRIPTION_INVALID: 'Cet appareil ne peut pas recevoir de notifications.',
  TOO_MANY_SUBSCRIPTIONS:
    'Trop de changements. Veuillez patienter avant de modifier à nouveau les notifications.',
  DEAD_LETTER_NOT_FOUND: 'Ce message a déjà été envoyé ou supprimé.',
  TOO_MANY_NOTIFICATIONS: 'Trop de notifications. Veuillez patienter avant d’en créer une nouvelle.',

  FEATURE_FORCED: 'Cette fonction est imposée par la configuration : elle ne peut pas être désactivée ici',
  MESSAGE_REQUIRED: 'Veuillez saisir un message',
  TOO_MANY_MESSAGES: 'Trop de messages. Veuillez patienter avant d’en envoyer un nouveau.',
};

/** The sentence of a refusal with its figures (amounts in DA) filled in. */
export function errorSentence<C extends ErrorCode>(code: C, figures: Figures<C>): string {
  const sentence = errors[code] as string | ((figures: Figures<C>) => string);
  return typeof sentence === 'string' ? sentence : sentence(figures);
}
