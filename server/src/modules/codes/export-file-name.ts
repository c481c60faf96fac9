const partLength = 80;
// Everything but characters that are safe in every file system and shell; letters of all alphabets are safe.
const unsafe = /[^\p{L}\p{N}._-]+/gu;

const part = (name: string): string =>
  [...name.normalize('NFC').replace(unsafe, '-')]
    .slice(0, partLength)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '') || 'sans-nom';

/** `<product>_<offer>_codes.txt`, unsafe characters replaced (COD-12, AMB-62). */
export const exportFileName = (product: string, offer: string): string =>
  `${part(product)}_${part(offer)}_codes.txt`;
