export const login = {
  title: 'Connexion',
  subtitle: 'Accédez à votre espace revendeur.',
  email: 'Email',
  password: 'Mot de passe',
  showPassword: 'Afficher la saisie',
  hidePassword: 'Masquer la saisie',
  submit: 'Se connecter',
  noAccount: 'Pas encore de compte ?',
  register: 'Créer un compte',
  success: 'Connexion réussie!',
  failed: 'Erreur de connexion',
  help: {
    title: 'Mot de passe oublié ?',
    text: "Demandez un mot de passe temporaire à l'administrateur de votre compte.",
  },
  promise: 'Le code tout de suite, une seule fois, et retrouvé demain.',
  promiseText: 'Achetez vos codes de jeux depuis votre solde en dinars, avec un reçu pour chaque opération.',
} as const;
