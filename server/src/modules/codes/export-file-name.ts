const partLength = 80;
// What no file system and no shell takes amiss; letters of every alphabet stay.
const unsafe = /[^\p{L}\p{N}._-]+/gu;

const part = (name: string): string =>
  [...name.normalize('NFC').replace(unsafe, '-')]
    .slice(0, partLength)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '') || 'sans-nom';

/** `<product>_<offer>_codes.txt`, unsafe characters replaced (COD-12, AMB-62). */
export const exportFileName = (product: string, offer: string): string =>
  `${part(product)}_${part(offer)}_codes.txt`;

/** The header that gives a download its name: plain letters for old programs, all of them in RFC 5987. */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7e]/g, '-');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
