import type { shop as french } from '../../fr/screens/shop.ts';
import { ltr, own } from '../grammar.ts';
import type { Translated } from '../translated.ts';

/** What a reseller's tickets say of the shop, and the reseller's own prices. Loaded when it is opened. */
export const shop: Translated<typeof french> = {
  section: 'التذاكر',
  sectionText: 'الاسم والهاتف وأسفل تذاكر الصندوق.',
  edit: 'تذكرة المحل',
  title: 'محلك على التذكرة',
  name: 'اسم المحل',
  phone: 'هاتف المحل',
  footer: 'أسفل التذكرة',
  footerHint: 'سطر واحد، مثل: لا تُردّ ولا تُستبدل.',
  width: 'عرض الورق',
  millimetres: (width) => ltr(`${width} mm`),
  showPrice: 'إظهار سعر بيعك',
  showPriceHint: 'سعر الشراء لا يُطبع أبدًا.',
  price: (offer) => `سعر بيعك لكود ${own(offer)} (DA)`,
  priceHint: 'اتركه فارغًا حتى لا يُطبع السعر. تحمل التذكرة سعر يوم بيعها.',
  save: 'حفظ',
  saved: 'حُفظت التذكرة',
  failed: 'خطأ أثناء حفظ التذكرة',
};
