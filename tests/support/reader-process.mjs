// Sends a server the same request repeatedly, from a separate process: the reader's cost is not counted as the
// server's.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/** @typedef {{ url: string; method?: string; headers?: Record<string, string>; body?: string; follow?: object; times: number }} Order */

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @param {Order} order @returns {Promise<number>} */
function ask({ url, method = 'GET', headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** @param {Order} order */
async function follow({ url, headers = {}, follow: message, times }) {
  const ws = new WebSocket(url, { headers });
  await once(ws, 'open');
  for (let index = 0; index < times; index += 1) {
    ws.send(JSON.stringify(message));
    await once(ws, 'message');
    const { eventId } = /** @type {{ eventId: string }} */ (message);
    ws.send(JSON.stringify({ type: 'unfollow', topic: `event:${eventId}` }));
  }
  ws.terminate();
}

process.on('message', async (/** @type {Order} */ order) => {
  let status = 0;
  if (order.follow !== undefined) await follow(order);
  else for (let index = 0; index < order.times; index += 1) status = await ask(order);
  process.send?.(status);
});
