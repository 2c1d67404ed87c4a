import type { TimerViewProps } from '../../event/view-list.ts';
import { Modal } from '../../ui/modal.tsx';
import { CameraScreen } from './camera-screen.tsx';

/** Over the whole screen, as the finish: a finger at the line must find nothing else. */
export function CameraView({ open, onClose }: TimerViewProps) {
  return (
    <Modal
      onDismiss={onClose}
      aria-label="Finish camera"
      data-whole-screen
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-paper p-0 text-ink open:flex open:flex-col"
    >
      <CameraScreen open={open} onClose={onClose} />
    </Modal>
  );
}
