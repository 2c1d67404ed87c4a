import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { LinkPanel, type LinkPanelProps } from './link-panel.tsx';
import { Notice } from './notice.tsx';
import { showToast } from './toast.tsx';

export interface ShareByLinkProps extends Pick<LinkPanelProps, 'label' | 'hint'> {
  /** The heading of the dialog. */
  readonly heading: string;
  /** The title in the share sheet. */
  readonly title: string;
  /** Null: there is no link yet. */
  readonly path: string | null;
  /** What a reader by the link sees, said before the link is made. */
  readonly before: ReactNode;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly onTurn: (isOn: boolean) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A link to one thing of an account, which its owner makes and withdraws. */
export function ShareByLink(props: ShareByLinkProps) {
  const { heading, title, label, hint, path, before, isBusy, error, onTurn, onClose, children } = props;
  return (
    <Dialog open title={heading} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {error !== null && <Notice tone="bad">{error}</Notice>}
        {path === null ? (
          <>
            <p>{before}</p>
            <Button variant="primary" busy={isBusy} onClick={() => onTurn(true)}>
              Make a link
            </Button>
          </>
        ) : (
          <>
            <LinkPanel
              link={`${location.origin}${path}`}
              label={label}
              title={title}
              hint={hint}
              onCopied={() => showToast('Link copied')}
            />
            <Button variant="quiet" busy={isBusy} onClick={() => onTurn(false)}>
              Turn off the link
            </Button>
          </>
        )}
        {children}
      </div>
    </Dialog>
  );
}
