import { register as words } from '@almas/locale/screens/register';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import type { StepProps } from './account-step.tsx';
import styles from './door.module.css';
import { profileProblem, type RegistrationFields } from './registration.ts';

interface ProfileStepProps extends StepProps {
  readonly busy: boolean;
  readonly onBack: () => void;
}

/** Step 2: who the reseller is; address, city and postal code may stay empty. */
export function ProfileStep({ fields, edit, busy, onBack, onDone }: ProfileStepProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = profileProblem(fields);
    setProblem(found);
    if (!found) onDone();
  };
  const field = (name: keyof RegistrationFields, required: boolean) => ({
    name,
    value: fields[name],
    required,
    'aria-invalid': required && problem !== null && fields[name].trim() === '' ? true : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setProblem(null);
      edit({ [name]: event.currentTarget.value });
    },
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <TextField label={words.firstName} autoComplete="given-name" {...field('firstName', true)} />
        <TextField label={words.lastName} autoComplete="family-name" {...field('lastName', true)} />
      </div>
      <TextField label={words.company} autoComplete="organization" {...field('company', true)} />
      <TextField label={words.phone} type="tel" autoComplete="tel" {...field('phone', true)} />
      <TextField label={words.address} autoComplete="street-address" {...field('address', false)} />
      <div className={styles.pair}>
        <TextField label={words.city} autoComplete="address-level2" {...field('city', false)} />
        <TextField label={words.postalCode} autoComplete="postal-code" {...field('postalCode', false)} />
      </div>
      <FormError text={problem} />
      <div className={styles.buttons}>
        <Button look="secondary" onClick={onBack} disabled={busy}>
          {words.back}
        </Button>
        <Button type="submit" busy={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
