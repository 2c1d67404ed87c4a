import { writeDecimal } from '../../../domain/language.ts';
import { timeOf } from '../../../domain/model/state.ts';
import { Button } from '../../ui/button.tsx';
import { formatTapTime } from '../../event/racer-words.ts';
import type { Offer } from './offers.ts';

export interface OfferListProps {
  readonly offers: readonly Offer[];
  readonly timeZone: string;
  readonly nameOf: (racerId: string) => string;
  readonly onUse: (offers: readonly Offer[]) => void;
  readonly onLeave: (offer: Offer) => void;
  readonly onLook: (offer: Offer) => void;
}

/** '0.18 s earlier': what the camera says beside the thumb. */
function describeOffer(earlier: number): string {
  const hundredths = Math.round(Math.abs(earlier) / 10);
  if (hundredths === 0) return 'camera: the same';
  const seconds = writeDecimal(hundredths / 100, 2);
  return earlier > 0 ? `camera: ${seconds} s earlier` : `camera: ${seconds} s later`;
}

/** Times of the thumb beside those of the camera. A person decides about each, or about all. */
export function OfferList({ offers, timeZone, nameOf, onUse, onLeave, onLook }: OfferListProps) {
  if (offers.length === 0) {
    return (
      <p className="m-auto max-w-[36ch] px-6 py-2 text-center text-14 text-ink-2">
        No offers. When you tap below and the camera saw the crossing too, its time is offered here.
      </p>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      {offers.length > 1 && (
        <div className="border-b border-line px-4 py-2">
          <Button className="w-full" onClick={() => onUse(offers)}>
            Use all {offers.length}
          </Button>
        </div>
      )}
      <ul aria-label="Times that the camera offers">
        {offers.map((offer) => {
          const { tap, earlier } = offer;
          const time = formatTapTime(timeOf(tap), timeZone);
          return (
            <li key={tap.id} className="flex items-center gap-2 border-b border-line px-4 py-2">
              <button type="button" className="min-h-12 min-w-0 flex-1 text-start" onClick={() => onLook(offer)}>
                <span className="digits block text-18 font-[720]">
                  {time}
                  {tap.racerId !== null && (
                    <span dir="auto" className="ms-2 text-14 font-[550] text-ink-2">
                      {nameOf(tap.racerId)}
                    </span>
                  )}
                </span>
                <span className="digits block text-14 text-ink-2">{describeOffer(earlier)}</span>
              </button>
              <Button className="px-3!" aria-label={`Keep the tap: ${time}`} onClick={() => onLeave(offer)}>
                Keep
              </Button>
              <Button
                variant="primary"
                className="px-4!"
                aria-label={`Use the camera’s time for ${time}`}
                onClick={() => onUse([offer])}
              >
                Use
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
