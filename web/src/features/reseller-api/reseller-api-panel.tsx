import { resellerApi as words } from '@almas/locale/screens/reseller-api';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { ApiKeys } from './api-keys.tsx';
import styles from './reseller-api.module.css';
import { Webhooks } from './webhooks.tsx';

/** What a reseller's own site needs to order. */
export default function ResellerApiPanel() {
  return (
    <div className={styles.panel}>
      <Section title={words.title}>
        <Card>
          <Stack gap={24}>
            <p>
              {words.text} <a href="/api/docs#integrer">{words.documentation}</a>
            </p>
            <ApiKeys />
            <Webhooks />
          </Stack>
        </Card>
      </Section>
    </div>
  );
}
