import { useEffect, useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { Modal } from '../../../ui/modal.tsx';
import { askForPost, ownHelper } from '../../../event/helpers/posts.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { FinishScreen } from './finish-screen.tsx';
import { linesOf, type NamedLine } from './named-lines.ts';

interface Post {
  readonly line: Line | null;
  /** The line that this phone timed before. */
  readonly before: NamedLine | null;
}

/**
 * Over the whole screen: a finger at the line must find nothing else. A native dialog keeps the focus off the page
 * behind it.
 */
export function FinishView({ open, onClose }: TimerViewProps) {
  const lines = linesOf(open.event);
  const [post, setPost] = useState<Post>(() => ({ line: ownHelper(open)?.post ?? null, before: null }));
  const found = lines.find((each) => each.line === post.line);
  // A tap for a point that was taken off the course must not become a finish.
  const isGone = found === undefined && post.line !== null && post.line !== 'start';
  useEffect(() => {
    if (isGone) askForPost(post.line);
  }, [isGone, post.line]);
  if (isGone) return null;
  const here = found ?? lines.at(-1)!;
  return (
    <Modal
      onDismiss={onClose}
      aria-label={here.name}
      data-whole-screen
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-paper p-0 text-ink open:flex open:flex-col"
    >
      <FinishScreen
        key={here.line}
        open={open}
        here={here}
        lines={lines}
        before={post.before}
        onLine={({ line }) => setPost({ line, before: here })}
        onClose={onClose}
      />
    </Modal>
  );
}
