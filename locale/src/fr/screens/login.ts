export const login = {
  title: 'Connexion',
  subtitle: 'Accédez à votre espace revendeur.',
  ended: {
    title: 'Votre session a pris fin',
    text: 'Rien n’a été acheté ni enregistré depuis.',
    drafts: 'Ce que vous aviez saisi vous attend.',
  },
  email: 'Email',
  password: 'Mot de passe',
  showPassword: 'Afficher la saisie',
  hidePassword: 'Masquer la saisie',
  submit: 'Se connecter',
  noAccount: 'Pas encore de compte ?',
  register: 'Créer un compte',
  forgotten: 'Mot de passe oublié ?',
  success: 'Connexion réussie!',
  failed: 'Erreur de connexion',
  cookiesBlocked: 'Votre navigateur bloque les cookies. Autorisez-les pour ce site, puis réessayez.',
  help: {
    title: 'Mot de passe oublié ?',
    text: 'Demandez un mot de passe temporaire à l’administrateur de votre compte.',
  },
  promise: 'Le code tout de suite, une seule fois, et retrouvé demain.',
  promiseText:
    'Achetez vos codes de jeux depuis votre solde en dinars, avec le relevé de toutes vos opérations.',
} as const;
