import { useId } from 'react';
import type { Question } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

export function QuestionDialog({ question }: { question: Question }) {
  const { title, message, confirmLabel, cancelLabel, danger, cautious, answer } = question;
  const id = useId();
  const messageId = `${id}-message`;
  const titleId = `${id}-title`;
  return (
    <Modal
      role="alertdialog"
      onDismiss={() => answer(cancelLabel === undefined)}
      aria-labelledby={title ? titleId : messageId}
      {...(title ? { 'aria-describedby': messageId } : {})}
      className="fixed inset-0 m-0 open:flex h-dvh max-h-none w-full max-w-none items-center justify-center bg-transparent p-4"
    >
      <div className="max-h-full w-full max-w-md animate-rise overflow-y-auto rounded-board border border-line bg-card p-6 text-ink shadow-float">
        {title && (
          <h2 id={titleId} className="heading mb-2 text-24">
            {title}
          </h2>
        )}
        <p id={messageId} className={`whitespace-pre-line ${title ? 'text-16 text-ink-2' : 'text-18 font-[550]'}`}>
          {message}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {/* Where something is destroyed or charged, the Enter key gives the harmless answer. */}
          {cancelLabel !== undefined && (
            <Button onClick={() => answer(false)} {...(cautious ? { 'data-autofocus': '' } : {})}>
              {cancelLabel}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            {...(cautious ? {} : { 'data-autofocus': '' })}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
