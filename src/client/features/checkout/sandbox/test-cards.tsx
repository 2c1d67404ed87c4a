import { findTestCard, TEST_CARDS, type TestCard } from '../../../../protocol/payments.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { formatNumber } from './card-text.ts';

export interface TestCardsProps {
  readonly typed: string;
  readonly isLocked: boolean;
  readonly onChoose: (card: TestCard) => void;
}

export function TestCards({ typed, isLocked, onChoose }: TestCardsProps) {
  const chosen = findTestCard(typed);
  return (
    <section aria-labelledby="test-cards" className="mt-8 border-t border-line pt-6">
      <h2 id="test-cards" className="text-18 font-[720]">
        Test cards
      </h2>
      <p className="mt-1 text-14 text-ink-2">Tap one to fill in the form. The date and the code come with it.</p>
      <ul className="mt-4 grid gap-2 sm:grid-cols-2">
        {TEST_CARDS.map((card) => (
          <li key={card.number} className="flex">
            <button
              type="button"
              disabled={isLocked}
              aria-pressed={card === chosen}
              onClick={() => onChoose(card)}
              className="flex min-h-14 w-full items-center gap-3 rounded-button border border-line px-4 py-2 text-start hover:bg-soft active:bg-soft disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:border-ink"
            >
              <span className="min-w-0 flex-1">
                <span className="digits block font-[650]">{formatNumber(card.number)}</span>
                <span className="block text-14 text-ink-2">{card.does}</span>
              </span>
              {card === chosen && <CheckIcon className="size-5" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
