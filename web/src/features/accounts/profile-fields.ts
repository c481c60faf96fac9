import type { User } from '@almas/contract/accounts';

/** The fields that a reseller may change; the email is not one of them. */
export const personalFields = ['firstName', 'lastName', 'phone', 'company'] as const;
export const addressFields = ['address', 'city', 'postalCode'] as const;
export type ProfileField = (typeof personalFields)[number] | (typeof addressFields)[number];
export type ProfileDraft = Record<ProfileField, string>;

export const profileDraftOf = (me: User): ProfileDraft => ({
  firstName: me.firstName,
  lastName: me.lastName,
  phone: me.phone,
  company: me.company,
  address: me.address,
  city: me.city,
  postalCode: me.postalCode,
});

/** The autocomplete value and the server's maximum length of each field. */
export const fieldHelp: Readonly<
  Record<ProfileField, { autoComplete: string; maxLength: number; type?: string; inputMode?: 'numeric' }>
> = {
  firstName: { autoComplete: 'given-name', maxLength: 100 },
  lastName: { autoComplete: 'family-name', maxLength: 100 },
  phone: { autoComplete: 'tel', maxLength: 50, type: 'tel' },
  company: { autoComplete: 'organization', maxLength: 200 },
  address: { autoComplete: 'street-address', maxLength: 300 },
  city: { autoComplete: 'address-level2', maxLength: 100 },
  postalCode: { autoComplete: 'postal-code', maxLength: 20, inputMode: 'numeric' },
};
