import { common } from './common.ts';

export const settings = {
  title: 'Paramètres',
  text: 'Vos préférences sur cet appareil.',
  textSynced: 'Vos préférences, sur tous vos appareils.',
  notifications: {
    title: 'Notifications',
    note: 'Vos choix sont gardés, mais aucun email ni SMS n’est envoyé pour le moment. Les notifications de cet appareil s’activent dans la cloche.',
    email: 'Notifications par email',
    emailHint: 'Mouvements du solde et réponses aux demandes',
    push: 'Notifications push',
    pushHint: 'Alertes de l’application sur cet appareil',
    sms: 'Notifications par SMS',
    smsHint: 'Messages courts sur votre téléphone',
    marketing: 'Offres et nouveautés',
    marketingHint: 'Promotions et nouveaux jeux, par email',
  },
  security: {
    title: 'Sécurité',
    loginAlerts: 'Alertes de connexion',
    loginAlertsHint: 'Votre choix est gardé ; aucun message n’est envoyé pour le moment.',
    twoFactor: 'Authentification à deux facteurs',
    twoFactorHint: (isProtected: boolean, isOwn: boolean) =>
      isProtected
        ? 'Votre compte est protégé par un second facteur.'
        : isOwn
          ? 'Votre compte n’est pas protégé par un second facteur. Activez-le dans « Sécurité ».'
          : 'Votre compte n’est pas protégé par un second facteur. L’activation se fait par le support : demandez-la à un administrateur.',
    password: 'Mot de passe',
    passwordOwn: 'Changez-le dans « Sécurité ».',
    passwordText: 'Le changement de mot de passe se fait par le support. Demandez-le à un administrateur.',
  },
  appearance: { title: common.theme.label, hint: 'Appliquée à l’enregistrement' },
  themes: { system: common.theme.auto, light: common.theme.light, dark: common.theme.dark },
  save: 'Enregistrer',
  success: 'Paramètres sauvegardés',
  failed: 'Erreur lors de la sauvegarde des paramètres',
} as const;
