import { shop as words } from '@almas/locale/screens/shop';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const ShopDialog = lazyDialog(() => import('./shop-dialog.tsx'));

/** The section of the profile that opens the ticket settings. */
export function TicketsSection() {
  const [opened, setOpened] = useState(false);
  return (
    <Section title={words.section} note={words.sectionText}>
      <Card>
        <Button variant="secondary" full aria-haspopup="dialog" onClick={() => setOpened(true)}>
          {words.edit}
        </Button>
      </Card>
      {opened && <ShopDialog onClose={() => setOpened(false)} />}
    </Section>
  );
}
