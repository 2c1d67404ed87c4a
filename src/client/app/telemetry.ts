import { lazyScreen } from './lazy-screen.ts';

/** The video tool: the list of recorded runs, one of them, or two side by side. Loaded when it is first opened. */
export const analysis = lazyScreen(() =>
  import('../../telemetry/client/analysis/analysis-screens.tsx').then((m) => m.AnalysisScreens),
);

/**
 * Deletes the runs on this device. If their code does not arrive, they stay until /analysis is next opened, which deletes them
 * as well.
 */
export async function forgetRuns(): Promise<void> {
  try {
    await (await import('../../telemetry/client/run-sync/web-run-ports.ts')).forgetRunsOfAccounts();
  } catch (error) {
    console.warn('The recordings of the account stay on this device until /analysis is opened', error);
  }
}
