import type { ReactNode } from 'react';

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalPageProps {
  readonly title: string;
  readonly intro: ReactNode;
  readonly sections: readonly LegalSection[];
}

const prose =
  'text-16 text-pretty text-ink [&_li]:mt-2 [&_li]:ps-1 [&_li]:marker:text-ink-2 [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:ps-5 ' +
  '[&_a]:underline [&_a]:underline-offset-3 [&_a]:hover:decoration-2 [&_strong]:font-[680] print:[&_li]:break-inside-avoid';

export function LegalPage({ title, intro, sections }: LegalPageProps) {
  return (
    <article className="page pt-10 pb-20 sm:pt-14 lg:pt-16 lg:pb-28 print:max-w-none print:p-0 print:text-14">
      <header className="max-w-[68ch] print:max-w-none">
        <h1 className="heading text-44">{title}</h1>
        <p className="digits mt-3 text-14 text-ink-2">Last updated 01/01/25</p>
        <div className="mt-8 border-s-2 border-ink ps-5 text-18 text-pretty print:mt-4 [&_p+p]:mt-3">{intro}</div>
      </header>
      <div className="mt-12 lg:grid lg:grid-cols-[minmax(0,68ch)_minmax(0,1fr)] lg:gap-x-20 print:mt-6 print:block">
        <TableOfContents sections={sections} />
        <div className={prose}>
          {sections.map((section, index) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="mt-12 scroll-mt-24 first:mt-0 print:mt-6"
            >
              <h2 id={`${section.id}-title`} className="heading text-24 print:break-after-avoid print:text-18">
                <span className="digits me-2 text-ink-2">{index + 1}.</span>
                {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

/** In the margin on a wide screen. A phone shows none: its headings are enough, and links would be in the way. */
function TableOfContents({ sections }: { readonly sections: readonly LegalSection[] }) {
  return (
    <nav aria-label="On this page" className="hidden lg:order-2 lg:block print:hidden">
      <div className="sticky top-24 border-s border-line ps-6">
        <p className="text-14 font-[680]">On this page</p>
        <ol className="mt-3 text-14 text-ink-2">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="block rounded-bib py-1.5 hover:text-ink hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
