import { type MouseEvent, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { isFresh, isSecondPress, useFreshSubject } from './slips.ts';

interface DecidingButtonProps extends ButtonProps {
  /** What a press would do, such as the price; in the moment after a change it takes none. */
  readonly subject?: string | undefined;
}

/**
 * A button whose press decides about money, an account or a request (P29): the second press of a double press does nothing, and neither
 * does a press in the moment in which the button appears.
 */
export function DecidingButton({ subject, ...props }: DecidingButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFreshSubject(button, subject);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // For a submit button this also prevents the submission.
    if (isSecondPress(event) || isFresh(event.currentTarget, event)) return event.preventDefault();
    props.onClick?.(event);
  };
  return <Button {...props} ref={button} data-deciding="" onClick={press} />;
}
