import { useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PrintPages, PrintTitle } from '../../../ui/print/print-pages.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { writeMoment } from '../../../ui/moment.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useStable } from '../../../ui/use-stable.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { AdminList } from './admin-list.tsx';
import { adminLink, whyNoLink } from '../../../event/guest-links.ts';
import { listPosts } from '../../../event/helpers/posts.ts';
import { InviteByEmail } from './invite-by-email.tsx';
import { LinkPanel } from '../../../ui/link-panel.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

export function InviteDialog({ open, onClose }: { readonly open: OpenEvent; readonly onClose: () => void }) {
  const count = open.event.admins.length + 1;
  return (
    <Dialog open onClose={onClose} title="Invite Guest Admin">
      <Tabs
        label="Invite Guest Admin"
        tabs={[
          { id: 'invite', label: 'Invite', content: <Invite open={open} /> },
          { id: 'admins', label: `Admins (${count})`, content: <AdminList open={open} /> },
        ]}
      />
    </Dialog>
  );
}

const ANYTHING = '';

function Invite({ open }: { readonly open: OpenEvent }) {
  const [isSettings, setIsSettings] = useState(false);
  const [printing, setPrinting] = useState<number | null>(null);
  const [line, setLine] = useState<Line>(ANYTHING);
  const posts = listPosts(open.event);
  // A point that was taken off meanwhile has no link any more.
  const post = posts.find((each) => each.line === line) ?? null;
  const link = adminLink(open, post?.line);
  return (
    <div className="flex flex-col gap-6">
      {link === null ? (
        <Notice tone="info">{whyNoLink(open)}</Notice>
      ) : (
        <>
          <div className="flex flex-col gap-2">
            <p className="text-14 font-[650]">Where will they stand?</p>
            <Choices
              label="Where will they stand?"
              layout="wrap"
              chosen={post?.line ?? ANYTHING}
              options={[
                ...posts.map((each) => ({ id: each.line, label: each.name })),
                { id: ANYTHING, label: 'Anything' },
              ]}
              onChoose={setLine}
            />
          </div>
          <LinkPanel
            key={link}
            link={link}
            label="Guest admin link"
            title={post === null ? `Help to time ${open.event.name}` : `${post.name} · ${open.event.name}`}
            hint={
              post === null
                ? 'Everyone who has it can start and finish racers. No account needed.'
                : 'It asks for a name and opens this post. Whoever has it can start and finish racers. No account needed.'
            }
            onCopied={() => showToast('Guest admin link copied.', { tone: 'good' })}
          />
          <Button className="self-start" onClick={() => setPrinting(open.sync.clock.now())}>
            Print a code for every post
          </Button>
        </>
      )}
      {post === null && <InviteByEmail open={open} />}
      {open.may('rotateKeys') && (
        <p className="text-14 text-ink-2">
          Link got out?{' '}
          <button type="button" className="link min-h-11 font-[650] text-ink" onClick={() => setIsSettings(true)}>
            Get a new link
          </button>
        </p>
      )}
      {isSettings && <SettingsDialog open={open} onClose={() => setIsSettings(false)} />}
      {printing !== null && <PrintPosts open={open} at={printing} onDone={() => setPrinting(null)} />}
    </div>
  );
}

interface PrintPostsProps {
  readonly open: OpenEvent;
  /** A sheet of last week may have a link that was changed since. */
  readonly at: number;
  readonly onDone: () => void;
}

/** A page for each post, to hang up there. */
function PrintPosts({ open, at, onDone }: PrintPostsProps) {
  return (
    <PrintPages label="Codes of the posts for printing" onDone={useStable(onDone)}>
      {listPosts(open.event).map(({ line, name }) => (
        <article key={line} className="print-post">
          <PrintTitle title={name} lines={[open.event.name, 'Scan it with the phone that times here.']} />
          <QrCode text={adminLink(open, line) ?? ''} label={name} />
          <p>Printed on {writeMoment(at)}</p>
        </article>
      ))}
    </PrintPages>
  );
}
