import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export interface NeedsAccountProps {
  readonly title: string;
  readonly text: string;
}

/** A guest helps with one event and owns nothing. */
export function NeedsAccount({ title, text }: NeedsAccountProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Link to="/login?signup=true" className={buttonClass({ variant: 'primary' })}>
          Create Free Account
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}
