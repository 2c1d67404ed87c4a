import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { pack } from '/work/main/src/domain/telemetry/pack.ts';
import { arrive } from '/work/main/tests/support/people.ts';
import { startTestServer } from '/work/main/tests/support/running-server.ts';
import { createRun, runsOf } from '/work/main/tests/support/runs.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
for (const engine of ['sqlite','postgres'] as const)
test('hold '+engine, async () => {
  const server = await startTestServer(engine);
  const { client } = await arrive(server);
  const runs = runsOf(server, client);
  const n = 500_000;
  const col = (f: (i:number)=>number) => Float64Array.from({length:n},(_,i)=>f(i));
  const bytes = pack({ time: col(i=>i/10), channels: Object.fromEntries(['lat','lon','elevation','speed','heartRate','cadence','power','temperature','heading','precision','fix'].map(k=>[k,col(i=>(i%80)/10)])) } as never);
  const { runId, sourceId } = await createRun(server, client);
  for (let round=0; round<4; round++) {
    new DataView(bytes.buffer).setInt32(bytes.length-4, round%3, true);
    const h = monitorEventLoopDelay({resolution: 1}); h.enable();
    let t = performance.now();
    const r = await runs.putSamples(runId, sourceId, bytes);
    console.log(engine, 'PUT', r.status, (bytes.length/1e6).toFixed(1)+' MB', (performance.now()-t).toFixed(0)+' ms; longest block', (h.max/1e6).toFixed(1), 'p99', (h.percentile(99)/1e6).toFixed(1));
    h.disable();
    const g = monitorEventLoopDelay({resolution: 1}); g.enable(); t = performance.now();
    const back = await (await runs.readSamples(runId, sourceId)).arrayBuffer();
    console.log(engine, 'GET', back.byteLength, (performance.now()-t).toFixed(0)+' ms; longest block', (g.max/1e6).toFixed(1), 'p99', (g.percentile(99)/1e6).toFixed(1)); g.disable();
  }
  await server.stop();
});
