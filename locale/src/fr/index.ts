export { errorSentence, errors } from './errors.ts';
export * from './formats.ts';
export { passwordResetMail } from './mails.ts';
export { stored } from './stored.ts';
