import { Link } from 'react-router';
import { counted } from '../../domain/language.ts';
import type { ImportPlan } from '../../domain/racers/import/plan.ts';
import { errors } from '../../protocol/errors.ts';
import { Notice } from '../ui/notice.tsx';

export interface ImportPriceProps {
  readonly plan: ImportPlan;
  readonly credits: number;
  /** Where credits are bought; it leads back to the list. */
  readonly buyPath: string;
}

/** The price of an import, before anything is charged. */
export function ImportPrice({ plan: { created, reused, cost, payable }, credits, buyPath }: ImportPriceProps) {
  const racers =
    reused.length > 0 ? counted(created.length, 'new racer', 'new racers') : counted(created.length, 'racer', 'racers');
  const price = `${racers}, ${counted(cost, 'credit', 'credits')}; you have ${credits}`;
  if (payable === created.length) {
    return (
      <p role="status" className="digits min-w-full text-18 font-[720]">
        {created.length > 0 ? price : reused.length > 0 ? 'Nothing to pay' : 'Nobody to add yet'}
      </p>
    );
  }
  return (
    <Notice tone="bad" className="min-w-full">
      <p className="font-[650]">{errors['not-enough-credits-for-racer'].text}</p>
      <p className="digits">{price}.</p>
      <p>
        {payable > 0 && `Your credits are enough for the first ${payable}. `}
        <Link to={buyPath} className="link py-2.5 font-[650]">
          Buy credits
        </Link>
        ; the list stays here.
      </p>
    </Notice>
  );
}
