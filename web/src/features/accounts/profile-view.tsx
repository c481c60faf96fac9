import type { User } from '@almas/contract/accounts';
import { common } from '@almas/locale/screens/common';
import { profile as words } from '@almas/locale/screens/profile';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { addressFields, type ProfileField } from './profile-fields.ts';

const line = (me: User, field: ProfileField | 'email') =>
  [words.fields[field], me[field] || common.none] as const;

/** The profile, read-only. */
export const ProfileView = ({ me }: { readonly me: User }) => (
  <Stack gap={24}>
    <Section title={words.personal}>
      <Card>
        <DescriptionList
          items={(['firstName', 'lastName', 'email', 'phone', 'company'] as const).map((field) =>
            line(me, field),
          )}
        />
      </Card>
    </Section>
    <Section title={words.address}>
      <Card>
        <DescriptionList items={addressFields.map((field) => line(me, field))} />
      </Card>
    </Section>
  </Stack>
);
