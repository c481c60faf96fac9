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
