import { Dialog } from '../../ui/dialog.tsx';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { SeenEvent } from '../event-context.ts';
import { viewerLink, whyNoLink } from '../guest-links.ts';
import { LinkPanel } from '../../ui/link-panel.tsx';

export const VIEWER_LINK_COPIED = 'Viewer link copied to clipboard!';

export interface ViewerLinkDialogProps {
  readonly open: SeenEvent;
  /** Opened because copying was refused. */
  readonly isBlocked: boolean;
  readonly onClose: () => void;
}

export function ViewerLinkDialog({ open, isBlocked, onClose }: ViewerLinkDialogProps) {
  const { alert } = useAlert();
  const link = viewerLink(open);
  return (
    <Dialog open onClose={onClose} title="Follow the race">
      {link === null ? (
        <Notice tone="info">{whyNoLink(open)}</Notice>
      ) : (
        <LinkPanel
          link={link}
          label="Viewer link"
          title={`Follow ${open.event.name}`}
          hint="Everyone who has it can follow the race live, and change nothing."
          isBlocked={isBlocked}
          onCopied={() => void alert(VIEWER_LINK_COPIED)}
        />
      )}
    </Dialog>
  );
}
