import type { Site } from '../../../protocol/account.ts';
import { LegalPage } from './legal-page.tsx';
import { privacyOfData } from './privacy-of-data.tsx';
import { privacyOfPictures } from './privacy-of-pictures.tsx';
import { privacyOfRights } from './privacy-of-rights.tsx';

export function PrivacyPage({ site }: { readonly site: Site }) {
  return (
    <LegalPage
      title="Privacy Policy"
      intro={
        <>
          <p>
            Pushoff stores what it takes to time a race and to run your account, and nothing besides. No advertising, no
            trackers, no analytics, and nothing is sold or handed on.
          </p>
          <p>
            The only other company that learns anything is the card payment provider, and only when you buy credits.
          </p>
        </>
      }
      sections={[...privacyOfData(), privacyOfPictures(site), ...privacyOfRights(site)]}
    />
  );
}
