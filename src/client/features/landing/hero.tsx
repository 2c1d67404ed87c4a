import { Link } from 'react-router';
import { WELCOME_CREDITS } from '../../../domain/credits/prices.ts';
import { useIsSignedIn } from '../../session/viewer.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DemoVideoButton } from '../../ui/demo-video.tsx';
import { StopwatchIcon } from '../../ui/tool-icons.tsx';
import { DemoBoard } from './demo-board.tsx';

export function Hero() {
  const isSignedIn = useIsSignedIn();
  return (
    <section
      aria-labelledby="hero"
      className="page grid grid-cols-1 gap-12 pt-10 pb-16 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,540px)] lg:items-center lg:gap-16 lg:pt-16 lg:pb-20"
    >
      <div>
        <h1 id="hero" className="heading text-[clamp(2.75rem,12.5vw,4.75rem)] leading-[0.98]">
          Never lose a&nbsp;finish.
        </h1>
        <p className="mt-6 max-w-[34em] text-18 text-ink-2 lg:text-20">
          Time trials on the phones you already have. Press Start, press Finish; the board moves on every screen, and it
          keeps timing when the signal doesn’t.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          {isSignedIn && (
            <Link to="/homepage" className={`${buttonClass({ variant: 'primary', size: 'lg' })} max-[419px]:w-full`}>
              To your events
            </Link>
          )}
          {!isSignedIn && (
            <>
              <Link
                to="/login?signup=true"
                className={`${buttonClass({ variant: 'primary', size: 'lg' })} max-[419px]:w-full`}
              >
                Create Free Account
              </Link>
              <Link to="/login" className={`${buttonClass({ size: 'lg' })} max-[419px]:w-full`}>
                Sign In
              </Link>
            </>
          )}
        </div>
        <div className="mt-3 flex flex-wrap gap-x-1 min-[420px]:-ms-5">
          <Link to="/landing?try" className={`${buttonClass({ variant: 'quiet', size: 'lg' })} max-[419px]:w-full`}>
            <StopwatchIcon /> Try a race here
          </Link>
          <DemoVideoButton variant="quiet" size="lg" className="max-[419px]:w-full" />
        </div>
        <p className="mt-2 text-14 text-ink-2">{WELCOME_CREDITS} credits free. That’s two events and twenty racers.</p>
      </div>
      <DemoBoard />
    </section>
  );
}
