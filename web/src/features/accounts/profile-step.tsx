import { register as words } from '@almas/locale/screens/register';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './auth-layout.module.css';
import { fieldHelp, type ProfileField } from './profile-fields.ts';
import { profileFields, type RegistrationForm, registrationField } from './registration.ts';

interface ProfileStepProps {
  readonly form: RegistrationForm;
  readonly busy: boolean;
  readonly onBack: () => void;
}

/** Step 2: who the reseller is; address, city and postal code may stay empty. */
export function ProfileStep({ form, busy, onBack }: ProfileStepProps) {
  const stated = registrationField(form, profileFields);
  const field = (name: ProfileField) => ({ ...fieldHelp[name], ...stated(name) });
  return (
    <Form form={form} className={styles.form}>
      <FormError text={form.mistake('form')} />
      <div className={styles.pair}>
        <TextField label={words.firstName} autoFocus {...field('firstName')} />
        <TextField label={words.lastName} {...field('lastName')} />
      </div>
      <TextField label={words.company} {...field('company')} />
      <TextField label={words.phone} {...field('phone')} />
      <TextField label={words.address} {...field('address')} />
      <div className={styles.pair}>
        <TextField label={words.city} {...field('city')} />
        <TextField label={words.postalCode} {...field('postalCode')} />
      </div>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onBack} disabled={busy}>
          {words.back}
        </Button>
        <Button type="submit" busy={busy}>
          {words.submit}
        </Button>
      </div>
    </Form>
  );
}
