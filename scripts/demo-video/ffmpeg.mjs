import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Refusal } from '../lib/project.mjs';
import { run } from '../lib/run.mjs';

const NONE = 'No ffmpeg here that can make H.264: install your system’s package (Debian: apt-get install ffmpeg).';

export async function requireFfmpeg() {
  const { ok, output } = await run('ffmpeg', ['-hide_banner', '-encoders'], { capture: true, timeoutMs: 30_000 });
  if (!ok || !output.includes('libx264')) throw new Refusal(NONE);
}

/**
 * Takes pictures one after the other and makes a film of them.
 * @param {string} file
 * @param {number} rate pictures a second
 */
export function openEncoder(file, rate) {
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-y'],
      ...['-f', 'image2pipe', '-c:v', 'png', '-framerate', `${rate}`, '-i', 'pipe:0'],
      // What every browser and phone plays, with the colours of the pages.
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
      ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '23', '-profile:v', 'high', '-level', '4.0'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
      // One can jump to any few seconds, and it plays before it is loaded.
      ...['-g', `${rate * 4}`, '-movflags', '+faststart', '-map_metadata', '-1', '-fflags', '+bitexact', file],
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  child.stdin.on('error', (error) => (complaint += error.message));

  return {
    /** @param {Buffer} picture */
    async add(picture) {
      if (!child.stdin.write(picture)) await Promise.race([once(child.stdin, 'drain'), ended]);
      if (child.exitCode !== null) throw new Error(`ffmpeg ended early: ${complaint}`);
    },
    async close() {
      child.stdin.end();
      await ended;
      if (child.exitCode !== 0) throw new Error(`ffmpeg failed: ${complaint}`);
    },
  };
}
