import { isBareCode } from './values.ts';

/** What a column holds. `code` and `pin` name the same: what is sold. */
export const columnRoles = ['code', 'pin', 'serial', 'expiry', 'price', 'ignored'] as const;
export type ColumnRole = (typeof columnRoles)[number];

export const isSold = (role: ColumnRole | undefined): boolean => role === 'code' || role === 'pin';

/** The words of headings and labels, in French, English and Arabic, without accents and in lower case. */
const names: Readonly<Record<ColumnRole, string>> = {
  pin:
    'pins?|e-?pins?|pin ?codes?|codes? ?pin|pin number|numero pin|n pin|secret|secret code|code secret|numero secret|mots? de passe|passwords?|pwd|scratch( code)?|' +
    'الرقم السري|الرمز السري|الكود السري|رمز pin|كلمة السر|كلمة المرور',
  code:
    'codes?|vouchers?|(?:voucher|gift|redeem|redemption|activation|recharge|card|promo|coupon|game|digital|topup|top up|unlock)[ -]?(?:codes?|keys?)|' +
    'cles?|cles? (?:produit|de produit|d activation|de licence)|codes? (?:d activation|de recharge|cadeaux?|promo|bon|carte|a gratter|recharge|jeux?)|keys?|' +
    '(?:product|licen[cs]e|activation|cd|game|steam)[ -]?keys?|cdkeys?|licen[cs]es?|coupons?|bons?|bon d achat|tokens?|n(?:umero)?s? (?:du |de )?(?:bon|recharge)|' +
    'الكود|كود|الاكواد|اكواد|الرمز|رمز|الرموز|رمز الشحن|كود الشحن|رمز التفعيل|كود التفعيل|القسيمة|قسيمة|المفتاح|رمز البطاقة|كود البطاقة',
  serial:
    'serials?|serial ?(?:no|num|number|numbers|nr|n|id|key)|s ?n|sn ?(?:no|number)|series?(?: n| no)?|(?:n|no|nr|num|numeros?)(?: de)? series?|ser|serienummer|' +
    'card (?:no|number|id|serial)|(?:n|no|num|numeros?)(?: de)?(?: la)? cartes?|id carte|pan|ref carte|' +
    'الرقم التسلسلي|رقم تسلسلي|تسلسلي|السيريال|سيريال|رقم البطاقة|الرقم المتسلسل',
  expiry:
    'exp|expir[ey]s?|expir(?:y|ation|es)(?: date)?|expire le|expires? on|date(?: d| de)? ?(?:expiration|exp|peremption|validite|fin)|date limite|peremption|validite|valid(?:ity)?(?: until| to| till)?|valable (?:jusqu au|au)|jusqu au|' +
    'end date|best before|dlc|use by|تاريخ الانتهاء|تاريخ انتهاء الصلاحية|الصلاحية|صالح حتى|انتهاء الصلاحية|ينتهي في',
  price:
    'prix(?: [^\\d]{1,20})?|price|unit price|montant|valeur|valeur faciale|value|face ?value|amount|denom|denomination|cout|tarif|cost|p ?u|ttc|ht|da|dzd|usd|eur|credit|' +
    'السعر|سعر|القيمة|قيمة|المبلغ|الثمن|الفئة|فئة',
  ignored:
    'n|no|nr|num|numeros?|number|id|ids|index|idx|rang|ligne|line|row|dates?(?: d achat| de vente| achat| de livraison| de commande| de creation)?|(?:delivered|created|purchased|ordered|issued|sold|used|redeemed)(?: at| on| to| by)?|(?:vendue?s?|utilisee?s?) (?:a|au|le|par)|(?:order|purchase|delivery|creation|issue) date|heure|time|libelles?|label|produits?|products?|(?:product|article|item|offer) (?:name|code|id)|codes? (?:produit|article|offre|client|barre|barres|pays|region)|offres?|offer|lots?|batch|region|pays|country|' +
    'etat|statut?s?|quantites?|qte|qty|types?|designation|nom|name|articles?|item|sku|ean|jeux?|games?|commentaires?|comments?|notes?|remarques?|observation|vendu|sold|clients?|customers?|user|utilisateur|fournisseur|supplier|commande|order(?: id| no| number)?|facture|invoice|ref|reference|devise|currency|operateur|categorie|category|description|phone|telephone|email|' +
    'رقم|الرقم|العدد|الكمية|المنتج|اسم المنتج|اللعبة|التاريخ|تاريخ|الحالة|ملاحظات|النوع|العميل|الدولة|المنطقة|الطلب|رقم الطلب',
};

/** The first role whose words match: `code produit` is no code, `code pin` is a PIN. */
const order: readonly ColumnRole[] = ['pin', 'serial', 'expiry', 'ignored', 'price', 'code'];
const patterns = order.map((role) => [role, new RegExp(`^(?:${names[role]})$`, 'u')] as const);

/** A heading or label as it is compared: accents, signs and what stands in brackets left out. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[\p{P}\p{S}_]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What a heading or a label names; undefined for any other text. */
export function roleOfName(text: string): ColumnRole | undefined {
  if (text.length > 60 || isBareCode(text)) return undefined;
  if (text.trim() === '#') return 'ignored';
  const word = foldWord(text);
  if (word === '') return undefined;
  return patterns.find(([, pattern]) => pattern.test(word))?.[0];
}

const offerNames =
  /^(?:produits?|products?|(?:product|article|item|offer) name|nom (?:du )?produit|offres?|offer|packs?|articles?|item|designation|libelles?|denom(?:ination)?|valeur(?: faciale)?|value|face ?value|sku|jeux?|games?|regions?|pays|country|اسم المنتج|المنتج|العرض|اللعبة|الفئة|فئة|القيمة|قيمة|المنطقة|الدولة)$/u;

/** Whether a heading is that of a column that says for which offer a code is. */
export const namesOffer = (head: string): boolean => offerNames.test(foldWord(head));

export const isTotal = (text: string): boolean =>
  !isBareCode(text) &&
  /^\W*(?:(?:sous|grand|sub)[- ]?)?tota(?:l|ux)(?:\b|$)|^\W*(?:somme|sum|nombre (?:de |total)|quantite totale|count|المجموع|الاجمالي|مجموع|الإجمالي)(?=\W|$|[\s:])/iu.test(
    text.normalize('NFKD').replace(/\p{M}/gu, ''),
  );

/** `pas`, `not yet`, `n’a pas été`: the word after it is not said of the code. */
const negation = '(?:non|not|pas|jamais|never|غير|ليس)(?:[ -](?:encore|ete|yet|been))*[ -]';
const spentWords = new RegExp(
  `(?<!${negation})(?<![\\p{L}\\p{N}])(?:used|utilisee?s?|sold|vendue?s?|redeemed|consommee?s?|annulee?s?|cancell?ed|refunded|remboursee?s?|` +
    '(?:مستعمل|مستخدم|مباع)ة?|ملغ(?:ى|ي|اة))(?![\\p{L}\\p{N}])|[❌✖🚫⛔]',
  'iu',
);

/** What a list says of a code that is used up: `utilisé`, `sold`, a red cross. */
export const isSpent = (text: string): boolean =>
  !isBareCode(text) && spentWords.test(text.normalize('NFKD').replace(/\p{M}/gu, ''));

/** A heading `Utilisé`, and with a word more `Vendu à`, `Sold on`. */
const spentHeading =
  /^(?:deja |already )?(?:utilisee?s?|vendue?s?|used|sold|redeemed|consommee?s?|(?:مستعمل|مستخدم|مباع)ة?)(?: (a|au|le|par|to|on|at|by))?$/u;
const yes = /^(?:oui|yes|vrai|true|ok|نعم|[oyx1✓✔✅])$/iu;
const no = /^(?:non|no|faux|false|0|لا|[-–—/\s]*)$/iu;

/** Whether a cell says that the code beside it is used up: by its own words, or as the answer to its heading. */
export function saysSpent(heading: string, cell: string): boolean {
  if (isSpent(cell)) return true;
  const asked = spentHeading.exec(foldWord(heading));
  return asked !== null && (asked[1] === undefined ? yes : /./u).test(cell.trim()) && !no.test(cell);
}

/** « Expiré » alone: « expire le … » is no state. */
const expired = /^(?:expiree?s?|expired|منتهية?(?: الصلاحية)?)$/u;

/** Whether a cell says that the code beside it has expired: as a whole, or as the answer to its heading. */
export const saysExpired = (heading: string, cell: string): boolean =>
  expired.test(foldWord(cell)) || (expired.test(foldWord(heading)) && yes.test(cell.trim()));

const endless =
  /^(?:[0 ]*|n a|na|nil|null|sans(?: .+)?|pas d.+|n expire .+|aucune?s?(?: .+)?|illimitee?s?|permanente?s?|a vie|jamais|never(?: .+)?|none|unlimited|lifetime|no .+|(?:غير|بدون|بلا|دون|لا) .+|دائم)$/u;

/** Whether a cell of end dates says that there is none. */
export const saysNoExpiry = (cell: string): boolean => no.test(cell) || endless.test(foldWord(cell));

const sentenceWords =
  /(?:^|[^\p{L}\p{N}])(?:bonjour|bonsoir|salut|slt|slm|salam|cc|coucou|hello|hi|dear|merci|mrc|thanks?|thank you|voici|voila|vos|votre|your|nos|les|des|pour|avec|bonne|bonnes|vente|ventes|journee|cordialement|commande|livraison|fin|end|suite|codes|cartes|ci-joint|ci-dessous|svp|stp|please|total|restant|reste|paye|paiement|confirmer|confirme|recu|ok|attention|important|diamants?|diamonds?|free fire|pubg|uc|frere|mon frere|khoya|page \d+|messages?|media omitted|medias? omis|image|supprime|deleted|chiffres|encrypted|envoye|bon courage|a bientot|offre|lot|date|facture|imprime)(?=$|[^\p{L}\p{N}])/iu;

/** `DATE 1234 7QX2`: groups of one length, with a digit. */
function areGroups(text: string): boolean {
  const [first = '', ...others] = text.split(' ');
  return (
    others.length > 0 &&
    /^[A-Za-z0-9 ]*\d[A-Za-z0-9 ]*$/.test(text) &&
    others.every(({ length }) => length === first.length)
  );
}

/** A line of a message: a greeting, thanks, a title. Arabic words are never part of a code. */
export function isSentence(text: string): boolean {
  if (isBareCode(text) || areGroups(text)) return false;
  if (/\p{Script=Arabic}{2}/u.test(text.replace(/\p{N}/gu, ' '))) return true;
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return (
    sentenceWords.test(plain) ||
    plain.split(/\s+/).filter((word) => /^[A-Z]?[a-z]{3,}[,.!?:]?$/.test(word)).length >= 2
  );
}

/** `Contact: 0550123456`: what is no code, behind a word that says so. The label of a code is taken off before. */
export const isLabelled = (text: string): boolean => /^\p{L}[\p{L} .'’-]{1,30}(?:[:=]\s|\s[:=])/u.test(text);
