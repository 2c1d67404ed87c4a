import { DemoVideoButton } from '../../ui/demo-video.tsx';

export function TimerTool() {
  return (
    <section
      aria-labelledby="timer-tool"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-card p-5 shadow-card sm:p-6"
    >
      <div className="min-w-0 max-w-[46ch] flex-1 basis-72">
        <h2 id="timer-tool" className="heading text-24">
          Race timer
        </h2>
        <p className="mt-1 text-ink-2">
          Press Start when a racer sets off and Finish when they arrive. The leaderboard moves on every phone that has
          the link, and every tap is kept when there is no signal.
        </p>
      </div>
      <DemoVideoButton className="max-sm:w-full" />
    </section>
  );
}
