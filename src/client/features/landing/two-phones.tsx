import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import { LandingPicture, useIsWide, useLandingFile } from './landing-picture.tsx';
import { PauseButton } from './pause-button.tsx';
import { Section } from './section.tsx';
import { useInView } from './use-in-view.ts';

/** The timer's own screen, recorded by `npm run demo-video`. The film is loaded when a visitor comes to it. */
export function TwoPhones() {
  const figure = useRef<HTMLElement>(null);
  const film = useRef<HTMLVideoElement>(null);
  const [isPaused, setIsPaused] = useState(prefersReducedMotion);
  const isRunning = useInView(figure) && !isPaused;
  const [isLoaded, setIsLoaded] = useState(false);
  if (isRunning && !isLoaded) setIsLoaded(true);
  const isWide = useIsWide();
  const file = useLandingFile('two-phones');

  useEffect(() => {
    // A browser that refuses to play leaves the still on the screen.
    if (isRunning) film.current?.play().catch(() => undefined);
    else film.current?.pause();
  }, [isRunning, file]);

  return (
    <Section
      title="Start at one end, finish at the other"
      layout="beside"
      intro="This is the timer. The helper presses Start, and the coach has the running clock. The coach presses Finish, and the time is on both boards."
    >
      <figure ref={figure} className="relative">
        <LandingPicture
          file={file}
          size={{ width: isWide ? 1440 : 720, height: 1240 }}
          className="rounded-board border border-line"
          alt="Two phones time one race. The helper at the start has pressed Start for Chioma Okafor; the coach at the finish has pressed Finish for Dana Petrov, who is first on both leaderboards."
        >
          {isLoaded && (
            <video
              ref={film}
              key={file}
              src={`${file}.mp4`}
              muted
              loop
              playsInline
              aria-hidden
              className="absolute inset-0 size-full object-cover"
            />
          )}
        </LandingPicture>
        <PauseButton
          pause="Pause the film"
          play="Play the film"
          isPaused={isPaused}
          onToggle={() => setIsPaused(!isPaused)}
          className="absolute top-1 end-2 text-ink-2 hover:bg-soft hover:text-ink"
        />
      </figure>
    </Section>
  );
}
