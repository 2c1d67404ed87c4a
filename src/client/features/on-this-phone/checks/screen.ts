import type { Check, Finding } from '../check.ts';

export const screen: Check = {
  id: 'screen',
  title: 'Screen stays on',
  about: 'Asks the browser to keep the screen on, for a moment.',
  withinMs: 10_000,
  async run() {
    if (!('wakeLock' in navigator)) return judgeScreen('absent');
    try {
      const lock = await navigator.wakeLock.request('screen');
      await lock.release();
      return judgeScreen('given');
    } catch (problem) {
      return judgeScreen('refused', problem instanceof Error ? problem.name : '');
    }
  },
};

export function judgeScreen(lock: 'given' | 'refused' | 'absent', cause = ''): Finding {
  if (lock === 'given') {
    return {
      verdict: 'passed',
      seen: 'The browser keeps the screen on.',
      means: 'The camera can run as long as this page is open.',
      figures: { lock },
    };
  }
  return {
    verdict: lock === 'refused' ? 'weak' : 'absent',
    seen:
      lock === 'refused' ? 'The browser refused. A low battery does that.' : 'This browser can’t keep the screen on.',
    means:
      'Set the phone’s automatic lock to ‘Never’ for the race and leave the low-power mode: a dark screen stops the camera.',
    figures: { lock, ...(cause !== '' && { cause }) },
  };
}
