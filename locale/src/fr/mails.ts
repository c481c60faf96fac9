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
