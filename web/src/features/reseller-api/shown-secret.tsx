import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface ShownSecretProps {
  readonly secret: string;
  readonly words: Readonly<Record<'shownTitle' | 'shownText' | 'copied' | 'copyFailed' | 'done', string>>;
  readonly onClose: () => void;
}

/** A key or a secret, shown once. */
export const ShownSecret = ({ secret, words, onClose }: ShownSecretProps) => (
  <Dialog onClose={onClose} title={words.shownTitle} size="sm" isResult>
    <Stack>
      <p>{words.shownText}</p>
      <code className="anywhere" data-testid="shown-secret">
        {secret}
      </code>
      <div className="wrap gap-8">
        <CopyButton text={secret} done={words.copied} failed={words.copyFailed} focused />
        <Button variant="secondary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Stack>
  </Dialog>
);
