import type { ReactNode } from 'react';
import { LanguageSelect } from '../ui/language-select.tsx';
import { languages } from '../ui/languages.ts';
import { Link } from '../ui/link.tsx';

export const footerLinkClass =
  'inline-flex min-h-12 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline';

export function Footer({ children }: { readonly children?: ReactNode }) {
  return (
    <footer className="border-t border-line pb-[env(safe-area-inset-bottom)] print:hidden">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 py-4 text-14">
        <p className="text-ink-2">© 2025 Pushoff</p>
        {children}
        {languages.length > 1 && (
          <LanguageSelect className="min-h-12 max-w-40 cursor-pointer bg-transparent text-ink-2 hover:text-ink" />
        )}
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
          <Link to="/tos" className={footerLinkClass}>
            Terms of Service
          </Link>
          <Link to="/privacypolicy" className={footerLinkClass}>
            Privacy Policy
          </Link>
        </nav>
      </div>
    </footer>
  );
}
