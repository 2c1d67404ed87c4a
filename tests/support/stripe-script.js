/**
 * A stand-in for Stripe's script, for tests alone. Playwright serves it instead of https://js.stripe.com, so that the
 * page's own code, its content policy and Stripe's React components run unchanged. It has what the checkout uses: a
 * card field in a frame of its own, and confirmation, at the stand-in for Stripe's server (stripe-stand-in.ts). It
 * contains no code of Stripe.
 */
(() => {
  const ORIGIN = 'https://js.stripe.com';

  /** Inside the frame: typed text is sent to the script in the surrounding page. */
  if (window.parent !== window) {
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Card number');
    const say = (/** @type {string} */ kind) => window.parent.postMessage({ kind, number: field.value }, '*');
    field.addEventListener('input', () => say('change'));
    field.addEventListener('focus', () => say('focus'));
    field.addEventListener('blur', () => say('blur'));
    document.body.append(field);
    say('ready');
    return;
  }

  /** @typedef {(event: object) => void} Listener */

  function createCardElement() {
    const frame = document.createElement('iframe');
    frame.title = 'Secure card payment input frame';
    frame.src = `${ORIGIN}/stand-in/card.html`;
    frame.width = '100%';
    frame.height = '40';
    /** @type {Map<string, Set<Listener>>} */
    const listeners = new Map();
    let number = '';

    /** @param {MessageEvent} event */
    function hear({ source, origin, data }) {
      if (source !== frame.contentWindow || origin !== ORIGIN) return;
      number = data.number;
      const event = { elementType: 'card', complete: number.length >= 15, empty: number === '', error: undefined };
      for (const listener of listeners.get(data.kind) ?? []) listener(event);
    }

    const element = {
      readNumber: () => number,
      /** @param {HTMLElement} place */
      mount(place) {
        window.addEventListener('message', hear);
        place.append(frame);
      },
      destroy() {
        window.removeEventListener('message', hear);
        frame.remove();
      },
      /** @param {string} kind @param {Listener} listener */
      on(kind, listener) {
        listeners.set(kind, (listeners.get(kind) ?? new Set()).add(listener));
        return element;
      },
      /** @param {string} kind @param {Listener} listener */
      off(kind, listener) {
        listeners.get(kind)?.delete(listener);
        return element;
      },
      update() {},
      focus: () => frame.focus(),
      blur: () => frame.blur(),
    };
    return element;
  }

  /** @param {string} path @param {object} body */
  async function ask(path, body) {
    const standIn = /** @type {{ stripeStandInUrl?: string }} */ (globalThis).stripeStandInUrl;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${standIn}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  }

  /** The bank's question, which Stripe shows over the page. */
  function askBuyer() {
    const dialog = document.createElement('dialog');
    const button = document.createElement('button');
    button.textContent = 'Yes, it is me';
    dialog.setAttribute('aria-label', 'Your bank asks');
    dialog.append(button);
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      button.addEventListener('click', () => {
        dialog.remove();
        resolve(undefined);
      });
    });
  }

  /** @param {string} clientSecret @param {{ payment_method: { card: ReturnType<typeof createCardElement> } }} options */
  async function confirmCardPayment(clientSecret, { payment_method: { card } }) {
    try {
      let answer = await ask('/stand-in/confirm', { clientSecret, number: card.readNumber() });
      if (answer.paymentIntent?.status === 'requires_action') {
        await askBuyer();
        answer = await ask('/stand-in/authenticate', { clientSecret });
      }
      const { paymentIntent, error } = answer;
      return error ? { error: { ...error, payment_intent: paymentIntent } } : { paymentIntent };
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not reach the payment service.' } };
    }
  }

  const Stripe = () => ({
    elements() {
      /** @type {ReturnType<typeof createCardElement> | null} */
      let card = null;
      return { create: () => (card = createCardElement()), getElement: () => card, update() {} };
    },
    confirmCardPayment,
    createToken() {},
    createPaymentMethod() {},
  });
  // The release that the package expects: another one would cause a warning.
  Object.assign(Stripe, { version: 'endive' });
  Object.assign(window, { Stripe });
})();
