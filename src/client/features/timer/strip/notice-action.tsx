import { Link } from '../../../ui/link.tsx';
import type { BoardNotice } from './notices.ts';

export interface NoticeActionProps {
  readonly action: NonNullable<BoardNotice['action']>;
  readonly className: string;
  readonly onLook?: () => void;
}

/** The next step after a notice. */
export function NoticeAction({ action: { label, href, isLook }, className, onLook }: NoticeActionProps) {
  if (href !== undefined) {
    return (
      <Link to={href} className={className}>
        {label}
      </Link>
    );
  }
  return (
    <button type="button" className={className} onClick={isLook ? onLook : () => location.reload()}>
      {label}
    </button>
  );
}
