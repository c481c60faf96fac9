import { Button, type ButtonProps } from './button.tsx';

interface DialogButtonProps extends ButtonProps {
  /** Id of the element that names what the dialog is about. */
  readonly of: string;
}

/** Opens a dialog about one entry of a list. */
export const DialogButton = ({ of, variant = 'secondary', ...rest }: DialogButtonProps) => (
  <Button variant={variant} aria-haspopup="dialog" aria-describedby={of} {...rest} />
);
