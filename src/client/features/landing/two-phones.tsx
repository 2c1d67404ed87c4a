import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import { DARK, landingFile, LandingPicture, WIDE } from './landing-picture.tsx';
import { PauseButton } from './pause-button.tsx';
import { Section } from './section.tsx';
import { useInView } from './use-in-view.ts';
import { useMedia } from './use-media.ts';

const NAME = 'two-phones';

/** The timer's own screen, recorded by `npm run demo-video`. The film is loaded when a visitor comes to it. */
export function TwoPhones() {
  const figure = useRef<HTMLElement>(null);
  const film = useRef<HTMLVideoElement>(null);
  const [isPaused, setIsPaused] = useState(prefersReducedMotion);
  const isRunning = useInView(figure) && !isPaused;
  const [isLoaded, setIsLoaded] = useState(false);
  if (isRunning && !isLoaded) setIsLoaded(true);
  const src = `${landingFile(NAME, useMedia(WIDE), useMedia(DARK))}.mp4`;

  useEffect(() => {
    // A browser that refuses to play leaves the still on the screen.
    if (isRunning) film.current?.play().catch(() => undefined);
    else film.current?.pause();
  }, [isRunning, src]);

  return (
    <Section
      title="Start at one end, finish at the other"
      layout="beside"
      intro="This is the timer. The helper presses Start, and the coach has the running clock. The coach presses Finish, and the time is on both boards."
    >
      <figure ref={figure} className="relative">
        <LandingPicture
          name={NAME}
          wide={{ width: 1440, height: 1240 }}
          tall={{ width: 720, height: 1240 }}
          alt="Two phones time one race. The helper at the start has pressed Start for Chioma Okafor; the coach at the finish has pressed Finish for Dana Petrov, who is first on both leaderboards."
        >
          {isLoaded && (
            <video
              ref={film}
              key={src}
              src={src}
              muted
              loop
              playsInline
              aria-hidden
              className="absolute inset-0 size-full object-cover"
            />
          )}
        </LandingPicture>
        <PauseButton
          what="the film"
          isPaused={isPaused}
          onToggle={() => setIsPaused(!isPaused)}
          className="absolute right-0 bottom-0 border border-line bg-card text-ink hover:bg-soft"
        />
      </figure>
    </Section>
  );
}
