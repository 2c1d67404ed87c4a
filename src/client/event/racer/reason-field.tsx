import { MAX_REASON_LENGTH } from '../../../protocol/limits.ts';
import { Field, type FieldProps } from '../../ui/field.tsx';

export interface ReasonFieldProps extends Omit<FieldProps, 'label' | 'value' | 'onChange'> {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** Field for the reason of a ruling, which the history shows. */
export function ReasonField({ reason, onReason, ...rest }: ReasonFieldProps) {
  return (
    <Field
      label="Reason"
      optional
      value={reason}
      maxLength={MAX_REASON_LENGTH}
      autoComplete="off"
      onChange={(event) => onReason(event.currentTarget.value)}
      {...rest}
    />
  );
}
