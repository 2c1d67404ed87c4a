import { withNext } from '../../../session/next-page.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';

export interface SignInFirstProps {
  readonly what: 'events' | 'racers';
  /** The page to go on to after the login. */
  readonly next: string;
}

/** A guest has the right to add racers and to change the event, and without an account nothing of their own to choose. */
export function SignInFirst({ what, next }: SignInFirstProps) {
  return (
    <EmptyState
      title={what === 'events' ? 'No events of your own yet' : 'No racers of your own yet'}
      action={
        <Link to={withNext('/login', next)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Sign In
        </Link>
      }
    >
      {what === 'events'
        ? 'This list has the events you created. Sign in to see yours. You stay a timekeeper of this one.'
        : 'This list has the racers you created. Sign in to add yours. You stay a timekeeper of this event.'}
    </EmptyState>
  );
}
