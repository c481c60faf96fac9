import type { User } from '@almas/contract/accounts';
import { formatDate } from '@almas/locale/formats';
import { profile as words } from '@almas/locale/screens/profile';
import { purchaseLimit } from '@almas/locale/screens/purchase-limit';
import { Card, Section } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Money } from '../../ui/figures.tsx';
import { AccountBadge } from './account-badge.tsx';
import styles from './account-info.module.css';
import { OwnPurchaseLimit } from './purchase-limit-text.tsx';

export const AccountInfo = ({ me }: { readonly me: User }) => (
  <Section title={words.account}>
    <Card>
      <p className={`dim ${styles.label}`}>{words.balance}</p>
      <p className={styles.balance} data-testid="profile-balance">
        <Money amount={me.balance ?? 0} size="xl" />
      </p>
      <DescriptionList
        items={[
          [words.status, <AccountBadge key="status" user={me} />],
          [words.memberSince, formatDate(me.createdAt)],
          me.role === 'reseller' && me.status === 'active'
            ? [purchaseLimit.label, <OwnPurchaseLimit key="limit" />]
            : null,
        ]}
      />
    </Card>
  </Section>
);
