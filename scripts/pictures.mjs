import './lib/require-node.mjs';

const { fromRoot, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');

/**
 * The pictures of docs/guide and of the landing page, taken from the product itself: a screen that has changed is
 * photographed as it is now.
 */
await runCommand(async () => {
  const { requireFfmpeg } = await import('./demo-video/ffmpeg.mjs');
  await requireFfmpeg();
  await ensureInstalled();
  await ensureBuilt();
  const { launch } = await import('./demo-video/browser.mjs');
  const { startServer } = await import('./demo-video/server.mjs');
  const { photographAnalysis } = await import('./pictures/analysis.mjs');
  const { createCamera } = await import('./pictures/camera.mjs');
  const { photographHelper } = await import('./pictures/helper.mjs');
  const { OPERATOR, photographOperator } = await import('./pictures/operator.mjs');
  const { photographOrganiser, photographResults } = await import('./pictures/organiser.mjs');
  const server = await startServer({ OPERATORS: OPERATOR, NODE_NAME: 'club' });
  const browser = await launch(server.port, 1);
  try {
    const camera = createCamera(browser, fromRoot('docs', 'guide', 'images'));
    await photographOrganiser(camera);
    await photographResults(camera);
    await photographHelper(camera);
    await photographOperator(camera, server.folder);
    const landing = createCamera(browser, fromRoot('src', 'client', 'public', 'pictures'), 90_000);
    await photographAnalysis(landing, browser, server.port);
  } finally {
    await browser.close();
    await server.stop();
  }
});
