import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ShownSecret } from './shown-secret.tsx';

type Words = ComponentProps<typeof ShownSecret>['words'] &
  Readonly<Record<'title' | 'add' | 'empty' | 'emptyText' | 'failed', string>>;

interface SecretListProps<Item> {
  readonly list: ComponentProps<typeof PagedList<Item>>['list'];
  readonly words: Words;
  readonly item: (item: Item) => ReactNode;
  /** Makes a new one; `onMade` gets its secret, which is shown once. */
  readonly form: (onMade: (secret: string | undefined) => void, onClose: () => void) => ReactNode;
}

/** What a program needs and is shown once, such as keys: those that there are, and a new one. */
export function SecretList<Item>({ list, words, item, form }: SecretListProps<Item>) {
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<string>();
  const close = () => setAdding(false);
  const show = (secret: string | undefined) => {
    close();
    setShown(secret);
  };
  return (
    <Stack>
      <div className="row wrap spread gap-8">
        <h3>{words.title}</h3>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
        {(items: readonly Item[]) => <ul className="column gap-12">{items.map(item)}</ul>}
      </PagedList>
      {isAdding && (
        <Dialog onClose={close} title={words.add} size="sm">
          {form(show, close)}
        </Dialog>
      )}
      {shown !== undefined && (
        <ShownSecret secret={shown} words={words} onClose={() => setShown(undefined)} />
      )}
    </Stack>
  );
}
