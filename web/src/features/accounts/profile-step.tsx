import { register as words } from '@almas/locale/screens/register';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './auth-layout.module.css';
import { profileFields, type RegistrationForm, registrationField } from './registration.ts';

interface ProfileStepProps {
  readonly form: RegistrationForm;
  readonly busy: boolean;
  readonly onBack: () => void;
}

/** Step 2: who the reseller is; address, city and postal code may stay empty. */
export function ProfileStep({ form, busy, onBack }: ProfileStepProps) {
  const field = registrationField(form, profileFields);
  return (
    <Form form={form} className={styles.form}>
      <div className={styles.pair}>
        <TextField label={words.firstName} autoComplete="given-name" autoFocus {...field('firstName')} />
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
    </Form>
  );
}
