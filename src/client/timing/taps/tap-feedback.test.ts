import { afterEach, expect, test, vi } from 'vitest';
import { giveFeedback, sound } from './tap-feedback.ts';

afterEach(() => vi.unstubAllGlobals());

/** Sound as on a phone: it may begin while a finger is lifted, and at no other moment. */
function stubPhone() {
  const page = new EventTarget();
  const phone = { isLifting: false, tones: 0, state: 'suspended' };
  const part = { connect: () => part, frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  class FakeAudio {
    readonly currentTime = 0;
    readonly destination = {};
    get state() {
      return phone.state;
    }
    async resume() {
      if (phone.isLifting) phone.state = 'running';
    }
    createGain = () => part;
    createOscillator = () => ({ ...part, start: () => (phone.tones += 1), stop() {} });
  }
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  return {
    phone,
    lift() {
      phone.isLifting = true;
      page.dispatchEvent(new Event('pointerup'));
      phone.isLifting = false;
    },
  };
}

test('[EN8] the first tap is heard when its finger is lifted', () => {
  const { phone, lift } = stubPhone();
  sound.set(true);
  giveFeedback('start');
  expect(phone).toMatchObject({ tones: 1, state: 'suspended' });
  lift();
  expect(phone.state).toBe('running');
  giveFeedback('finish');
  expect(phone.tones).toBe(3);
  sound.set(false);
});
