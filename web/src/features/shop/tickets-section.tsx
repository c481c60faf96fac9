import { shop as words } from '@almas/locale/screens/shop';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const ShopDialog = lazyDialog(() => import('./shop-dialog.tsx'));

/** The way from the profile to what the tickets say. */
export function TicketsSection() {
  const [opened, setOpened] = useState(false);
  return (
    <Section title={words.section}>
      <Card>
        <Stack gap={12}>
          <p>{words.sectionText}</p>
          <div>
            <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpened(true)}>
              {words.edit}
            </Button>
          </div>
        </Stack>
      </Card>
      <ShopDialog opened={opened} onClose={() => setOpened(false)} />
    </Section>
  );
}
