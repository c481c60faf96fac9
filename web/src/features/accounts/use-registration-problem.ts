import { type RefObject, useState } from 'react';
import { useInvalidFocus } from '../../ui/use-invalid-focus.ts';
import { blankFields, type FieldProblem, type RegistrationFields } from './registration.ts';

type Field = keyof RegistrationFields;

/**
 * One step of the registration: the sentence stands at the first wrong field, which takes the keyboard; other required
 * fields that are empty are marked too. Typing anywhere takes the marks away.
 */
export function useRegistrationProblem(
  fields: RegistrationFields,
  edit: (change: Partial<RegistrationFields>) => void,
  required: readonly Field[],
  refused: FieldProblem | null = null,
) {
  const [problem, setProblem] = useState(refused);
  const form: RefObject<HTMLFormElement | null> = useInvalidFocus(problem);
  const field = (name: Field) => {
    const wrong =
      problem &&
      (problem.field === name || (required.includes(name) && blankFields(fields, [name]).length > 0));
    return {
      name,
      value: fields[name],
      required: required.includes(name),
      urgent: true,
      error: problem?.field === name ? problem.sentence : undefined,
      ...(wrong && { 'aria-invalid': true }),
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        setProblem(null);
        edit({ [name]: event.currentTarget.value });
      },
    };
  };
  return { form, field, setProblem };
}
