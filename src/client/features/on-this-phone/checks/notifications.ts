import type { Check, Finding } from '../check.ts';

export const notifications: Check = {
  id: 'notifications',
  title: 'Notifications',
  about: 'Asks whether this page may send notifications. Nothing is sent.',
  async run() {
    const hasPush = 'PushManager' in window && 'serviceWorker' in navigator;
    if (!('Notification' in window)) return judgeNotifications('absent', hasPush);
    return judgeNotifications(await Notification.requestPermission(), hasPush);
  },
};

export function judgeNotifications(permission: NotificationPermission | 'absent', hasPush: boolean): Finding {
  const figures = { permission, hasPush };
  if (permission === 'absent' || !hasPush) {
    return {
      verdict: 'absent',
      seen: 'This browser shows no notifications here.',
      means:
        'On an iPhone, add the page to the home screen first. Timing needs no notifications; followers can get email instead.',
      figures,
    };
  }
  if (permission === 'granted') {
    return { verdict: 'passed', seen: 'Allowed.', means: 'You can follow racers on this phone.', figures };
  }
  return {
    verdict: 'weak',
    seen: permission === 'denied' ? 'Refused.' : 'Not answered.',
    means: 'Timing needs no notifications. To follow racers, allow them in the settings of the browser for this page.',
    figures,
  };
}
