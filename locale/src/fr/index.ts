export { errorSentence, errors } from './errors.ts';
export * from './formats.ts';
export { passwordKnownMail, passwordResetMail } from './mails.ts';
export { stored } from './stored.ts';
