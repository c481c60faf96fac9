/** The e-mails that the product sends. */

export const passwordResetMail = (link: string, minutes: number) => ({
  subject: 'Almas : choisir un nouveau mot de passe',
  text: [
    'Bonjour,',
    '',
    'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Almas. Ouvrez ce lien pour le choisir :',
    '',
    link,
    '',
    `Il est valable ${minutes} minutes et une seule fois. Si la demande ne vient pas de vous, ignorez ce message : rien ne change.`,
  ].join('\n'),
});

/** To the former address of an account: it names neither the new one nor the person. */
export const emailReplacedMail = {
  subject: 'Almas : cette adresse n’ouvre plus votre compte',
  text: [
    'Bonjour,',
    '',
    'L’administrateur a donné une autre adresse email à votre compte Almas. Celle-ci ne l’ouvre plus, et les appareils connectés ne le sont plus.',
    '',
    'Si vous n’êtes pas au courant, contactez l’administrateur.',
  ].join('\n'),
} as const;

/** To the new one. */
export const emailGivenMail = {
  subject: 'Almas : votre compte s’ouvre avec cette adresse',
  text: [
    'Bonjour,',
    '',
    'L’administrateur a donné cette adresse email à votre compte Almas. Connectez-vous avec elle. Sans mot de passe, demandez-en un à l’administrateur.',
  ].join('\n'),
} as const;

/** After wrong codes of the second factor behind the right password. */
export const passwordKnownMail = {
  subject: 'Almas : votre mot de passe est peut-être connu d’un autre',
  text: [
    'Bonjour,',
    '',
    'Quelqu’un a saisi le mot de passe de votre compte Almas, puis plusieurs codes de double authentification incorrects. Le compte ne s’est pas ouvert.',
    '',
    'Si ce n’était pas vous, changez votre mot de passe, ou demandez-en un autre à l’administrateur. Si c’était vous, ignorez ce message.',
  ].join('\n'),
} as const;
