import './lib/require-node.mjs';

const { fromRoot, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');

/**
 * The pictures of docs/guide, in every language, and of the landing page, taken from the product itself: a screen that has
 * changed is photographed as it is now. `npm run pictures -- guide` takes those of the guide alone.
 */
await runCommand(async () => {
  const isGuideAlone = process.argv[2] === 'guide';
  const { requireFfmpeg } = await import('./demo-video/ffmpeg.mjs');
  if (!isGuideAlone) await requireFfmpeg();
  await ensureInstalled();
  await ensureBuilt();
  const { listLanguages } = await import('./lib/language-files.mjs');
  const { ENGLISH } = await import('./lib/words-of.mjs');
  for (const language of [ENGLISH, ...listLanguages()]) await photographGuide(language, language === ENGLISH);
  if (!isGuideAlone) await photographLanding();
});

/** @param {string} language @param {boolean} hasOperator the guide for operators is in English */
async function photographGuide(language, hasOperator) {
  const { createCamera } = await import('./pictures/camera.mjs');
  const { photographHelper } = await import('./pictures/helper.mjs');
  const { OPERATOR, photographOperator } = await import('./pictures/operator.mjs');
  const { photographOrganiser, photographResults } = await import('./pictures/organiser.mjs');
  const folder = fromRoot('docs', 'guide', 'images', ...(hasOperator ? [] : [language]));
  // A server for each language: every guide begins with the same new account.
  await withServer({ OPERATORS: OPERATOR, NODE_NAME: 'club' }, async (browser, server) => {
    const camera = createCamera(browser, folder, { language });
    await photographOrganiser(camera);
    await photographResults(camera);
    await photographHelper(camera);
    if (hasOperator) await photographOperator(camera, server.folder);
  });
}

async function photographLanding() {
  const { createCamera } = await import('./pictures/camera.mjs');
  const { photographAnalysis } = await import('./pictures/analysis.mjs');
  await withServer({}, async (browser, server) => {
    const camera = createCamera(browser, fromRoot('src', 'client', 'public', 'pictures'), { mostBytes: 90_000 });
    await photographAnalysis(camera, browser, server.port);
  });
}

/**
 * @param {Record<string, string>} settings
 * @param {(browser: import('@playwright/test').Browser, server: import('./demo-video/server.mjs').Server) => Promise<void>} work
 */
async function withServer(settings, work) {
  const { launch } = await import('./demo-video/browser.mjs');
  const { startServer } = await import('./demo-video/server.mjs');
  const server = await startServer(settings);
  const browser = await launch(server.port, 1);
  try {
    await work(browser, server);
  } finally {
    await browser.close();
    await server.stop();
  }
}
