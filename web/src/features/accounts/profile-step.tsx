import { register as words } from '@almas/locale/screens/register';
import { type FormEvent, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { StepProps } from './account-step.tsx';
import styles from './auth-layout.module.css';
import { profileFields, profileProblem } from './registration.ts';
import { useRegistrationProblem } from './use-registration-problem.ts';

interface ProfileStepProps extends StepProps {
  readonly busy: boolean;
  readonly onBack: () => void;
}

/** Step 2: who the reseller is; address, city and postal code may stay empty. */
export function ProfileStep({ fields, edit, busy, onBack, onDone }: ProfileStepProps) {
  const { form, field, setProblem } = useRegistrationProblem(fields, edit, profileFields);
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = profileProblem(fields);
    setProblem(found);
    if (!found) onDone();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <TextField label={words.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={words.lastName} autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label={words.company} autoComplete="organization" {...field('company')} />
      <TextField label={words.phone} type="tel" autoComplete="tel" {...field('phone')} />
      <TextField label={words.address} autoComplete="street-address" {...field('address')} />
      <div className={styles.pair}>
        <TextField label={words.city} autoComplete="address-level2" {...field('city')} />
        <TextField label={words.postalCode} autoComplete="postal-code" {...field('postalCode')} />
      </div>
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
