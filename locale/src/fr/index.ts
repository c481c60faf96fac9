export { errorSentence, errors } from './errors.ts';
export * from './formats.ts';
export { stored } from './stored.ts';
