import type { Site } from '../../../protocol/account.ts';
import { LegalPage } from './legal-page.tsx';
import { termsOfMoney } from './terms-of-money.tsx';
import { termsOfLaw } from './terms-of-law.tsx';
import { termsOfUse } from './terms-of-use.tsx';

export function TermsPage({ site }: { readonly site: Site }) {
  return (
    <LegalPage
      title="Terms of Service"
      intro={
        <>
          <p>
            Pushoff times races on the phones you already have. These terms are the agreement between you and us, the
            people who run it. By making an account, or by helping or watching through a link, you accept them.
          </p>
          <p>In short: be 13 or older, be fair to the people you time, and know that this is a beta.</p>
        </>
      }
      sections={[...termsOfUse(), ...termsOfMoney(site), ...termsOfLaw(site)]}
    />
  );
}
