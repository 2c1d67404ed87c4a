import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Icon, type IconProps, WarningIcon } from './icons.tsx';

export interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean | undefined;
}

export interface SearchFieldProps extends Omit<FieldProps, 'type' | 'onChange'> {
  onSearch: (text: string) => void;
}

/** A field whose words shorten the list below while they are typed. */
export function SearchField({ onSearch, ...rest }: SearchFieldProps) {
  return (
    <Field
      dir="auto"
      autoComplete="off"
      {...rest}
      type="search"
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  );
}

const INPUT =
  'block min-h-12 w-full rounded-button border bg-card px-4 py-2 text-16 text-ink placeholder:text-ink-2 ' +
  'read-only:bg-soft disabled:cursor-not-allowed disabled:bg-soft disabled:text-ink-2';

export function Field({
  label,
  hint,
  error,
  optional = false,
  type = 'text',
  id,
  className = '',
  ...rest
}: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = `${inputId}-hint`;
  const errorId = `${inputId}-error`;
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const hasError = Boolean(error);
  const described = [rest['aria-describedby'], hint ? hintId : '', hasError ? errorId : ''].filter(Boolean).join(' ');

  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-14 font-[650]">
        {label}
        {optional && <span className="font-normal text-ink-2"> (optional)</span>}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={inputId}
          type={isPassword && shown ? 'text' : type}
          {...(isPassword ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          {...(described ? { 'aria-describedby': described } : {})}
          {...(hasError ? { 'aria-invalid': true } : {})}
          className={`${INPUT} ${hasError ? 'border-danger' : 'border-line-strong'} ${isPassword ? 'pe-14' : ''}`}
        />
        {isPassword && <ShowPassword shown={shown} onToggle={() => setShown(!shown)} controls={inputId} />}
      </div>
      {hint && (
        <p id={hintId} className="mt-1.5 text-14 text-ink-2">
          {hint}
        </p>
      )}
      {hasError && (
        <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-14 font-[550] text-danger">
          <WarningIcon className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

function ShowPassword({ shown, onToggle, controls }: { shown: boolean; onToggle: () => void; controls: string }) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-controls={controls}
      className="absolute inset-y-0 end-0 flex w-12 items-center justify-center rounded-button text-ink-2 hover:text-ink"
    >
      {shown ? <EyeOffIcon /> : <EyeIcon />}
      <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
    </button>
  );
}

const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
);

const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.4 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2" />
    <path d="M10 10a3 3 0 0 0 4.2 4.2M4 4l16 16" />
  </Icon>
);
