import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { CourseProfile } from './course-profile.tsx';

export function Closing() {
  return (
    <section aria-labelledby="closing" className="page pb-16 lg:pb-24">
      <div className="relative overflow-hidden rounded-board bg-board px-6 pt-12 pb-28 text-on-board sm:px-10 lg:px-16 lg:pt-20 lg:pb-44">
        <h2 id="closing" className="heading max-w-[16ch] text-32 sm:text-44">
          The next racer is on the line.
        </h2>
        <p className="mt-4 max-w-[44ch] text-18 text-on-board-2">
          Make an account, add a few names, and time a lap around the car park. It needs no card.
        </p>
        <div className="relative mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
          <Link to="/login?signup=true" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Create Free Account
          </Link>
          <Link to="/login" className="link py-3 font-semibold">
            Sign In
          </Link>
        </div>
        <CourseProfile className="absolute inset-x-0 bottom-0 h-24 w-full text-on-board-2 lg:h-40" />
      </div>
    </section>
  );
}
