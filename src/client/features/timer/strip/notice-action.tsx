import { Link } from '../../../ui/link.tsx';
import type { BoardNotice } from './notices.ts';

export interface NoticeActionProps {
  readonly action: NonNullable<BoardNotice['action']>;
  readonly className: string;
}

/** The next step after a notice. */
export function NoticeAction({ action: { label, href }, className }: NoticeActionProps) {
  if (href !== undefined) {
    return (
      <Link to={href} className={className}>
        {label}
      </Link>
    );
  }
  return (
    <button type="button" className={className} onClick={() => location.reload()}>
      {label}
    </button>
  );
}
