import { type MouseEvent, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { type Settling, useSettled } from './settled.ts';

/**
 * A button whose press decides about money, an account or a request. It takes a press only after its position has been
 * stable for 800 ms, so that the second press of a double click or of Enter never decides about another item.
 */
export function DecidingButton({ appearing, subject, ...props }: ButtonProps & Settling) {
  const button = useRef<HTMLButtonElement>(null);
  const { settled, isSettled } = useSettled(button, { appearing, subject });
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // For a submit button this also prevents the submission.
    if (!isSettled(event)) return event.preventDefault();
    props.onClick?.(event);
  };
  return <Button {...props} ref={button} unsettled={!settled} onClick={press} />;
}
