import { Dialog } from '../../ui/dialog.tsx';
import { NotifyMe } from './notify-me.tsx';

/** Messages about the results of a whole event. */
export function ResultsDialog({ eventId, onClose }: { readonly eventId: string; readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Send me the results">
      <NotifyMe eventId={eventId} racerId={null} />
    </Dialog>
  );
}
